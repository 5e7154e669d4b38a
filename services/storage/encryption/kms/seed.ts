import { createHmac } from 'node:crypto';
import { aesGcm, type Cipher } from '../ciphers.js';
import type { FillRandom } from '../random.js';

/** Bytes of a seed, and of the random part that each derived key depends on. */
export const SEED_BYTES = 32;
const INFO_BYTES = 32;
const FIRST_BLOCK = Buffer.of(1);

/**
 * AES-256-GCM with a key of its own for each value, derived from a seed and 32 random bytes by the expansion of HKDF-SHA256
 * (RFC 5869), so that a seed does not wear out: the random bytes, and what {@link aesGcm} writes. Throws for a short seed.
 */
export function seedCipher(seed: Uint8Array, fillRandom: FillRandom): Cipher {
  if (seed.length < SEED_BYTES) throw new Error(`invalid seed length ${seed.length} used for key generation`);
  const keyOf = (info: Uint8Array): Buffer => createHmac('sha256', seed).update(info).update(FIRST_BLOCK).digest();
  return {
    seal(head, value, key) {
      const start = Buffer.allocUnsafe(head.length + INFO_BYTES);
      start.set(head);
      fillRandom(start, head.length, INFO_BYTES);
      return aesGcm(keyOf(start.subarray(head.length)), fillRandom).seal(start, value, key);
    },
    open(data, key) {
      if (data.length < INFO_BYTES) throw new Error('the stored data was shorter than the required size');
      const derived = keyOf(data.subarray(0, INFO_BYTES));
      return aesGcm(derived, fillRandom).open(data.subarray(INFO_BYTES), key);
    },
  };
}

/** Bytes that {@link seedCipher} adds to a value. */
export const SEED_OVERHEAD = INFO_BYTES + 12 + 16;
