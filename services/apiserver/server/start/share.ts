import type { MetricsShare } from '../../metrics/server-metrics.js';
import type { OverloadOptions } from '../../options/flow-control.js';
import type { ServerCertificatesOptions } from '../certificates/certificates.js';
import type { ConnectionSource } from '../listener/listener.js';

/** The part of this process in a server of several workers. */
export interface ServerShare extends MetricsShare {
  /** Number of this worker, from 0. The first one also does what the server does once. */
  readonly index: number;
  /** Number of workers. */
  readonly workers: number;
  /** Connections that the supervisor accepts. */
  readonly connections: ConnectionSource;
}

/** Whether this process does what the server does once, such as renewing its identity lease. */
export function isFirst(share: ServerShare | undefined): boolean {
  return share === undefined || share.index === 0;
}

/** The limits of this process. Those of all workers together are those of the server, but each worker may do at least one. */
export function shareOfLimits(
  options: OverloadOptions,
  share: Pick<ServerShare, 'index' | 'workers'> | undefined,
): OverloadOptions {
  if (share === undefined) return options;
  const part = (limit: number): number => partOf(limit, share);
  return {
    ...options,
    maxRequestsInFlight: part(options.maxRequestsInFlight),
    maxMutatingRequestsInFlight: part(options.maxMutatingRequestsInFlight),
    maxConnections: part(options.maxConnections),
  };
}

/** 0 stands for no limit. */
function partOf(limit: number, { index, workers }: Pick<ServerShare, 'index' | 'workers'>): number {
  if (limit === 0) return 0;
  const rest = limit % workers;
  return Math.max(1, (limit - rest) / workers + (index < rest ? 1 : 0));
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
