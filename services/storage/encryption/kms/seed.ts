import { hash } from 'node:crypto';
import { aesGcmOnce, type Cipher } from '../ciphers.js';
import type { FillRandom } from '../random.js';

/** Bytes of a seed, and of the random part that each derived key depends on. */
export const SEED_BYTES = 32;
const INFO_BYTES = 32;
/** Block and digest of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * AES-256-GCM with a key of its own for each value, derived from a seed and 32 random bytes by the expansion of HKDF-SHA256
 * (RFC 5869), so that a seed does not wear out: the random bytes, and what {@link aesGcm} writes. Throws for a short seed.
 */
export function seedCipher(seed: Uint8Array, fillRandom: FillRandom): Cipher {
  if (seed.length < SEED_BYTES) throw new Error(`invalid seed length ${seed.length} used for key generation`);
  const keyOf = firstBlockOf(seed);
  return {
    seal(head, value, key, tail) {
      const start = Buffer.allocUnsafe(head.length + INFO_BYTES);
      start.set(head);
      fillRandom(start, head.length, INFO_BYTES);
      return aesGcmOnce(keyOf(start.subarray(head.length)), fillRandom).seal(start, value, key, tail);
    },
    open(data, key) {
      if (data.length < INFO_BYTES) throw new Error('the stored data was shorter than the required size');
      const derived = keyOf(data.subarray(0, INFO_BYTES));
      return aesGcmOnce(derived, fillRandom).open(data.subarray(INFO_BYTES), key);
    },
  };
}

/**
 * The first block of the expansion: an HMAC (RFC 2104) of the random bytes and the number 1. Made of two calls of one function, since an
 * Hmac object of Node costs more in the collector than the hash itself, and so does a Buffer for each digest. The result is Latin-1.
 */
function firstBlockOf(seed: Uint8Array): (info: Uint8Array) => string {
  const secret = seed.length > BLOCK_BYTES ? hash('sha256', seed, 'buffer') : seed;
  const inner = Buffer.alloc(BLOCK_BYTES + INFO_BYTES + 1, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
  for (const [index, byte] of secret.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  inner[BLOCK_BYTES + INFO_BYTES] = 1;
  return (info) => {
    inner.set(info, BLOCK_BYTES);
    outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'binary');
  };
}

/** Bytes that {@link seedCipher} adds to a value. */
export const SEED_OVERHEAD = INFO_BYTES + 12 + 16;
