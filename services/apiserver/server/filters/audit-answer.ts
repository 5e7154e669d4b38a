import type { Status } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AuditTrail } from '../../audit/trail.js';
import { isStream, type Response } from '../../request/response.js';
import { recordPanic } from './audit-failure.js';
import { followed } from './audit-stream.js';

/** Bytes of an answer that are recorded at most: a list is sent without ever being in memory as a whole. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Records an answer before it is sent, or, of one that is sent as a stream, its beginning where it is a watch, and its end.
 */
export async function recordAnswer(trail: AuditTrail, response: Response): Promise<Response> {
  const { body, status } = response;
  const code: Status = { metadata: {}, code: status };
  if (!isStream(body)) {
    const object = trail.wantsAnswer ? await answeredObject(trail, response, body) : undefined;
    trail.answered(object?.['kind'] === 'Status' ? statusFields(object, status) : code, object);
    await trail.record('ResponseComplete');
    return response;
  }
  trail.answered(code);
  if (trail.isLong) await trail.record('ResponseStarted');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = followed(body, {
    chunk(bytes) {
      length += bytes.byteLength;
      if (!trail.isLong && trail.wantsAnswer && length <= MAX_BYTES) chunks.push(bytes);
    },
    async end(isComplete) {
      if (!trail.isLong && trail.wantsAnswer) {
        const isWhole = isComplete && length <= MAX_BYTES;
        trail.answered(code, isWhole ? await answeredObject(trail, response, chunks) : undefined);
        if (!isWhole) trail.truncated();
      }
      await trail.record('ResponseComplete');
    },
    failed: (error) => recordPanic(trail, error),
  });
  return { ...response, body: stream };
}

/**
 * What a body says; undefined where it is no object, and, with a note of it, where it is too large or cannot be read: what
 * has been done is not answered with an error because of the log.
 */
async function answeredObject(
  trail: AuditTrail,
  response: Response,
  body: readonly Uint8Array[],
): Promise<JsonObject | undefined> {
  const length = body.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  try {
    if (length <= MAX_BYTES) return await objectIn(response, body, length);
  } catch {
    // It is noted as any other answer that is left out.
  }
  trail.truncated();
  return undefined;
}

async function objectIn(
  { object, headers }: Response,
  body: readonly Uint8Array[],
  length: number,
): Promise<JsonObject | undefined> {
  if (object !== undefined) return object();
  if (headers['content-type'] !== 'application/json' || length === 0) return undefined;
  const { value } = parseJson(Buffer.concat(body, length));
  return isObject(value) ? value : undefined;
}

/** What a Status says, in which Kubernetes leaves out the code of a success. */
function statusFields({ status, message, reason, details }: JsonObject, code: number): Status {
  return {
    metadata: {},
    ...(typeof status === 'string' && { status }),
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(isObject(details) && { details }),
    code,
  };
}
