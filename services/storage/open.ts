import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { EmbeddedStore, EmbeddedStoreOptions } from './embedded/store.js';
import type { LocalOptions, StoreOptions } from './options.js';
import type { Store } from './store.js';

/** `onReload` reports reloads of the etcd client certificate, CA and password files. */
export interface OpenOptions
  extends
    Pick<WatchOptions<unknown>, 'onReload'>,
    Pick<EmbeddedStoreOptions, 'onShortage' | 'onLost' | 'onBytes' | 'erasure'> {
  /** The address of this server, reported to a process that tries to open the same directory. */
  readonly address: string;
  /** Called with failures in the background. */
  readonly onError: (error: unknown) => void;
}

/** Opens the store that the options name. Loads only that backend. */
export async function openStore(options: LocalOptions, open: OpenOptions): Promise<EmbeddedStore>;
export async function openStore(options: StoreOptions, open: OpenOptions): Promise<Store>;
export async function openStore(
  options: StoreOptions,
  { address, onError, onReload, ...embeddedOptions }: OpenOptions,
): Promise<Store> {
  if (options.type === 'etcd') {
    const { openEtcdStore } = await import('./etcd/store.js');
    const { servers, prefix, caFile, clientCertificate, credentials } = options;
    return openEtcdStore({
      endpoints: servers,
      prefix,
      onError,
      onReload,
      ...((caFile !== undefined || clientCertificate) && {
        tls: { ...(caFile !== undefined && { caFile }), ...clientCertificate },
      }),
      ...(credentials && { auth: credentials }),
    });
  }
  const { openEmbeddedStore } = await import('./embedded/store.js');
  return options.type === 'ephemeral'
    ? openEmbeddedStore({ ephemeral: true, onError })
    : openEmbeddedStore({ ...embeddedOptions, ...options, description: `the API server at ${address}`, onError });
}
