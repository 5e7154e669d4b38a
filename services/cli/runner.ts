import type { RunningServer as RunningApiServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';

export type RunningServer = Pick<RunningApiServer, 'url' | 'port' | 'caPem' | 'admin' | 'stop'>;

/** Starts a server; resolves once it is ready. */
export type Runner = (options: ServerOptions, start: StartOptions) => Promise<RunningServer>;
