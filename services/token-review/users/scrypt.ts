import { scrypt, timingSafeEqual } from 'node:crypto';

/** A salted hash of a secret with its parameters (RFC 7914). Salt and hash are in base64. */
export type ScryptHash = {
  /** The cost in time and memory: a power of two. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
  readonly hash: string;
};

export type ScryptCost = Pick<ScryptHash, 'N' | 'r' | 'p'>;

/** 32 MiB and about 100 ms. */
export const DEFAULT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** Accepted cost parameters: strong enough to resist guessing, and affordable for the process. */
export const COST_LIMITS = { N: [2 ** 10, 2 ** 20], r: [1, 32], p: [1, 16] } as const;
/** Greatest memory of one hash in bytes. */
export const MAX_MEMORY = 128 * 1024 * 1024;
export const SALT_BYTES = 16;
export const HASH_BYTES = 32;

/** Memory of a hash in bytes. */
export const memoryOf = ({ N, r }: ScryptCost): number => 128 * N * r;

export async function hashSecret(secret: string, salt: Uint8Array, cost: ScryptCost): Promise<ScryptHash> {
  const { N, r, p } = cost;
  const hash = await derive(secret, salt, cost);
  return { N, r, p, salt: Buffer.from(salt).toString('base64'), hash: hash.toString('base64') };
}

/** Checks a secret against its hash, in constant time. */
export async function isSecret(secret: string, stored: ScryptHash): Promise<boolean> {
  const hash = await derive(secret, Buffer.from(stored.salt, 'base64'), stored);
  const expected = Buffer.from(stored.hash, 'base64');
  return expected.byteLength === hash.byteLength && timingSafeEqual(hash, expected);
}

function derive(secret: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 2 * memoryOf({ N, r, p }) + 1024 * r * p };
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
