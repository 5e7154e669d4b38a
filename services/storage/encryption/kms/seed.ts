import { hash } from 'node:crypto';
import { createGcm, GCM_OVERHEAD, NOTHING, type Cipher, type GcmKey } from '../ciphers.js';
import type { FillRandom } from '../random.js';

/** Bytes of a seed, and of the random part that each derived key depends on. */
export const SEED_BYTES = 32;
const INFO_BYTES = 32;
/** Block and digest of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const LATIN1 = { encoding: 'latin1' } as const;

/**
 * AES-256-GCM with a key of its own for each value, derived from a seed and 32 random bytes by the expansion of HKDF-SHA256
 * (RFC 5869), so that a seed does not wear out: the random bytes, and what {@link aesGcm} writes. Throws for a short seed.
 */
export function seedCipher(seed: Uint8Array, fillRandom: FillRandom): Cipher {
  if (seed.length < SEED_BYTES) throw new Error(`invalid seed length ${seed.length} used for key generation`);
  const keyOf = firstBlockOf(seed);
  const gcm = createGcm({ algorithm: 'aes-256-gcm', fillRandom });
  return {
    seal(head, value, key, tail = NOTHING) {
      const start = head.length + INFO_BYTES;
      const end = start + value.length + GCM_OVERHEAD;
      const result = Buffer.allocUnsafe(end + tail.length);
      result.set(head);
      fillRandom(result, head.length, INFO_BYTES);
      gcm.seal(keyOf(result, head.length), { target: result, start, value, key });
      result.set(tail, end);
      return result;
    },
    open(data, key) {
      if (data.length < INFO_BYTES) throw new Error('the stored data was shorter than the required size');
      return gcm.open(keyOf(data, 0), data.subarray(INFO_BYTES), key);
    },
  };
}

/**
 * The first block of the expansion: an HMAC (RFC 2104) of the random bytes and the number 1. Made of two calls of one function, since an
 * Hmac object of Node costs more in the collector than the hash itself, and so does a Buffer for each digest. The key is Latin-1 text: an
 * object for it would cost as much as all else. Node would refuse the text in another encoding, which has more bytes.
 */
function firstBlockOf(seed: Uint8Array): (data: Uint8Array, start: number) => GcmKey {
  const secret = seed.length > BLOCK_BYTES ? hash('sha256', seed, 'buffer') : seed;
  const inner = Buffer.alloc(BLOCK_BYTES + INFO_BYTES + 1, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
  for (const [index, byte] of secret.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  inner[BLOCK_BYTES + INFO_BYTES] = 1;
  return (data, start) => {
    for (let index = 0; index < INFO_BYTES; index++) inner[BLOCK_BYTES + index] = data[start + index] ?? 0;
    outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1');
    return { secret: hash('sha256', outer, 'binary'), options: LATIN1 };
  };
}

/** Bytes that {@link seedCipher} adds to a value. */
export const SEED_OVERHEAD = INFO_BYTES + GCM_OVERHEAD;
