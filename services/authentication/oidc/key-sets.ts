import type { KeySet } from './key-set.js';

/** More than the issuers of claims that there are. */
const MOST = 16;

/** The keys of one issuer after another, made when they are first wanted. The last few are remembered. */
export function keySets(create: (issuer: string) => KeySet): (issuer: string) => KeySet {
  const known = new Map<string, KeySet>();
  return (issuer) => {
    const keySet = known.get(issuer) ?? create(issuer);
    known.delete(issuer);
    known.set(issuer, keySet);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return keySet;
  };
}
