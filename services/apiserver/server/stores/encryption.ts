import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Erasure } from '@pilothouse/storage/embedded/erasure.js';
import { openEncryption, type Encryption } from '@pilothouse/storage/encryption/encryption.js';
import { encryptedStore } from '@pilothouse/storage/encryption/store.js';
import { isExposed, type Transformer } from '@pilothouse/storage/encryption/transformer.js';
import type { Store } from '@pilothouse/storage/store.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { EncryptionOptions } from '../../options/encryption.js';
import { resourceOfKey } from '../../registry/resource-of-key.js';

export interface EncryptionParts {
  readonly domain: Domain;
  readonly definitions: readonly ResourceDefinition[];
  readonly logger: Logger;
  readonly metrics: Pick<ServerMetrics, 'encryption'>;
  readonly clock: () => number;
}

/** Encryption of the stores of a server. */
export interface StoreEncryption extends Pick<Encryption, 'checks'> {
  /** Puts the encryption in front of a store. `prefix` precedes keys in the backend. The last store to close closes the encryption. */
  readonly inFrontOf: (store: Store, prefix: string) => Store;
  /** Former values in the clear must not stay in the files of the embedded store. */
  readonly erasure: Erasure;
  readonly close: () => void;
}

/** Opens the encryption of a configuration file. Rejects if the file is invalid. */
export async function openStoreEncryption(
  { file, reloads }: EncryptionOptions,
  { domain, definitions, logger, metrics, clock }: EncryptionParts,
): Promise<StoreEncryption> {
  const encryption = await openEncryption({
    path: file,
    apiVersion: `${domain.group('apiserver.config')}/v1`,
    reloads,
    observer: metrics.encryption.observer,
    clock,
    onError: (error) =>
      logger.warn({ error }, 'encryption: the configuration or a KMS plugin fails; what is in use stays'),
    onReloaded: () => logger.info({ file }, 'encryption: the changed configuration is in use'),
  });
  const resourceOf = resourceOfKey(definitions);
  let open = 0;
  const transformers = new Map<string, Transformer>();
  const transformerOf = (key: string): Transformer | undefined => {
    const resource = resourceOf(key);
    return resource && transformerOfResource(resource);
  };
  const transformerOfResource = ({ group, resource }: GroupResource): Transformer => {
    const name = `${resource}.${group}`;
    const transformer = transformers.get(name) ?? encryption.transformerOf({ group, resource });
    transformers.set(name, transformer);
    return transformer;
  };
  return {
    checks: encryption.checks,
    erasure: {
      // Most values are encrypted, which costs no look at the key.
      concerns: (key, value) => isExposed(value, () => transformerOf(key)),
      version: encryption.version,
    },
    inFrontOf(store, prefix) {
      open += 1;
      return encryptedStore(store, {
        prefix,
        transformerOf,
        onClosed() {
          open -= 1;
          if (open === 0) encryption.close();
        },
      });
    },
    close: encryption.close,
  };
}
