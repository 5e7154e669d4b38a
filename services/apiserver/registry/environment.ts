import { randomInt, randomUUID } from 'node:crypto';

/** Time and randomness, which tests can control. */
export interface Environment {
  readonly now: () => Date;
  readonly uuid: () => string;
  /** An integer in [0, `limit`). */
  readonly random: (limit: number) => number;
}

export const realEnvironment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  random: (limit) => randomInt(limit),
};
