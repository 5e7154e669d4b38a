import type { RunningServer as RunningApiServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import type { ElectionEnd } from '@pilothouse/controllers/leader-election/elect.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';

export type RunningServer = Pick<RunningApiServer, 'url' | 'port' | 'caPem' | 'admin' | 'stop'>;

export interface RunOptions {
  readonly server: ServerOptions;
  /** Absent: no controllers run beside the server. */
  readonly controllers?: ControllerOptions;
}

/** Starts a server; resolves once it is ready. */
export type Runner = (options: RunOptions, start: StartOptions) => Promise<RunningServer>;

export interface ManagerEvents {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  /** Told once, with the URLs of the API server and of what is served itself; `metrics` is undefined where nothing is. */
  readonly onReady: (urls: { readonly server: string; readonly metrics: string | undefined }) => void;
  /** Told who leads, in words, whenever that changes; an empty text is nobody. */
  readonly onLeader: (leader: string) => void;
}

/** Runs a controller manager to its end. */
export type ManagerRunner = (options: ManagerOptions, events: ManagerEvents) => Promise<ElectionEnd>;
