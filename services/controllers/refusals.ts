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

/**
 * Whether the server says that this very object is not there. A 404 that names no object tells nothing of any: a server
 * that does not know the type gives it, such as an older one of several, and so does a proxy that has lost its way.
 * Whoever deletes what belonged to an object goes by this.
 */
export function isObjectNotFound(error: unknown): boolean {
  return isNotFound(error) && error instanceof StatusError && (error.details?.name ?? '') !== '';
}

/** Undefined in place of a 404, or of what counts as one. */
export async function absent<T>(result: Promise<T>, isAbsent = isNotFound): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
