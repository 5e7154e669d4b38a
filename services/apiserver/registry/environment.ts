import { randomInt, randomUUID } from 'node:crypto';

/** Time and chance, passed in so that tests can hold them still. */
export interface Environment {
  readonly now: () => Date;
  readonly uuid: () => string;
  /** An integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
}

export const realEnvironment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  random: (limit) => randomInt(limit),
};
