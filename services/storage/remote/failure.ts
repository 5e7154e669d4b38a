import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { CompactedError, FutureRevisionError, StoreFullError, StoreUnavailableError, type Revision } from '../store.js';

/** An error of a store as plain data. */
export type Failure =
  | { readonly name: 'CompactedError'; readonly requested: Revision; readonly compacted: Revision }
  | { readonly name: 'FutureRevisionError'; readonly requested: Revision; readonly current: Revision }
  | { readonly name: 'StoreUnavailableError'; readonly message: string; readonly outcomeUnknown: boolean }
  | { readonly name: 'StoreFullError' | 'RangeError' | 'TypeError' | 'Error'; readonly message: string };

export function failureOf(error: unknown): Failure {
  const message = errorMessage(error);
  if (error instanceof CompactedError) {
    const { name, requested, compacted } = error;
    return { name, requested, compacted };
  }
  if (error instanceof FutureRevisionError) {
    const { name, requested, current } = error;
    return { name, requested, current };
  }
  if (error instanceof StoreFullError) return { name: error.name, message };
  if (error instanceof StoreUnavailableError) {
    return { name: 'StoreUnavailableError', message, outcomeUnknown: error.outcomeUnknown };
  }
  if (error instanceof RangeError) return { name: 'RangeError', message };
  return { name: error instanceof TypeError ? 'TypeError' : 'Error', message };
}

/** The error, in the process of the caller. */
export function errorOf(failure: Failure): Error {
  switch (failure.name) {
    case 'CompactedError':
      return new CompactedError(failure.requested, failure.compacted);
    case 'FutureRevisionError':
      return new FutureRevisionError(failure.requested, failure.current);
    case 'StoreUnavailableError':
      return new StoreUnavailableError(failure.message, failure.outcomeUnknown);
    case 'StoreFullError':
      return new StoreFullError(failure.message);
    case 'RangeError':
      return new RangeError(failure.message);
    case 'TypeError':
      return new TypeError(failure.message);
    case 'Error':
      return new Error(failure.message);
  }
}
