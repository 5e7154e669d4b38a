import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Expected errors, since other clients write concurrently. */
export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound';
}

/** The object was changed or replaced since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'Conflict';
}

/** A create failed since its namespace is gone or terminating, or the object already exists. */
export function isExpectedCreateError(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false;
  const { reason, details } = error;
  if (reason === 'NotFound' || reason === 'AlreadyExists') return true;
  return details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') === true;
}

/**
 * Whether the server reports that this object does not exist. A 404 without an object name is no such report: a server that does not
 * serve the type sends it, and so does a misconfigured proxy. Deletions of dependents must rely on this check.
 */
export function isObjectNotFound(error: unknown): boolean {
  return isNotFound(error) && error instanceof StatusError && (error.details?.name ?? '') !== '';
}

/** Undefined for a 404, or for an error that `isAbsent` accepts. */
export async function undefinedIfNotFound<T>(result: Promise<T>, isAbsent = isNotFound): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Writes an object of a work item: `retry` after a conflict. If the object does not exist, there is nothing to do. */
export async function attemptWrite(write: () => Promise<unknown>): Promise<'done' | 'retry'> {
  try {
    await write();
  } catch (error) {
    if (isConflict(error)) return 'retry';
    if (!isNotFound(error)) throw error;
  }
  return 'done';
}
