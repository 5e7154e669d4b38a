import type { Status } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AuditTrail } from '../../audit/trail.js';
import { isStream, SWITCHING_PROTOCOLS, type Response } from '../../request/response.js';
import { recordPanic } from './audit-failure.js';
import { followed } from './audit-stream.js';

/** Maximum number of recorded bytes of a response. Larger lists are streamed, and never in memory as a whole. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Records a response: before it is sent or, for a stream, at its end. A long-running request is also recorded at its beginning.
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
  const isLong = trail.isLong || status === SWITCHING_PROTOCOLS;
  if (isLong) await trail.record('ResponseStarted');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = followed(body, {
    chunk(bytes) {
      length += bytes.byteLength;
      if (!isLong && trail.wantsAnswer && length <= MAX_BYTES) chunks.push(bytes);
    },
    async end(isComplete) {
      if (!isLong && trail.wantsAnswer) {
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
 * Object in a response body; undefined if it is not an object, is too large or cannot be decoded. The latter two are truncated, and
 * do not fail a request that was already executed.
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
    // Recorded as truncated, like a body that is too large.
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

/** Fields of a Status. Kubernetes omits the code of a success. */
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
