import type { Awaitable } from '@pilothouse/admission/awaitable.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Operation, Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionObserver, Outcome } from './admission.js';

/** Runs a call and observes it, with no wait unless the call waits. A StatusError below 500 counts as rejected, any other error as failed. */
export function observed<T>(
  observer: AdmissionObserver | undefined,
  name: string,
  { operation, phase }: { readonly operation: Operation; readonly phase: Phase },
  run: () => Awaitable<T>,
): Awaitable<T> {
  if (observer === undefined) return run();
  const start = performance.now();
  const report = (outcome: Outcome): void =>
    observer(name, operation, (performance.now() - start) / 1000, outcome, phase);
  const fail = (error: unknown): never => {
    report(error instanceof StatusError && error.code < 500 ? 'rejected' : 'failed');
    throw error;
  };
  let result: Awaitable<T>;
  try {
    result = run();
  } catch (error) {
    return fail(error);
  }
  if (!(result instanceof Promise)) {
    report('admitted');
    return result;
  }
  return result.then((value) => {
    report('admitted');
    return value;
  }, fail);
}
