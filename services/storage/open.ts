import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { EmbeddedStore, EmbeddedStoreOptions } from './embedded/store.js';
import type { StoreOptions } from './options.js';
import type { Store } from './store.js';

/** `onReload` is told of the files by which etcd knows this server. */
export interface OpenOptions
  extends Pick<WatchOptions<unknown>, 'onReload'>, Pick<EmbeddedStoreOptions, 'onShortage' | 'onLost'> {
  /** Where this server is reached: what others are told who want the same directory. */
  readonly address: string;
  /** Told of failures in the background. */
  readonly onError: (error: unknown) => void;
}

/** Opens the store that the options name; only that backend is loaded. */
export async function openStore(
  options: StoreOptions,
  { address, onError, onReload, ...told }: OpenOptions,
): Promise<Store | EmbeddedStore> {
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
    : openEmbeddedStore({ ...told, ...options, description: `the API server at ${address}`, onError });
}
