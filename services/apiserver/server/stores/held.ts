import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Erasure } from '@pilothouse/storage/embedded/erasure.js';
import { openStore, type OpenOptions } from '@pilothouse/storage/open.js';
import type { LocalOptions } from '@pilothouse/storage/options.js';
import type { HeldStore } from '@pilothouse/storage/remote/serve.js';
import { realEnvironment } from '../../registry/environment.js';
import type { ServerOptions } from '../../options/server-options.js';
import type { StoreEncryption } from './encryption.js';

export interface HoldOptions extends Pick<OpenOptions, 'address' | 'onError'> {
  readonly logger: Logger;
  /** Called while the store is read, with bytes. */
  readonly onBytes?: OpenOptions['onBytes'] | undefined;
  readonly erasure?: Erasure | undefined;
}

/** Opens an embedded store in this process. */
export async function holdStore(
  storage: LocalOptions,
  { address, logger, onError, onBytes, erasure }: HoldOptions,
): Promise<HeldStore> {
  const lost = new AbortController();
  const store = await openStore(storage, {
    address,
    onError,
    onShortage: (shortage) => reportShortage(logger, shortage),
    onLost: (error) => lost.abort(error),
    ...(onBytes && { onBytes }),
    ...(erasure && { erasure }),
  });
  return { store, lost: lost.signal };
}

/** What is logged of failures in the background. */
export function storeErrors(logger: Logger): (error: unknown) => void {
  return throttled((error) => logger.warn({ error }, 'a background operation of the store failed'));
}

function reportShortage(logger: Logger, shortage: string | undefined): void {
  if (shortage === undefined) logger.warn('the store has space again');
  else logger.warn({ shortage }, 'the store is out of space: writes that need more space get 503');
}

/** The address of a server, for its store. Port 0 is resolved only by listen(). */
export function addressOf({ bindAddress, securePort }: ServerOptions): string {
  return securePort === 0 ? bindAddress : `https://${bindAddress}:${securePort}`;
}

/** An embedded store for the workers of a server. */
export interface SharedStore extends HeldStore {
  readonly close: () => Promise<void>;
}

/** Opens the embedded store of a server in a process that serves no requests. Undefined on etcd. Rejects if the encryption is invalid. */
export async function openSharedStore(
  options: ServerOptions,
  { logger, onBytes }: Pick<HoldOptions, 'logger' | 'onBytes'>,
): Promise<SharedStore | undefined> {
  const { storage } = options;
  if (storage.type === 'etcd') return undefined;
  const encryption = await encryptionOf(options, logger);
  try {
    const erasure = encryption?.erasure;
    const held = await holdStore(storage, {
      address: addressOf(options),
      logger,
      onError: storeErrors(logger),
      onBytes,
      erasure,
    });
    return {
      ...held,
      async close() {
        await held.store.close();
        encryption?.close();
      },
    };
  } catch (error) {
    encryption?.close();
    throw error;
  }
}

/** Which values must not stay in the files; the workers encrypt and decrypt. Loads the code only if it is configured. */
async function encryptionOf(options: ServerOptions, logger: Logger): Promise<StoreEncryption | undefined> {
  const { encryption } = options;
  if (encryption === undefined) return undefined;
  const [{ openStoreEncryption }, { createDomain }, { builtInResources }, { createEncryptionCounts }] =
    await Promise.all([
      import('./encryption.js'),
      import('@pilothouse/apimachinery/domain/domain.js'),
      import('@pilothouse/kinds/built-in.js'),
      import('../../metrics/encryption.js'),
    ]);
  const domain = createDomain(options);
  return openStoreEncryption(encryption, {
    domain,
    definitions: builtInResources(domain, options),
    logger,
    metrics: { encryption: createEncryptionCounts({ server: '', now: realEnvironment.now }) },
    clock: () => performance.now(),
  });
}
