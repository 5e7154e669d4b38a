import type { ServiceOptions as AdmissionOptions } from '@pilothouse/admission-service/options/service-options.js';
import type { RunningService as RunningAdmission } from '@pilothouse/admission-service/service/start.js';
import type { RunningServer as RunningApiServer, StartOptions } from '@pilothouse/apiserver/main.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ConsoleOptions } from '@pilothouse/console/options/console-options.js';
import type { RunningConsole } from '@pilothouse/console/service/start.js';
import type { ControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import type { ElectionEnd } from '@pilothouse/controllers/leader-election/elect.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { Programs } from './kubernetes-programs/programs.js';
import type { ServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import type { RunningService } from '@pilothouse/token-review/service/start.js';

export type RunningServer = Pick<RunningApiServer, 'url' | 'port' | 'certificates' | 'lost' | 'stop'>;

export interface RunOptions {
  readonly server: ServerOptions;
  /** Number of processes that serve requests; 1 when absent. */
  readonly workers?: number;
  /** The arguments of this command for workers. */
  readonly args?: readonly string[];
  /** Without it, no controllers run with the server. */
  readonly controllers?: ControllerOptions;
  /** Files and folders of CustomResourceDefinitions to apply before the start resolves. */
  readonly crds?: readonly string[];
  /** Programs of Kubernetes to run beside the server. */
  readonly programs?: Programs;
}

/** Starts a server. Resolves once it is ready. */
export type Runner = (options: RunOptions, start: StartOptions) => Promise<RunningServer>;

export interface ManagerEvents {
  /** Aborted to stop the controller manager. */
  readonly signal: AbortSignal;
  /** Called once, with the URLs of the API server and of the metrics server, if any. */
  readonly onReady: (urls: { readonly server: string; readonly metrics: string | undefined }) => void;
  /** Called on each change of the leader; empty for none. */
  readonly onLeader: (leader: string) => void;
}

/** Runs a controller manager to its end. */
export type ManagerRunner = (options: ManagerOptions, events: ManagerEvents) => Promise<ElectionEnd>;

export interface ReviewEvents {
  /** Aborted to stop the service. */
  readonly signal: AbortSignal;
  /** Called once, with the addresses. */
  readonly onReady: (service: Pick<RunningService, 'url' | 'grpc' | 'metrics'>) => void;
}

/** Runs a token-review service to its end. */
export type ReviewRunner = (options: ServiceOptions, events: ReviewEvents) => Promise<void>;

export interface AdmissionEvents {
  /** Aborted to stop the service. */
  readonly signal: AbortSignal;
  /** Called once it listens. */
  readonly onStart: (service: Pick<RunningAdmission, 'grpc' | 'metrics'>) => void;
  /** Called once it is ready. */
  readonly onReady: () => void;
}

/** Runs an admission service to its end. */
export type AdmissionRunner = (options: AdmissionOptions, events: AdmissionEvents) => Promise<void>;

export interface ConsoleEvents {
  /** Aborted to stop the console. */
  readonly signal: AbortSignal;
  /** Called once, with the addresses. */
  readonly onReady: (console: Pick<RunningConsole, 'url' | 'metrics'>) => void;
}

/** Runs a console to its end. */
export type ConsoleRunner = (options: ConsoleOptions, events: ConsoleEvents) => Promise<void>;

export interface BesideOptions {
  /** Port on loopback; 0 selects a free port. */
  readonly port: number;
  /** The options of the server. */
  readonly server: ServerOptions;
  /** Called with each new link that signs in the administrator. */
  readonly onLink: (link: string) => void;
}

/** Starts a console beside a server. */
export type ConsoleBeside = (
  server: Pick<RunningServer, 'url' | 'certificates'>,
  options: BesideOptions,
) => Promise<Pick<RunningConsole, 'stop'>>;
