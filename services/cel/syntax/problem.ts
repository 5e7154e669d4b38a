import { codePoints } from '../values/kind.js';

/** An error in an expression. `at` is in UTF-16 code units; undefined for the whole expression. */
export interface Problem {
  readonly at: number | undefined;
  /** Kubernetes' message. */
  readonly message: string;
  /** A plainer message, if one exists. */
  readonly plain?: string;
}

/** Thrown by the parser: the first error and any others. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly at: number | undefined;
  readonly others: readonly Problem[];

  constructor(at: number | undefined, message: string, others: readonly Problem[] = []) {
    super(message);
    this.at = at;
    this.others = others;
  }
}

/** Combines one or more errors into a throwable. */
export function allOf([first, ...others]: readonly Problem[]): SyntaxProblem {
  return new SyntaxProblem(first?.at, first?.message ?? '', others);
}

const MAX_PROBLEMS = 100;
/** Size limit of all messages in UTF-16 code units: each shows its whole line, and a definition has many rules. */
const MAX_LENGTH = 65_536;
/** Lines longer than this (in code points) are not shown. */
const MAX_LINE = 16_384;

/** Formats errors as Kubernetes does: each with its line and a marker below its position. */
export function problemsText(text: string, problems: readonly Problem[]): string {
  const sorted = [...problems].sort((a, b) => (a.at ?? -1) - (b.at ?? -1));
  const lines: string[] = [];
  let length = 0;
  for (const problem of sorted.slice(0, MAX_PROBLEMS)) {
    if (length > MAX_LENGTH) break;
    const line = problemText(text, problem);
    lines.push(line);
    length += line.length;
  }
  if (sorted.length > lines.length) lines.push(`${sorted.length - lines.length} more errors were truncated`);
  return lines.join('\n');
}

/** The error in one line, with its position: `line 1, column 5: why`. */
export function plainText(text: string, { at, message, plain = message }: Problem): string {
  if (at === undefined) return plain;
  const { line, start } = lineAt(text, at);
  return `line ${line}, column ${codePoints(text.slice(start, at)) + 1}: ${plain}`;
}

/** The line number of a position, and the start of the line. */
function lineAt(text: string, at: number): { readonly line: number; readonly start: number } {
  let [line, start] = [1, 0];
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, start };
}

function problemText(text: string, { at, message }: Problem): string {
  if (at === undefined) return `ERROR: <input>:-1:0: ${message}`;
  if (text === '') return `ERROR: <input>:1:0: ${message}`;
  const { line: number, start } = lineAt(text, at);
  const found = text.indexOf('\n', at);
  const end = found < 0 ? text.length : found;
  const column = codePoints(text.slice(start, at));
  const head = `ERROR: <input>:${number}:${column + 1}: ${message}`;
  if (end - start > MAX_LINE * 2) return head;
  const line = Array.from(text.slice(start, end).replaceAll('\t', ' '));
  if (line.length > MAX_LINE) return head;
  const isWide = (character: string | undefined): boolean => (character?.codePointAt(0) ?? 0) > 0x7f;
  const dots = line.slice(0, column).map((character) => (isWide(character) ? '\uff0e' : '.'));
  return `${head}\n | ${line.join('')}\n | ${dots.join('')}${isWide(line[column]) ? '\uff3e' : '^'}`;
}
