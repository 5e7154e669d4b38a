import type { Endpoint } from '@pilothouse/flags/definition.js';

/** Where a command wanted to listen, and the flags that say so. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly hostFlag: string;
  readonly portFlag: string;
}

/** An address with a flag of its own. */
export function endpoint(flag: string, where: Endpoint | 'off'): readonly Listening[] {
  return where === 'off' ? [] : [{ host: where.host ?? '::', port: where.port, hostFlag: flag, portFlag: flag }];
}

/**
 * Why a command did not start, in words for the person who started it. Of several addresses it is the one whose port the
 * error has, or else the first.
 */
export function failureText(thrown: unknown, first: Listening, ...others: readonly Listening[]): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const wanted = 'port' in thrown ? thrown.port : undefined;
  const { host, port, hostFlag, portFlag } = [first, ...others].find((each) => each.port === wanted) ?? first;
  const syscall = 'syscall' in thrown ? thrown.syscall : undefined;
  if (syscall === 'listen') {
    switch (codeOf(thrown)) {
      case 'EADDRINUSE':
        return `port ${port} on ${host} is taken; give another one with ${portFlag} (0 takes a free one)`;
      case 'EACCES':
        return `this user may not listen on port ${port}; give one above 1023 with ${portFlag}`;
      case 'EADDRNOTAVAIL':
        return `${host} is not an address of this machine; give another one with ${hostFlag}`;
    }
  }
  return thrown.message;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
