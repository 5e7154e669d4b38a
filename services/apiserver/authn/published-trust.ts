import type { X509Certificate } from 'node:crypto';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { ProxyOptions } from '../options/authentication.js';

/** The trusted authorities and proxies, published for programs that must accept the same clients. */
export interface Trust {
  /** The authorities of users. */
  readonly users: readonly X509Certificate[];
  readonly proxies?: TrustedProxies;
}

/** The trusted authenticating proxies. */
export interface TrustedProxies extends Omit<ProxyOptions, 'caFile'> {
  readonly authorities: readonly X509Certificate[];
}

/** Milliseconds for which an expired authority stays published, to allow for clock differences; as in Kubernetes. */
const CLOCK_TOLERANCE = 5 * 60_000;

/**
 * The data of the config map with a server's trust. As in Kubernetes, entries of other servers stay, since replicas may
 * have different authorities. Expired and unreadable ones are dropped. `now` is in milliseconds since 1970.
 */
export function publishedTrust(
  found: Readonly<Record<string, string>>,
  { users, proxies }: Trust,
  now: number,
): Record<string, string> {
  const authorities = (key: string, own: readonly X509Certificate[]): string => {
    const all = [...certificatesIn(found[key]), ...own].filter(
      ({ validTo }) => Date.parse(validTo) + CLOCK_TOLERANCE > now,
    );
    return [...new Set(all.map(String))].join('');
  };
  const names = (key: string, own: readonly string[] = []): string =>
    JSON.stringify([...new Set([...namesIn(found[key]), ...own])]);
  const data: Record<string, string> = {};
  const ofUsers = authorities('client-ca-file', users);
  if (ofUsers !== '') data['client-ca-file'] = ofUsers;
  const ofProxies = authorities('requestheader-client-ca-file', proxies?.authorities ?? []);
  if (ofProxies === '') return data;
  const uids = names('requestheader-uid-headers', proxies?.uidHeaders);
  return {
    ...data,
    'requestheader-client-ca-file': ofProxies,
    'requestheader-allowed-names': names('requestheader-allowed-names', proxies?.allowedNames),
    'requestheader-username-headers': names('requestheader-username-headers', proxies?.usernameHeaders),
    'requestheader-group-headers': names('requestheader-group-headers', proxies?.groupHeaders),
    'requestheader-extra-headers-prefix': names('requestheader-extra-headers-prefix', proxies?.extraPrefixes),
    ...(uids !== '[]' && { 'requestheader-uid-headers': uids }),
  };
}

function certificatesIn(pem = ''): readonly X509Certificate[] {
  try {
    return pem === '' ? [] : readAuthorities(pem, 'the published trust');
  } catch {
    return [];
  }
}

function namesIn(json = '[]'): readonly string[] {
  try {
    const names: unknown = JSON.parse(json);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
