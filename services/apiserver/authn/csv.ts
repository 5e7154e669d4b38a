export interface CsvRecord {
  readonly fields: readonly string[];
  /** Counted from 1. */
  readonly line: number;
}

/** Matches one field and what ends it: a quoted text with doubled quotes, or anything up to a comma. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** Records of a CSV text, one a line; blank lines and lines that begin with `#` are left out. */
export function parseCsv(text: string, path: string): CsvRecord[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const line = index + 1;
    if (content.trim() === '' || content.startsWith('#')) return [];
    return [{ fields: parseLine(content, `${path}:${line}`), line }];
  });
}

function parseLine(content: string, where: string): string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const match = FIELD.exec(content);
    if (match === null) throw new Error(`${where}: a quotation mark is out of place`);
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return fields;
  }
}
