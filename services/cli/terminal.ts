/** Where a command's words go. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The width; undefined where the output is no terminal, or that is not known. */
  readonly columns?: () => number | undefined;
}

/** The process's own output and error streams. What nobody reads any more is lost, and the process lives on. */
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
