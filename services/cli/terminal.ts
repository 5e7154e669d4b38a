import { colourErrors, wantsColours, type Environment } from './colours.js';

/** The output of a command. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The width in columns; undefined if the output is not a terminal, or the width is unknown. */
  readonly columns?: () => number | undefined;
  /** Whether the output has colours; false when absent. */
  readonly hasColours?: boolean;
  /** The last line of the terminal of errors; absent if there is no terminal, or one that cannot clear a line. */
  readonly status?: StatusLine;
}

/** A line that is replaced. Other output appears above it. */
export interface StatusLine {
  readonly columns: () => number;
  /** Shows a text that is shorter than the width; nothing when empty. */
  readonly show: (text: string) => void;
}

/** Returns to the start of the line and clears it. */
const CLEAR = '\r\x1b[K';
const USUAL_COLUMNS = 80;

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** The output streams of the process. Output to a closed pipe is dropped without ending the process. */
export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const { clear, ...terminal } = terminalOf(stdout, stderr, process.env);
  // A second signal ends the process at once.
  process.once('exit', clear);
  return terminal;
}

/** The terminal of these streams. `clear` removes the status line. */
export function terminalOf(
  stdout: Output,
  stderr: Output,
  environment: Environment,
): Terminal & { readonly clear: () => void } {
  let shown = '';
  const draw = (text: string): void => {
    if (text !== shown) stderr.write(`${CLEAR}${text}`);
    shown = text;
  };
  const writeTo = (stream: Output, text: string): void => {
    const before = shown;
    draw('');
    stream.write(text);
    if (text.endsWith('\n')) draw(before);
  };
  const paint = wantsColours(environment, stderr.isTTY) ? colourErrors : (text: string) => text;
  const canClear = stderr.isTTY && environment['TERM'] !== 'dumb';
  return {
    out: (text) => writeTo(stdout, text),
    err: (text) => writeTo(stderr, paint(text)),
    columns: () => (stdout.isTTY ? stdout.columns : undefined),
    hasColours: wantsColours(environment, stdout.isTTY),
    ...(canClear && { status: { columns: () => stderr.columns || USUAL_COLUMNS, show: draw } }),
    clear: () => draw(''),
  };
}

/** Shows nothing. */
export const SILENT: Terminal = { out: () => undefined, err: () => undefined };
