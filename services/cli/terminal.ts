/** The output of a command. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The width in columns; undefined if the output is not a terminal, or the width is unknown. */
  readonly columns?: () => number | undefined;
}

/** The output streams of the process. Output to a closed pipe is dropped without ending the process. */
export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: () => (stdout.isTTY ? stdout.columns : undefined),
  };
}

/** Shows nothing. */
export const SILENT: Terminal = { out: () => undefined, err: () => undefined };
