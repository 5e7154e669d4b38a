import type { FlagDefinition } from '@pilothouse/flags/definition.js';

/** A limit for mistakes: each worker holds all objects. */
const MOST_WORKERS = 64;

export const WORKERS_FLAG = {
  name: 'workers',
  type: 'count',
  defaultText: 'of `apiserver` on etcd: as many as processors are granted, at most 8; otherwise 1',
  group: 'Serving',
  help: 'Number of processes that serve requests. They share the port, the identity, the limits and the metrics of the server, and one that ends is replaced. Each holds all objects in memory. More than 1 needs --etcd-servers, because one process holds the embedded store.',
} as const satisfies FlagDefinition;

interface WorkersValues {
  readonly workers?: number;
  readonly 'etcd-servers'?: readonly string[];
}

export function workersProblems({ workers, 'etcd-servers': etcd }: WorkersValues): string[] {
  if (workers === undefined) return [];
  if (workers < 1 || workers > MOST_WORKERS) return [`--workers must be from 1 to ${MOST_WORKERS}`];
  if (workers === 1 || etcd !== undefined) return [];
  return [`--workers=${workers} needs --etcd-servers: one process holds the embedded store`];
}
