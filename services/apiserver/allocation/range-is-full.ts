import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Kubernetes' error if no address or port is free. */
export function rangeIsFull(what: string): StatusError {
  return failedAllocation(`${what}: range is full`);
}

/** An internal error, with its cause. */
export function failedAllocation(text: string): StatusError {
  return new StatusError('InternalError', `Internal error occurred: ${text}`, {
    details: { causes: [{ message: text }] },
  });
}
