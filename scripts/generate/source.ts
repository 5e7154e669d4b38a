/** An error in a .proto file; the message begins with `file:line:`. */
export class ProtoError extends Error {
  override readonly name = 'ProtoError';
  constructor(file: string, line: number, message: string) {
    super(`proto/${file}:${line}: ${message}`);
  }
}

/** A .proto file: its path below `proto/` with `/` as separator, and its text. */
export interface ProtoFile {
  readonly path: string;
  readonly text: string;
}

/** Lines (from 1) of the messages and fields of a file. */
export interface Lines {
  readonly messages: readonly string[];
  readonly message: (message: string) => number;
  readonly field: (message: string, field: string) => number;
}

const MESSAGE = /^message (\w+)/;
const FIELD = /^\s+(?:optional |repeated )?[\w.]+(?:<[\w., ]+>)? (\w+) = (\d+)/;
const COMMENT = /^\s*\/\//;

/** Collects the lines. Duplicate names or numbers in one message are errors. */
export function findLines(file: ProtoFile): Lines {
  const lines = new Map<string, number>();
  const seen = new Map<string, string>();
  const messages: string[] = [];
  let message = '';
  for (const [index, line] of file.text.split('\n').entries()) {
    if (COMMENT.test(line)) continue;
    const begun = MESSAGE.exec(line)?.[1];
    if (begun !== undefined) {
      claim(begun, begun, index + 1);
      messages.push(begun);
    }
    message = line.startsWith('}') ? '' : (begun ?? message);
    const [, name, number] = FIELD.exec(line) ?? [];
    if (message === '' || name === undefined || number === undefined) continue;
    claim(`${message}.${name}`, name, index + 1);
    const other = seen.get(`${message}#${number}`);
    if (other !== undefined) {
      throw new ProtoError(file.path, index + 1, `${message}.${name} has the number ${number} of ${message}.${other}`);
    }
    seen.set(`${message}#${number}`, name);
  }
  return {
    messages,
    message: (name) => lines.get(name) ?? 1,
    field: (owner, name) => lines.get(`${owner}.${name}`) ?? lines.get(owner) ?? 1,
  };

  function claim(key: string, name: string, line: number): void {
    if (lines.has(key)) throw new ProtoError(file.path, line, `${name} is declared twice`);
    lines.set(key, line);
  }
}
