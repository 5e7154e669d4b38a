/** Where a command wanted to listen, and the flags that say so. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly hostFlag: string;
  readonly portFlag: string;
}

/** Why a command did not start, in words for the person who started it. */
export function failureText(thrown: unknown, { host, port, hostFlag, portFlag }: Listening): string {
  if (!(thrown instanceof Error)) return String(thrown);
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
