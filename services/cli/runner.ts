import type { RunningServer as RunningApiServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { PluginOptions } from '@pilothouse/admission/options/plugin-options.js';
import type { ServiceOptions as AdmissionOptions } from '@pilothouse/admission/options/service-options.js';
import type { RunningService as RunningAdmission } from '@pilothouse/admission/service/start.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import type { ElectionEnd } from '@pilothouse/controllers/leader-election/elect.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { ServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import type { RunningService } from '@pilothouse/token-review/service/start.js';

export type RunningServer = Pick<RunningApiServer, 'url' | 'port' | 'certificates' | 'lost' | 'stop'>;

export interface RunOptions {
  readonly server: ServerOptions;
  /** Absent: no controllers run beside the server. */
  readonly controllers?: ControllerOptions;
  /** How the admission plugins behave that run beside the server; absent: there are none. */
  readonly admission?: PluginOptions;
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

export interface ReviewEvents {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  /** Told once, with where it is reached. */
  readonly onReady: (service: Pick<RunningService, 'url' | 'grpc' | 'metrics'>) => void;
}

/** Runs a token-review service to its end. */
export type ReviewRunner = (options: ServiceOptions, events: ReviewEvents) => Promise<void>;

export interface AdmissionEvents {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  /** Told once it listens. */
  readonly onStart: (service: Pick<RunningAdmission, 'grpc' | 'metrics'>) => void;
  /** Told once it answers. */
  readonly onReady: () => void;
}

/** Runs an admission service to its end. */
export type AdmissionRunner = (options: AdmissionOptions, events: AdmissionEvents) => Promise<void>;
