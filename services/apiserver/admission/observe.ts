import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Operation, Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionObserver, Outcome } from './admission.js';

/** Runs a call and observes it. A StatusError below 500 counts as rejected, any other error as failed. */
export async function observed<T>(
  observer: AdmissionObserver | undefined,
  name: string,
  { operation, phase }: { readonly operation: Operation; readonly phase: Phase },
  run: () => Promise<T>,
): Promise<T> {
  if (observer === undefined) return run();
  const start = performance.now();
  let outcome: Outcome = 'admitted';
  try {
    return await run();
  } catch (error) {
    outcome = error instanceof StatusError && error.code < 500 ? 'rejected' : 'failed';
    throw error;
  } finally {
    observer(name, operation, (performance.now() - start) / 1000, outcome, phase);
  }
}
