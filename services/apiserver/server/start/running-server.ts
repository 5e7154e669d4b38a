import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { AccountRef } from '../../serviceaccount/names.js';
import type { ServerCertificates } from '../certificates/certificates.js';
import type { ClientIssuer } from '../certificates/client-issuer.js';
import type { InProcessUser } from '../in-process.js';

/** A running server. */
export interface RunningServer {
  /** URL on this machine, such as `https://127.0.0.1:6443`. */
  readonly url: string;
  readonly port: number;
  /** Serving and administrator certificates. They may be renewed while the server runs. */
  readonly certificates: Changing<ServerCertificates>;
  /** Certificate authority of the serving certificate (PEM). */
  readonly rootCa: Changing<string>;
  /** In-process transport for parts of the same process, as a user with these groups and system:authenticated. */
  readonly connect: (user: InProcessUser) => Transport;
  /** Signs the legacy token of a service account, for a secret of this name in the account's namespace. */
  readonly signLegacyToken: (account: AccountRef, secret: string) => Promise<string>;
  /** The authority that signs generated certificates and client certificates. Secret. */
  readonly authority: KeyPair;
  /** Issues a client certificate for a user, signed by the server's own authority and valid for one day. */
  readonly issueClientCertificate: ClientIssuer;
  /** Metrics of the work queues of this process. */
  readonly queueMetrics: ServerMetrics['queue'];
  /** Aborted, with the reason, when another process takes over the store. The caller must then stop the server. */
  readonly lost: AbortSignal;
  /** Begins the shutdown: `/readyz` fails immediately. Resolves after the shutdown delay, during which all requests are served. */
  readonly drain: () => Promise<void>;
  /** Drains the server, waits for active requests for `grace` ms (the request timeout when absent) and releases all resources. */
  readonly stop: (grace?: number) => Promise<void>;
}
