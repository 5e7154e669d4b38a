import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';

/** The position after which a paged list continues. */
export interface ContinueToken {
  /** The revision of all pages. */
  readonly revision: number;
  /** The first key of the next page, without the collection's prefix. */
  readonly start: string;
  /** The number of remaining entries, if known. */
  readonly following?: number | undefined;
}

/** Opaque continue tokens, each valid only for the collection (key prefix) for which it was made. */
export interface ContinueTokens {
  readonly encode: (token: ContinueToken, collection: string) => string;
  /** Throws 400 for a token that this API did not make for this collection. */
  readonly decode: (text: string, collection: string) => ContinueToken;
}

/** The version of the layout, in the first byte. */
const LAYOUT = 1;
const SEAL_BYTES = 16;

/**
 * Tokens authenticated with a key that all replicas share. A token is its layout, the MAC, and the JSON of its parts.
 */
export function continueTokens(key: () => Uint8Array): ContinueTokens {
  const seal = (parts: Uint8Array, collection: string): Buffer =>
    createHmac('sha256', key()).update(`${LAYOUT}\0${collection}\0`).update(parts).digest().subarray(0, SEAL_BYTES);
  return {
    encode({ revision, start, following }, collection) {
      const parts = Buffer.from(JSON.stringify([revision, start, following]));
      return Buffer.concat([Buffer.of(LAYOUT), seal(parts, collection), parts]).toString('base64url');
    },
    decode(text, collection) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text || bytes.length <= 1 + SEAL_BYTES) {
        throw badRequest('continue key is not valid: it is not a token of this API');
      }
      if (bytes[0] !== LAYOUT) {
        throw badRequest('continue key is not valid: server does not recognize this encoded version');
      }
      const parts = bytes.subarray(1 + SEAL_BYTES);
      if (!timingSafeEqual(bytes.subarray(1, 1 + SEAL_BYTES), seal(parts, collection))) {
        throw badRequest('continue key is not valid: it was not made for this collection by this API');
      }
      const [revision, start, following] = JSON.parse(parts.toString()) as [number, string, number | null];
      return { revision, start, ...(following !== null && { following }) };
    },
  };
}
