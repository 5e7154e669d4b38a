import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Refusals that are ordinary, since others write at the same time. */
export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound';
}

/** Somebody has changed the object since it was read, or put another one in its place. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'Conflict';
}

/** Nothing can be created any more where a namespace is gone, or about to go; or somebody was faster. */
export function isCreatedInVain(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false;
  const { reason, details } = error;
  if (reason === 'NotFound' || reason === 'AlreadyExists') return true;
  return details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') === true;
}

/** Undefined in place of a 404. */
export async function absent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
