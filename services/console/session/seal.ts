import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Length of a key in bytes. */
export const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates text that the browser keeps. */
export interface Sealer {
  /** Text of the base64url alphabet. The purpose is authenticated, so that text for one purpose does not open for another. */
  readonly seal: (text: string, purpose: string) => string;
  /** The sealed text; undefined if it was changed, or if no present key sealed it. */
  readonly open: (sealed: string, purpose: string) => string | undefined;
}

/** AES-256-GCM. The first key seals, and all keys open. `keys` is read on each use. */
export function createSealer(keys: () => readonly Buffer[]): Sealer {
  return {
    seal(text, purpose) {
      const [key] = keys();
      if (key === undefined) throw new TypeError('a sealer needs a key');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      for (const key of keys()) {
        const text = decrypted(bytes, key, purpose);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

function decrypted(bytes: Buffer, key: Buffer, purpose: string): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
