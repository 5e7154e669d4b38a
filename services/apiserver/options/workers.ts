import type { FlagDefinition } from '@pilothouse/flags/definition.js';

/** A limit for mistakes: each worker holds all objects. */
const MOST_WORKERS = 64;

export const WORKERS_FLAG = {
  name: 'workers',
  type: 'count',
  defaultText: 'of `apiserver` on etcd: as many as processors are granted, at most 8; otherwise 1',
  group: 'Serving',
  help: 'Number of processes that serve requests. They share the port, the identity, the limits and the metrics of the server, and one that ends is replaced. Each holds all objects in memory. The process that was started holds the embedded store for them.',
} as const satisfies FlagDefinition;

export function workersProblems({ workers }: { readonly workers?: number }): string[] {
  if (workers === undefined || (workers >= 1 && workers <= MOST_WORKERS)) return [];
  return [`--workers must be from 1 to ${MOST_WORKERS}`];
}
