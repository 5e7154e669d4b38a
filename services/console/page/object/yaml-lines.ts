import type { Json } from '../api/types.js';

/** A line of YAML. */
export interface Line {
  /** Spaces before the text. */
  readonly indent: number;
  readonly tokens: readonly Token[];
  /** Where the value of the line is in the object. */
  readonly path: Path;
  /** Index after the last line that folds into this one; its own index plus one for a line that does not fold. */
  readonly end: number;
}

export interface Token {
  readonly kind: 'key' | 'text' | 'number' | 'word' | 'mark';
  readonly text: string;
}

/** Names of fields, and indexes of lists. */
export type Path = readonly (string | number)[];

interface Draft {
  readonly indent: number;
  readonly tokens: Token[];
  readonly path: Path;
  end: number;
}

/** Writes a value as YAML, in lines that know their place. Parsing the text gives the value again. */
export function yamlLines(value: Json): readonly Line[] {
  const lines: Draft[] = [];
  if (isContainer(value) && sizeOf(value) > 0) writeChildren(value, { indent: 0, path: [], lines });
  else lines.push({ indent: 0, tokens: [scalar(value)], path: [], end: 1 });
  return lines;
}

/** The text of lines. */
export function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${lineText(line)}\n`).join('');
}

export function lineText({ indent, tokens }: Line): string {
  return `${' '.repeat(indent)}${tokens.map(({ text }) => text).join('')}`;
}

interface Place {
  readonly indent: number;
  readonly path: Path;
  readonly lines: Draft[];
}

function writeChildren(value: Container, { indent, path, lines }: Place): void {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      writeItem(item, { indent, path: [...path, index], lines });
    }
    return;
  }
  // As kubectl does, fields are in alphabetical order, so that versions of an object can be compared line by line.
  for (const [key, child] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (child !== undefined) writeField(key, child, { indent, path: [...path, key], lines });
  }
}

/** The dash stands before the first field of an object. */
function writeItem(item: Json, place: Place): void {
  const { indent, path, lines } = place;
  const start = lines.length;
  if (isContainer(item) && sizeOf(item) > 0) {
    writeChildren(item, { indent: indent + 2, path, lines });
    const first = lines[start];
    if (first !== undefined) {
      lines[start] = { ...first, indent, tokens: [{ kind: 'mark', text: '- ' }, ...first.tokens], end: lines.length };
    }
  } else {
    writeScalar([{ kind: 'mark', text: '- ' }], item, place);
  }
}

function writeField(key: string, value: Json, place: Place): void {
  const { indent, path, lines } = place;
  const head: Token[] = [
    { kind: 'key', text: quoted(key) },
    { kind: 'mark', text: ':' },
  ];
  if (!isContainer(value) || sizeOf(value) === 0) {
    writeScalar([...head, { kind: 'mark', text: ' ' }], value, place);
    return;
  }
  const line: Draft = { indent, tokens: head, path, end: 0 };
  lines.push(line);
  // As kubectl does, lists stand below their key without an indent.
  writeChildren(value, { indent: Array.isArray(value) ? indent : indent + 2, path, lines });
  line.end = lines.length;
}

function writeScalar(head: readonly Token[], value: Json, { indent, path, lines }: Place): void {
  const line: Draft = { indent, tokens: [...head], path, end: 0 };
  lines.push(line);
  if (typeof value === 'string' && isBlock(value)) {
    const body = value.replace(/\n+$/, '');
    const ends = value.length - body.length;
    line.tokens.push({ kind: 'mark', text: ends === 0 ? '|-' : ends === 1 ? '|' : '|+' });
    const texts = [...body.split('\n'), ...Array.from({ length: Math.max(0, ends - 1) }, () => '')];
    for (const text of texts) {
      lines.push({
        indent: text === '' ? 0 : indent + 2,
        tokens: [{ kind: 'text', text }],
        path,
        end: lines.length + 1,
      });
    }
  } else {
    line.tokens.push(scalar(value));
  }
  line.end = lines.length;
}

type Container = Exclude<Json, null | boolean | number | string>;

function isContainer(value: Json): value is Container {
  return typeof value === 'object' && value !== null;
}

function sizeOf(value: Container): number {
  return Array.isArray(value) ? value.length : Object.values(value).filter((each) => each !== undefined).length;
}

function scalar(value: Json): Token {
  if (typeof value === 'string') return { kind: 'text', text: quoted(value) };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (isContainer(value)) return { kind: 'mark', text: Array.isArray(value) ? '[]' : '{}' };
  return { kind: 'word', text: String(value) };
}

/** Text over several lines, which a block scalar keeps exactly. */
function isBlock(text: string): boolean {
  return text.includes('\n') && /^[^\s]/.test(text) && !/[ \t]$/m.test(text) && !UNPRINTABLE.test(text);
}

const UNPRINTABLE = /[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]|[\u0085\u2028\u2029]/;
const PLAIN = /^[A-Za-z_/][\w ./@:+=,()<>*~$^;!?%|&-]*$/;
/** Words that YAML 1.1 reads as another type; exponents too. */
const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|e[-+]?[\d_]+)$/i;

/** A scalar as YAML and YAML 1.1 parsers read it. */
function quoted(text: string): string {
  const isPlain = PLAIN.test(text) && !WORDS.test(text) && !/: |:$| #| $/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
