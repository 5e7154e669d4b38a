import type { Status } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AuditTrail } from '../../audit/trail.js';
import { statusObject } from '../../endpoints/status-object.js';
import { storeStatusError } from '../../endpoints/store-errors.js';
import type { RequestContext } from '../../request/context.js';

/** Records a request that ended with an error. Unexpected errors have the stage Panic. */
export async function recordFailure(trail: AuditTrail, context: RequestContext, thrown: unknown): Promise<void> {
  const expected = storeStatusError(thrown);
  if (!(expected instanceof StatusError) && thrown !== context.signal.reason) return recordPanic(trail, thrown);
  const object = statusObject(StatusError.from(expected));
  const { kind: _kind, apiVersion: _version, ...status } = object as unknown as Status;
  trail.answered(status, object);
  if (trail.isLong) await trail.record('ResponseStarted');
  await trail.record('ResponseComplete');
}

export async function recordPanic(trail: AuditTrail, thrown: unknown): Promise<void> {
  const text = errorMessage(thrown);
  const message = `APIServer panic'd: ${text}`;
  trail.answered({ metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 });
  await trail.record('Panic');
}
