import type { EncryptionObserver } from './observer.js';

const nothing = (): void => undefined;

/** Counts nothing. */
export const silentObserver: EncryptionObserver = {
  transformed: nothing,
  kms: {
    called: nothing,
    keyUsed: nothing,
    keyReported: nothing,
    invalidKeyReported: nothing,
    generated: nothing,
    missed: nothing,
    seeds: nothing,
  },
  configured: nothing,
  reloaded: nothing,
};
