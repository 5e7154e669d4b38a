import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { leases } from '@pilothouse/client/coordination.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { createInformer } from '@pilothouse/client/informer.js';
import type { Timing } from '@pilothouse/client/timing.js';

/** Reads and writes one Lease. */
export interface LeaseStore {
  /** Undefined if it does not exist. */
  readonly read: (signal: AbortSignal) => Promise<Lease | undefined>;
  /** Undefined after a conflict. The resourceVersion of the lease is the precondition of `update`. */
  readonly create: (lease: Lease, signal: AbortSignal) => Promise<Lease | undefined>;
  readonly update: (lease: Lease, signal: AbortSignal) => Promise<Lease | undefined>;
  /** Calls back for every version until the signal aborts. */
  readonly watch: (onLease: (lease: Lease) => void, signal: AbortSignal) => Promise<void>;
  /** A lease of that name without holder. */
  readonly fresh: Lease;
}

export interface LeaseStoreOptions {
  readonly client: Client;
  readonly domain: Domain;
  readonly namespace: string;
  readonly name: string;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
}

export function leaseStore({ client, domain, namespace, name, onError, timing }: LeaseStoreOptions): LeaseStore {
  const collection = client.of(inDomain(leases, domain)).namespace(namespace);
  return {
    fresh: { metadata: { name, namespace }, spec: {} },
    read: (signal) => orUndefined([404], collection.get(name, { signal })),
    create: (lease, signal) => orUndefined([409], collection.create(lease, { signal })),
    update: (lease, signal) => orUndefined([404, 409], collection.update(lease, { signal })),
    async watch(onLease, signal) {
      const informer = createInformer({ source: collection, fieldSelector: `metadata.name=${name}`, onError, timing });
      // A deleted lease does not end its holder, whose expiry still counts.
      for await (const { type, object } of informer.changes(signal)) if (type !== 'deleted') onLease(object);
    },
  };
}

async function orUndefined<T>(codes: readonly number[], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StatusError && codes.includes(error.code)) return undefined;
    throw error;
  }
}
