import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { ClientAuthorities } from './peer.js';

export interface KnownAuthorities extends ClientAuthorities {
  /** Those of users that other programs are told of: the own ones of a server are its own affair where there are others. */
  readonly shared: readonly X509Certificate[];
}

export interface AuthorityFiles extends Pick<WatchOptions<KnownAuthorities>, 'signal' | 'onReload'> {
  /** The server's own (PEM), which vouches for users. */
  readonly own: string;
  readonly users: string | undefined;
  readonly proxies: string | undefined;
  readonly onError: (error: unknown, what: string) => void;
}

/** Whose client certificates are accepted, as their files (PEM) say. Rejects where one of them cannot be used. */
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
    onError: (error) => onError(error, 'a file of authorities'),
    onReload,
    signal,
  });
}

async function readIfNamed(path: string | undefined): Promise<string | null> {
  return path === undefined ? null : readFile(path, 'utf8');
}
