import { messageWithCauses } from './causes.js';

/** An error with an external cause, such as a server that is down or an invalid file. It is logged without a stack trace. */
export interface Outage {
  readonly isOutage: true;
}

const OUTAGE: keyof Outage = 'isOutage';

export function isOutage(error: Error): boolean {
  return OUTAGE in error;
}

/** The error as an {@link Outage}, with the messages of its causes, unless it is a fault of the program. */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || isOutage(error) || isFault(error)) return error;
  const outage = new Error(messageWithCauses(error), { cause: error });
  return Object.assign(outage, { name: error.name, isOutage: true } satisfies Outage & { name: string });
}

/** Errors of the language, except for those with a code: Node throws them for invalid values, such as addresses. */
function isFault(error: Error): boolean {
  const isOfLanguage = [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
  return isOfLanguage && !('code' in error);
}
