import type { ServerCertificates } from '@pilothouse/apiserver/server/certificates/certificates.js';
import type { FromHolder, ToHolder } from '@pilothouse/storage/remote/messages.js';
import type { Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';

/** Set in the environment of workers. */
export const WORKER_VARIABLE = 'PILOTHOUSE_WORKER';

/** What the supervisor sends to a worker. */
export type ToWorker =
  /** Start the server: the answer to `started`. */
  | { readonly type: 'begin'; readonly place: Place }
  /** Comes with a connection. The worker answers with `taken`. */
  | { readonly type: 'connection' }
  /** No connection follows. */
  | { readonly type: 'noMoreConnections' }
  /** Answer with `snapshot`. */
  | { readonly type: 'read' }
  /** The answer to `gather`. */
  | { readonly type: 'gathered'; readonly snapshot: Snapshot }
  /** Of the store that the supervisor holds. */
  | { readonly type: 'store'; readonly message: FromHolder }
  | { readonly type: 'stop' };

/** The place of a worker in its server. */
export interface Place {
  readonly index: number;
  readonly workers: number;
  /** Port on which the supervisor listens. */
  readonly port: number;
  /** Restarts of workers so far. */
  readonly restarts: number;
  /** Where generated certificates are kept for all workers, if the options name no directory. */
  readonly certificatesDirectory: string | undefined;
}

/** What a worker sends to the supervisor. */
export type FromWorker =
  /** It hears messages. Earlier ones might be lost. */
  | { readonly type: 'started' }
  /** It takes connections, and answers at least health checks. */
  | { readonly type: 'listening' }
  | { readonly type: 'ready'; readonly url: string; readonly certificates: ServerCertificates }
  | { readonly type: 'certificates'; readonly certificates: ServerCertificates }
  | { readonly type: 'taken' }
  /** Connections have ended. */
  | { readonly type: 'ended'; readonly count: number }
  /** It stops. The supervisor answers with `noMoreConnections`. */
  | { readonly type: 'closing' }
  /** Answer with the metrics of all workers. */
  | { readonly type: 'gather' }
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  /** To the store that the supervisor holds. */
  | { readonly type: 'store'; readonly message: ToHolder }
  /** It cannot start or go on. */
  | { readonly type: 'failed'; readonly message: string };
