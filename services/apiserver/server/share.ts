import type { MetricsShare } from '../metrics/server-metrics.js';
import type { OverloadOptions } from '../options/flow-control.js';
import type { ConnectionSource } from './listener.js';

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
