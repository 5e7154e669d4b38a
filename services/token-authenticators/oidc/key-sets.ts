import type { KeySet } from './key-set.js';

/** Maximum number of cached issuers; installations have fewer. */
const MAX_ISSUERS = 16;

/** LRU cache of key sets by issuer. */
export function keySets(create: (issuer: string) => KeySet): (issuer: string) => KeySet {
  const known = new Map<string, KeySet>();
  return (issuer) => {
    const keySet = known.get(issuer) ?? create(issuer);
    known.delete(issuer);
    known.set(issuer, keySet);
    const [oldest] = known.keys();
    if (known.size > MAX_ISSUERS && oldest !== undefined) known.delete(oldest);
    return keySet;
  };
}
