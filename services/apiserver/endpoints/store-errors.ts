import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { CompactedError, FutureRevisionError, NotReadyError, StoreUnavailableError } from '../storage/store.js';

/** A store's own errors as clients are told them; everything else as it is. */
export function storeStatusError(error: unknown): unknown {
  if (error instanceof CompactedError) return expired(error);
  if (error instanceof FutureRevisionError) return tooLargeVersion(error.requested, error.current);
  if (error instanceof NotReadyError) {
    return new StatusError('TooManyRequests', 'storage is (re)initializing', {
      details: { retryAfterSeconds: 1 },
      cause: error,
    });
  }
  if (error instanceof StoreUnavailableError) {
    return error.outcomeUnknown
      ? new StatusError('Timeout', `The outcome of the write is not known: ${error.message}`, { cause: error })
      : new StatusError('ServiceUnavailable', `The store does not answer: ${error.message}`, {
          details: { retryAfterSeconds: 1 },
          cause: error,
        });
  }
  return error;
}

function expired({ requested, compacted }: CompactedError): StatusError {
  return new StatusError(
    'Expired',
    `The resourceVersion for the provided list is too old: ${requested} (${compacted})`,
  );
}

/** The same for a watch, whose version Kubernetes calls too old in other words than a list's. */
export function watchStatusError(error: unknown): StatusError {
  if (error instanceof CompactedError) {
    const { requested, compacted } = error;
    return new StatusError('Expired', `too old resource version: ${requested} (${compacted})`);
  }
  return StatusError.from(storeStatusError(error));
}

/** 504 for a version that does not exist yet. */
function tooLargeVersion(wanted: number, current: number): StatusError {
  return new StatusError('Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}
