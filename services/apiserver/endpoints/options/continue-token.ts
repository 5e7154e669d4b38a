import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';

/** Where a list that came in pages goes on. */
export interface ContinueToken {
  /** The state that all pages show. */
  readonly revision: number;
  /** The first key of the next page, without the collection's prefix. */
  readonly start: string;
  /** How many entries there are from there on, where that is known. */
  readonly following?: number | undefined;
}

/** Tokens are opaque to clients, and good only for the collection, named by the prefix of its keys, that they were made for. */
export interface ContinueTokens {
  readonly encode: (token: ContinueToken, collection: string) => string;
  /** Throws 400 for what was not made here for this collection. */
  readonly decode: (text: string, collection: string) => ContinueToken;
}

/** The layout of what follows the first byte. */
const LAYOUT = 1;
const SEAL_BYTES = 16;

/** Tokens sealed with a key, which all replicas must share. A token is its layout, the seal, and the JSON of its parts. */
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
