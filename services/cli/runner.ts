import type { RunningServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';

/** Starts a server; resolves once it is ready. */
export type Runner = (options: ServerOptions, start: StartOptions) => Promise<RunningServer>;
