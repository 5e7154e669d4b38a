import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';

/** Why the server did not start, in words for the person who started it. */
export function failureText(thrown: unknown, options: ServerOptions): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { bindAddress, securePort } = options;
  const syscall = 'syscall' in thrown ? thrown.syscall : undefined;
  if (syscall === 'listen') {
    switch (codeOf(thrown)) {
      case 'EADDRINUSE':
        return `port ${securePort} on ${bindAddress} is taken; give another one with --secure-port (0 takes a free one)`;
      case 'EACCES':
        return `this user may not listen on port ${securePort}; give one above 1023 with --secure-port`;
      case 'EADDRNOTAVAIL':
        return `${bindAddress} is not an address of this machine; give another one with --bind-address`;
    }
  }
  return thrown.message;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
