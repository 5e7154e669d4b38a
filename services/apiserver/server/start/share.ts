import { partOf, type Part } from '@pilothouse/runtime/limits/part.js';
import type { RemoteHolder } from '@pilothouse/storage/remote/store.js';
import type { MetricsShare } from '../../metrics/server-metrics.js';
import type { OverloadOptions } from '../../options/flow-control.js';
import type { ServerCertificatesOptions } from '../certificates/certificates.js';
import type { ConnectionSource } from '../listener/listener.js';

/** The part of this process in a server of several workers. The first one also does what the server does once. */
export interface ServerShare extends MetricsShare, Part {
  /** Connections that the supervisor accepts. */
  readonly connections: ConnectionSource;
  /** The store that the supervisor holds, unless it is in etcd. */
  readonly store: Pick<RemoteHolder, 'store' | 'lost'> | undefined;
}

/** Whether this process does what the server does once, such as renewing its identity lease. */
export function isFirst(share: ServerShare | undefined): boolean {
  return share === undefined || share.index === 0;
}

/** The limits of this process. */
export function shareOfLimits(options: OverloadOptions, part: Part | undefined): OverloadOptions {
  const { maxRequestsInFlight, maxMutatingRequestsInFlight, maxConnections } = options;
  return {
    ...options,
    maxRequestsInFlight: partOf(maxRequestsInFlight, part),
    maxMutatingRequestsInFlight: partOf(maxMutatingRequestsInFlight, part),
    maxConnections: partOf(maxConnections, part),
  };
}

const MINUTE = 60_000;

/**
 * When generated certificates are renewed, which are files that all workers read. The first one does so within half an hour after
 * they are due, and the others do not see that before.
 */
export function renewalOf(
  share: ServerShare | undefined,
  now: () => Date,
): Pick<ServerCertificatesOptions, 'now' | 'intervals'> {
  return isFirst(share)
    ? { now, intervals: { own: 30 * MINUTE } }
    : { now: () => new Date(now().getTime() - 45 * MINUTE), intervals: { own: 60 * MINUTE } };
}
