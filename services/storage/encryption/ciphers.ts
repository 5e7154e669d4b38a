import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type CipherKey } from 'node:crypto';
import type { FillRandom } from './random.js';

/** Encrypts under one key. Byte formats are those of kube-apiserver. */
export interface Cipher {
  /**
   * The result begins with `head` and ends with `tail`, if it is given. `key` is authenticated if the algorithm can. A small result may
   * share its memory with others: stores copy what they keep.
   */
  readonly seal: (head: Uint8Array, value: Uint8Array, key: Uint8Array, tail?: Uint8Array) => Uint8Array;
  /** Throws if the data are too short or were not sealed under this key. */
  readonly open: (data: Uint8Array, key: Uint8Array) => Uint8Array;
}

/** Makes the cipher of a key. */
export type CreateCipher = (secret: Uint8Array, fillRandom: FillRandom) => Cipher;

/** The tail of a value that has none. */
export const NOTHING = new Uint8Array();
export const TOO_SHORT = 'the stored data was shorter than the required size';
const NONCE = 12;
const TAG = 16;
/** Bytes that AES-GCM adds to a value. */
export const GCM_OVERHEAD = NONCE + TAG;
const BLOCK = 16;

/**
 * AES-GCM: a random nonce of 12 bytes, the ciphertext, and a tag of 16 bytes. The key is an object that is made once, since Node 24 takes
 * 11 µs for each use of a key in bytes.
 */
export function aesGcm(secret: Uint8Array, fillRandom: FillRandom): Cipher {
  const algorithm = `aes-${(secret.length * 8) as 128 | 192 | 256}-gcm` as const;
  const gcm = createGcm({ algorithm, fillRandom });
  const secretKey = { secret: createSecretKey(secret) };
  return {
    seal(head, value, key, tail = NOTHING) {
      const end = head.length + value.length + GCM_OVERHEAD;
      const result = Buffer.allocUnsafe(end + tail.length);
      result.set(head);
      gcm.seal(secretKey, { target: result, start: head.length, value, key });
      result.set(tail, end);
      return result;
    },
    open: (data, key) => gcm.open(secretKey, data, key),
  };
}

/** A key of AES-GCM: an object, or text with its encoding. */
export interface GcmKey {
  readonly secret: CipherKey;
  readonly options?: { readonly encoding: 'latin1' };
}

/** A value to seal: the result is written to `target`, from `start` on. `key` is authenticated. */
export interface GcmInput {
  readonly target: Buffer;
  readonly start: number;
  readonly value: Uint8Array;
  readonly key: Uint8Array;
}

export interface GcmOptions {
  readonly algorithm: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm';
  readonly fillRandom: FillRandom;
}

/** AES-GCM in the format of {@link aesGcm}, with a secret for each call. */
export interface Gcm {
  readonly seal: (secret: GcmKey, input: GcmInput) => void;
  readonly open: (secret: GcmKey, data: Uint8Array, key: Uint8Array) => Uint8Array;
}

export function createGcm({ algorithm, fillRandom }: GcmOptions): Gcm {
  const nonce = new Uint8Array(NONCE);
  return {
    seal({ secret, options }, { target, start, value, key }) {
      fillRandom(nonce, 0, NONCE);
      target.set(nonce, start);
      const cipher = createCipheriv(algorithm, secret, nonce, options);
      cipher.setAAD(key);
      moveTo(target, start + NONCE, cipher.update(value));
      cipher.final();
      moveTo(target, start + NONCE + value.length, cipher.getAuthTag());
    },
    open({ secret, options }, data, key) {
      if (data.length < NONCE) throw new Error(TOO_SHORT);
      const end = data.length - TAG;
      if (end < NONCE) throw new Error('cipher: message authentication failed');
      const decipher = createDecipheriv(algorithm, secret, data.subarray(0, NONCE), options);
      decipher.setAAD(key);
      decipher.setAuthTag(data.subarray(end));
      const value = decipher.update(data.subarray(NONCE, end));
      try {
        decipher.final();
      } catch (error) {
        throw new Error('cipher: message authentication failed', { cause: error });
      }
      return value;
    },
  };
}

/**
 * AES-CBC with PKCS #7 padding: a random vector of 16 bytes, and the ciphertext. Nothing is authenticated.
 *
 * One cipher object encrypts all values in one chain, since a new one costs three times as much as the encryption of 1 KB. Before each
 * value it encrypts a block of random bytes, and that ciphertext is the vector of the value, which cannot be predicted (NIST SP
 * 800-38A, appendix C). To decrypt, the vector is decrypted too, and what comes of it is dropped.
 */
export function aesCbc(secret: Uint8Array, fillRandom: FillRandom): Cipher {
  const algorithm = `aes-${secret.length * 8}-cbc`;
  const encryption = createCipheriv(algorithm, secret, randomBytes(BLOCK)).setAutoPadding(false);
  const decryption = createDecipheriv(algorithm, secret, randomBytes(BLOCK)).setAutoPadding(false);
  return {
    seal(head, value, _key, tail = NOTHING) {
      const padding = BLOCK - (value.length % BLOCK);
      const end = BLOCK + value.length;
      const size = end + padding;
      const blocks = Buffer.allocUnsafe(size);
      fillRandom(blocks, 0, BLOCK);
      blocks.set(value, BLOCK);
      blocks.fill(padding, end);
      const result = Buffer.allocUnsafe(head.length + size + tail.length);
      result.set(head);
      moveTo(result, head.length, encryption.update(blocks));
      result.set(tail, head.length + size);
      return result;
    },
    open(data) {
      if (data.length < BLOCK) throw new Error(TOO_SHORT);
      if (data.length % BLOCK !== 0) throw new Error('the stored data is not a multiple of the block size');
      if (data.length === BLOCK) throw new Error('invalid PKCS7 data (empty or not padded)');
      return withoutPadding(decryption.update(data).subarray(BLOCK));
    },
  };
}

function withoutPadding(padded: Uint8Array): Uint8Array {
  const padding = padded[padded.length - 1] ?? 0;
  if (padding === 0 || padding > padded.length) throw new Error('invalid PKCS7 data (empty or not padded)');
  const size = padded.length - padding;
  for (let index = size; index < padded.length; index++) {
    if (padded[index] !== padding) throw new Error('invalid padding on input');
  }
  return padded.subarray(0, size);
}

/** A buffer with a method that Node 20 lacks. */
interface Transferable {
  readonly transfer?: (size: number) => unknown;
}

/**
 * Copies what a cipher returned, and frees its memory at once: left to the collector, whose threads free it, 1 KB costs up to 2.5 µs. Memory
 * that others share is left alone.
 */
function moveTo(target: Uint8Array, start: number, part: Uint8Array): void {
  target.set(part, start);
  const { buffer } = part;
  if (buffer.byteLength === part.byteLength) (buffer as Transferable).transfer?.(0);
}
