import { readFile } from 'node:fs/promises';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { watchFiles, type Watched, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { ClientAuthorities } from './peer.js';

export interface AuthorityFiles extends Pick<WatchOptions<ClientAuthorities>, 'signal'> {
  /** The server's own (PEM), which vouches for users. */
  readonly own: string;
  readonly users: string | undefined;
  readonly proxies: string | undefined;
  readonly onError: (error: unknown, what: string) => void;
}

/** Whose client certificates are accepted, as their files (PEM) say. Rejects where one of them cannot be used. */
export function watchAuthorities(files: AuthorityFiles): Promise<Watched<ClientAuthorities>> {
  const { own, users, proxies, onError, signal } = files;
  const paths = [users, proxies];
  return watchFiles<ClientAuthorities>({
    read: async () => JSON.stringify(await Promise.all(paths.map((path) => readIfNamed(path)))),
    parse(text) {
      const pems = JSON.parse(text) as (string | null)[];
      const [ofUsers = [], ofProxies = []] = pems.map((pem, index) =>
        pem === null ? [] : readAuthorities(pem, paths[index] ?? ''),
      );
      return { users: [...readAuthorities(own, 'the own authority'), ...ofUsers], proxies: ofProxies };
    },
    onError: (error) => onError(error, 'a file of authorities'),
    signal,
  });
}

async function readIfNamed(path: string | undefined): Promise<string | null> {
  return path === undefined ? null : readFile(path, 'utf8');
}
