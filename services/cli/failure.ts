import type { Endpoint } from '@pilothouse/flags/definition.js';

/** The address that a command listens on, with its flags. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly hostFlag: string;
  readonly portFlag: string;
}

/** An address with a single flag. */
export function endpoint(flag: string, where: Endpoint | 'off'): readonly Listening[] {
  return where === 'off' ? [] : [{ host: where.host ?? '::', port: where.port, hostFlag: flag, portFlag: flag }];
}

/**
 * The reason why a command did not start, for the user. Of several addresses, the one with the port of the error is named, or else
 * the first.
 */
export function failureText(thrown: unknown, first: Listening, ...others: readonly Listening[]): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const wanted = 'port' in thrown ? thrown.port : undefined;
  const { host, port, hostFlag, portFlag } = [first, ...others].find((each) => each.port === wanted) ?? first;
  const syscall = 'syscall' in thrown ? thrown.syscall : undefined;
  if (syscall === 'listen') {
    switch (codeOf(thrown)) {
      case 'EADDRINUSE':
        return `port ${port} on ${host} is in use; set another one with ${portFlag} (0 selects a free port)`;
      case 'EACCES':
        return `this user may not listen on port ${port}; set one above 1023 with ${portFlag}`;
      case 'EADDRNOTAVAIL':
        return `${host} is not an address of this machine; set another one with ${hostFlag}`;
    }
  }
  return thrown.message;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
