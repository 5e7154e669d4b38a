export interface CsvRecord {
  readonly fields: readonly string[];
  /** Counted from 1. */
  readonly line: number;
}

/** Matches one field with its terminator: a quoted text with doubled quotes, or anything up to a comma. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** Parses CSV, one record a line. Blank lines and lines that begin with `#` are skipped. */
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
    if (match === null) throw new Error(`${where}: misplaced quotation mark`);
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return fields;
  }
}
