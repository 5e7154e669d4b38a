import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import type { ConnectCounts } from '../metrics/connects.js';
import { createBackend, type Backend } from './backend.js';
import { limitBackends } from './limit.js';

/** How the server connects to kubelets. */
export interface KubeletOptions {
  /** Types of node addresses, in order of preference. */
  readonly addressTypes: readonly string[];
  /** Milliseconds to connect. */
  readonly timeout: number;
  /** The present client certificate; none when absent. */
  readonly certificate?: (() => KeyPair) | undefined;
  /** The present certificate authorities of kubelets (PEM). Certificates are not verified when absent, as in Kubernetes. */
  readonly authorities?: (() => string) | undefined;
}

/** Kubernetes' defaults. */
export const USUAL_KUBELETS: KubeletOptions = {
  addressTypes: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
  timeout: 5000,
};

/** Connections to running programs. */
export interface Connections {
  readonly addressTypes: readonly string[];
  readonly kubelets: Backend;
  /** Kubelets whose certificates are not verified. */
  readonly insecureKubelets: Backend;
  /** Pods, and other ports of nodes. Their certificates cannot be verified, since they are addressed by IP. */
  readonly endpoints: Backend;
  /** Random whole number below the limit. */
  readonly random: (limit: number) => number;
  /** Whether a stream to a container needs the permission `create` for each method. */
  readonly needsCreate: boolean;
  /** Absent without metrics. */
  readonly counts?: Omit<ConnectCounts, 'metrics'>;
}

export interface ConnectionsOptions extends Pick<Connections, 'random' | 'needsCreate' | 'counts'> {
  readonly kubelets: KubeletOptions;
  /** Maximum number of requests to other programs in progress, each of which needs a file descriptor; no limit when absent. */
  readonly most?: number;
  readonly signal: AbortSignal;
}

export function createConnections(given: ConnectionsOptions): Connections {
  const { kubelets: options, most = Infinity, signal, ...others } = given;
  const { addressTypes, timeout, certificate, authorities } = options;
  const kubelets = (verifies: boolean): Backend =>
    createBackend({
      connectTimeout: timeout,
      tls() {
        const own = certificate?.();
        return {
          ...(own && { cert: own.certPem, key: own.keyPem }),
          ...(verifies && authorities !== undefined ? { ca: authorities() } : { rejectUnauthorized: false }),
        };
      },
    });
  const limited = limitBackends(most);
  const backends = {
    kubelets: limited(kubelets(true)),
    insecureKubelets: limited(kubelets(false)),
    endpoints: limited(createBackend({ tls: () => ({ rejectUnauthorized: false }) })),
  };
  const close = (): void => Object.values(backends).forEach((backend) => backend.close());
  signal.addEventListener('abort', close, { once: true });
  return { ...others, ...backends, addressTypes };
}
