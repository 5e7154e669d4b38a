import { scrypt, timingSafeEqual } from 'node:crypto';

/** A salted hash of a secret, with all that it takes to make it again (RFC 7914). Salt and hash are in base64. */
export type ScryptHash = {
  /** The cost in time and memory: a power of two. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
  readonly hash: string;
};

export type ScryptCost = Pick<ScryptHash, 'N' | 'r' | 'p'>;

/** 32 MiB and some 100 ms. */
export const DEFAULT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** What entries of a file may ask for: no less than keeps its promise, no more than a process can afford. */
export const COST_LIMITS = { N: [2 ** 10, 2 ** 20], r: [1, 32], p: [1, 16] } as const;
/** Bytes that one hash may work in. */
export const MAX_MEMORY = 128 * 1024 * 1024;
export const SALT_BYTES = 16;
export const HASH_BYTES = 32;

/** Bytes that a hash works in. */
export const memoryOf = ({ N, r }: ScryptCost): number => 128 * N * r;

export async function hashSecret(secret: string, salt: Uint8Array, cost: ScryptCost): Promise<ScryptHash> {
  const { N, r, p } = cost;
  const hash = await derive(secret, salt, cost);
  return { N, r, p, salt: Buffer.from(salt).toString('base64'), hash: hash.toString('base64') };
}

/** Whether it is the secret that was hashed; how long that takes tells nothing of how much of it is right. */
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
