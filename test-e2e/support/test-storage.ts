import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { describeWith, type Tool } from './needs.js';

const STORES = ['embedded', 'etcd'] as const;
export type StoreName = (typeof STORES)[number];

/** Storage of servers, kept across restarts. */
export interface TestStorage {
  /** Temporary. The data directory is `data` below it. */
  readonly directory: string;
  /** Flags of the command for this storage. */
  readonly flags: readonly string[];
  /** Undefined for the embedded store. */
  readonly etcd: TestEtcd | undefined;
  readonly remove: () => Promise<void>;
}

export async function createTestStorage(store: StoreName): Promise<TestStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'e2e-'));
  const etcd = store === 'etcd' ? await startEtcd() : undefined;
  return {
    directory,
    flags: [
      `--data-dir=${join(directory, 'data')}`,
      ...(etcd === undefined ? [] : [`--etcd-servers=${etcd.endpoints.join(',')}`]),
    ],
    etcd,
    async remove() {
      await etcd?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Defines a suite for each store. */
export function describeOnStores(
  title: string,
  tools: readonly Tool[],
  define: (store: StoreName) => void,
  stores: readonly StoreName[] = STORES,
): void {
  for (const store of stores) {
    const needed: readonly Tool[] = store === 'etcd' ? ['ETCD', ...tools] : tools;
    describeWith(needed, `${title}, ${store} store`, () => define(store));
  }
}
