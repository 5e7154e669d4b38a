import { randomFillSync } from 'node:crypto';

/** Bytes drawn from the system at once: a call costs ten times as much as a copy of a nonce. */
const POOL_BYTES = 4096;

/** Fills nonces with random bytes of the system. Each byte is used once. */
export type FillRandom = (target: Uint8Array, start: number, length: number) => void;

export function createRandom(): FillRandom {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (target, start, length) => {
    if (used + length > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    // A loop: for a nonce, calls of Buffer's functions cost more.
    for (let index = 0; index < length; index++, used++) {
      target[start + index] = pool[used] ?? 0;
      pool[used] = 0;
    }
  };
}
