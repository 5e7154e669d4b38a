import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { ClientAuthorities } from '../listener/peer.js';

export interface KnownAuthorities extends ClientAuthorities {
  /** Authorities of users to publish in the ConfigMap. The server's own one is published only if there is no other. */
  readonly shared: readonly X509Certificate[];
}

export interface AuthorityFiles extends Pick<WatchOptions<KnownAuthorities>, 'signal' | 'onReload'> {
  /** The server's own authority (PEM) of users. */
  readonly own: string;
  readonly users: string | undefined;
  readonly proxies: string | undefined;
  readonly onError: (error: unknown, what: string) => void;
}

/** Authorities of client certificates, reloaded from files (PEM). Rejects if a file is invalid. */
export function watchAuthorities(files: AuthorityFiles): Promise<Changing<KnownAuthorities>> {
  const { own, users, proxies, onError, onReload, signal } = files;
  const paths = [users, proxies];
  return watchFiles<KnownAuthorities>({
    read: async () => JSON.stringify(await Promise.all(paths.map((path) => readIfNamed(path)))),
    parse(text) {
      const pems = JSON.parse(text) as (string | null)[];
      const [ofUsers = [], ofProxies = []] = pems.map((pem, index) =>
        pem === null ? [] : readAuthorities(pem, paths[index] ?? ''),
      );
      const ofServer = readAuthorities(own, 'the own authority');
      return {
        users: [...ofServer, ...ofUsers],
        proxies: ofProxies,
        shared: users === undefined ? ofServer : ofUsers,
      };
    },
    onError: (error) => onError(error, 'loading a file of certificate authorities'),
    onReload,
    signal,
  });
}

async function readIfNamed(path: string | undefined): Promise<string | null> {
  return path === undefined ? null : readFile(path, 'utf8');
}
