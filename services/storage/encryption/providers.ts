import type { Cipher } from './ciphers.js';
import type { Observed } from './chain.js';
import { aggregate, ENCRYPTED, startsWith, type Clear, type Provider } from './transformer.js';

/** A key of a provider, with the name that precedes its values. */
export interface NamedCipher {
  readonly name: string;
  readonly cipher: Cipher;
}

/** The reason why an encrypted value cannot be read without a key. */
export const READS_ENCRYPTED = 'identity transformer tried to read encrypted data';

/** Stores values in the clear. Refuses to read encrypted ones. */
export const identity: Provider = {
  prefix: new Uint8Array(),
  read(data) {
    if (startsWith(data, ENCRYPTED)) throw new Error(READS_ENCRYPTED);
    return { value: data, isStale: false };
  },
  write: (value) => value,
  isCurrent: (data) => !startsWith(data, ENCRYPTED),
};

const UNOBSERVED: Observed = { observe: () => undefined, clock: () => 0 };

/**
 * A provider with keys: the first one writes, and each reads the values that name it. Throws for values that name none of
 * them; `family` is for that text.
 */
export function keyedProvider(
  prefix: string,
  family: 'AES' | 'Secretbox',
  ciphers: readonly [NamedCipher, ...NamedCipher[]],
  { observe, clock }: Observed = UNOBSERVED,
): Provider {
  const keys = ciphers.map(({ name, cipher }) => ({ label: `${name}:`, name: Buffer.from(`${name}:`), cipher }));
  const [{ name, cipher: first }] = ciphers;
  const head = Buffer.from(`${prefix}${name}:`);
  const label = `${name}:`;
  const firstName = Buffer.from(label);
  // Two keys with one name are told apart only by decryption.
  const isAmbiguous = ciphers.filter((each) => each.name === name).length > 1;
  return {
    prefix: Buffer.from(prefix),
    read(data, key): Clear {
      const failures: unknown[] = [];
      for (const [index, each] of keys.entries()) {
        if (!startsWith(data, each.name)) continue;
        const start = clock();
        try {
          const value = each.cipher.open(data.subarray(each.name.length), key);
          observe('from_storage', each.label, (clock() - start) / 1000);
          return { value, isStale: index > 0 };
        } catch (error) {
          observe('from_storage', each.label, (clock() - start) / 1000, error);
          failures.push(error);
        }
      }
      if (failures.length > 0) throw aggregate(failures);
      const error = new Error(`no matching key was found for the provided ${family} transformer`);
      observe('from_storage', 'unknown', 0, error);
      throw error;
    },
    write(value, key) {
      const start = clock();
      const stored = first.seal(head, value, key);
      observe('to_storage', label, (clock() - start) / 1000);
      return stored;
    },
    isCurrent(data) {
      if (!startsWith(data, firstName)) return false;
      return isAmbiguous ? undefined : true;
    },
  };
}
