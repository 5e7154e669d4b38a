import { NOTHING, TOO_SHORT, type CreateCipher } from './ciphers.js';

const KEY = 32;
const NONCE = 24;
const TAG = 16;

/** Bytes of the first values; more are allocated for larger ones. */
const VALUE = 4096;

/**
 * XSalsa20 and Poly1305 as in NaCl's secretbox: a random nonce of 24 bytes, the tag, and the ciphertext. Loads libsodium in WebAssembly,
 * since Node's OpenSSL has no XSalsa20. Its functions are called as they are: its wrappers make a buffer for each result, which costs a
 * third of the time.
 */
export async function loadSecretbox(): Promise<CreateCipher> {
  const { default: load } = await import('libsodium');
  const sodium = await load();
  const {
    _malloc: malloc,
    _free: free,
    _crypto_secretbox_easy: sealBox,
    _crypto_secretbox_open_easy: openBox,
  } = sodium;
  const allocate = (size: number): number => {
    const address = malloc(size);
    if (address === 0) throw new Error('libsodium is out of memory');
    return address;
  };
  const keyAt = allocate(KEY);
  const nonceAt = allocate(NONCE);
  let capacity = VALUE;
  let boxAt = allocate(TAG + capacity);

  /** Copies the input of a call into the memory of libsodium, where its output replaces it. */
  function enter(secret: Uint8Array, nonce: Uint8Array, input: Uint8Array): void {
    if (input.length > capacity) {
      const larger = allocate(TAG + input.length);
      free(boxAt);
      [boxAt, capacity] = [larger, input.length];
    }
    // Growing replaces this array.
    const memory = sodium.HEAPU8;
    memory.set(secret, keyAt);
    memory.set(nonce, nonceAt);
    memory.set(input, boxAt);
  }

  const output = (length: number): Uint8Array => sodium.HEAPU8.subarray(boxAt, boxAt + length);

  return (secret, fillRandom) => ({
    seal(head, value, _key, tail = NOTHING) {
      const start = head.length + NONCE;
      const end = start + TAG + value.length;
      const result = Buffer.allocUnsafe(end + tail.length);
      result.set(head);
      fillRandom(result, head.length, NONCE);
      enter(secret, result.subarray(head.length, start), value);
      const status = sealBox(boxAt, boxAt, value.length, 0, nonceAt, keyAt);
      if (status !== 0) throw new Error('the value is too large for encryption');
      result.set(output(TAG + value.length), start);
      result.set(tail, end);
      return result;
    },
    open(data) {
      if (data.length < NONCE + TAG) throw new Error(TOO_SHORT);
      const size = data.length - NONCE;
      enter(secret, data.subarray(0, NONCE), data.subarray(NONCE));
      const status = openBox(boxAt, boxAt, size, 0, nonceAt, keyAt);
      // The text of Kubernetes for a box that another key sealed.
      if (status !== 0) throw new Error('output array was not large enough for encryption');
      return Buffer.from(output(size - TAG));
    },
  });
}
