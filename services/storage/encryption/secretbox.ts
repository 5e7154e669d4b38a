import { NOTHING, TOO_SHORT, type CreateCipher } from './ciphers.js';

const NONCE = 24;
const TAG = 16;

/**
 * XSalsa20 and Poly1305 as in NaCl's secretbox: a random nonce of 24 bytes, the tag, and the ciphertext. Loads libsodium in WebAssembly,
 * since Node's OpenSSL has no XSalsa20.
 */
export async function loadSecretbox(): Promise<CreateCipher> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return (secret, fillRandom) => ({
    seal(head, value, _key, tail = NOTHING) {
      const start = head.length + NONCE;
      const end = start + TAG + value.length;
      const result = Buffer.allocUnsafe(end + tail.length);
      result.set(head);
      fillRandom(result, head.length, NONCE);
      result.set(sodium.crypto_secretbox_easy(value, result.subarray(head.length, start), secret), start);
      result.set(tail, end);
      return result;
    },
    open(data) {
      if (data.length < NONCE + TAG) throw new Error(TOO_SHORT);
      try {
        const opened = sodium.crypto_secretbox_open_easy(data.subarray(NONCE), data.subarray(0, NONCE), secret);
        return Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength);
      } catch (error) {
        // The text of Kubernetes for a box that another key sealed.
        throw new Error('output array was not large enough for encryption', { cause: error });
      }
    },
  });
}
