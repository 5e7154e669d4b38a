import type { Run } from '../evaluate/run.js';
import { CelError } from '../values/value.js';

/** Size limit of a created string, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 10_000_000;

/** Counts the work of one traversal: a billion characters take some seconds. */
export function scan(run: Run, length: number): void {
  run.work(length / 50);
}

/** Counts the creation of a string of this length; an error if it is too long. */
export function making(run: Run, length: number): CelError | undefined {
  if (length > MAX_TEXT_LENGTH) return new CelError(`texts may not be longer than ${MAX_TEXT_LENGTH} characters`);
  scan(run, length);
  return undefined;
}

/** The text without surrounding Unicode white space. */
export function trimmed(source: string): string {
  let [start, end] = [0, source.length];
  while (start < end && isSpace(source[start] ?? '')) start += 1;
  while (start < end && isSpace(source[end - 1] ?? '')) end -= 1;
  return source.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === '\x85' || (character !== '\ufeff' && /\s/.test(character));
}

const QUOTED: Readonly<Record<string, string>> = {
  '\x07': String.raw`\a`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\v': String.raw`\v`,
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
};

const SPECIAL = new RegExp(String.raw`[\x07-\r\\"]`, 'g');

/** The text as a CEL literal. */
export function quote(source: string): string {
  const inner = Buffer.from(source)
    .toString()
    .replaceAll(SPECIAL, (character: string) => QUOTED[character] ?? character);
  return `"${inner}"`;
}
