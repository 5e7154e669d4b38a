import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import { openSharedStore } from '@pilothouse/apiserver/server/stores/held.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { HeldStore } from '@pilothouse/storage/remote/serve.js';

/** What the supervisor keeps for its workers if the objects are not in etcd. */
export interface Held extends HeldStore {
  /** The directory of generated certificates, if the options name none. */
  readonly certificatesDirectory: string | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the store. An ephemeral server also gets a temporary directory for the certificates that its workers share. */
export async function hold(
  server: ServerOptions,
  options: { readonly logger: Logger; readonly onBytes: ((done: number, total: number) => void) | undefined },
): Promise<Held | undefined> {
  const store = await openSharedStore(server, options);
  if (store === undefined) return undefined;
  if (server.certificatesDirectory !== undefined) return { ...store, certificatesDirectory: undefined };
  const temporary = await mkdtemp(join(tmpdir(), 'pilothouse-')).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return {
    ...store,
    certificatesDirectory: join(temporary, 'certificates'),
    async close() {
      await store.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
