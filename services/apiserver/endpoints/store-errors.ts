import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import {
  CompactedError,
  FutureRevisionError,
  NotReadyError,
  StoreFullError,
  StoreUnavailableError,
} from '@pilothouse/storage/store.js';

const OUT_OF_SPACE =
  'The store is out of space and refuses writes that need more. Delete objects, or ask the administrator to make room.';
/** Retry-After for a full store: space does not return within a second. */
const OUT_OF_SPACE_SECONDS = 10;

/**
 * Converts a store's errors to Status errors; others pass unchanged. The texts are fixed: those of the store contain
 * hosts, paths and causes, which belong in the server's log.
 */
export function storeStatusError(error: unknown): unknown {
  if (error instanceof CompactedError) return expired(error);
  if (error instanceof FutureRevisionError) return tooLargeVersion(error.requested, error.current);
  if (error instanceof NotReadyError) {
    return new StatusError('TooManyRequests', 'storage is (re)initializing', {
      details: { retryAfterSeconds: 1 },
      cause: error,
    });
  }
  if (error instanceof StoreFullError) {
    return new StatusError('ServiceUnavailable', OUT_OF_SPACE, {
      details: { retryAfterSeconds: OUT_OF_SPACE_SECONDS },
      cause: error,
    });
  }
  if (error instanceof StoreUnavailableError) {
    return error.outcomeUnknown
      ? new StatusError('Timeout', 'The store did not answer in time: the outcome of the write is unknown.', {
          cause: error,
        })
      : new StatusError('ServiceUnavailable', 'The store does not answer.', {
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

/** The same for a watch: Kubernetes has another text for its expired version. */
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
