import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Grant } from '../session/session.js';
import { RejectedError } from './strategy.js';

export interface OneTimeCodes {
  /** The code that is valid now. */
  readonly current: () => string;
  /** Exchanges the code for a grant. Rejects any other text with RejectedError. */
  readonly use: (code: unknown) => Promise<Grant>;
}

export interface OneTimeCodesOptions {
  readonly user: string;
  /** Called when a code has been used. The next one is valid by then. */
  readonly onUsed: () => void;
}

/** Codes that sign in the local administrator, each once. */
export function oneTimeCodes({ user, onUsed }: OneTimeCodesOptions): OneTimeCodes {
  let code = newCode();
  return {
    current: () => code,
    async use(given) {
      if (typeof given !== 'string' || !isEqual(given, code)) {
        throw new RejectedError('The link was used already, or is not the latest one.');
      }
      code = newCode();
      onUsed();
      return { type: 'local', user };
    },
  };
}

const newCode = (): string => randomBytes(24).toString('base64url');

function isEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
