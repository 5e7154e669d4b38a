import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { TruncateOptions } from '../options/audit.js';

/** The annotation of truncated events. It has Kubernetes' key in every API domain. */
export const TRUNCATED = 'audit.k8s.io/truncated';

export type Encoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly bytes: number };

/**
 * An event as JSON in one line. One above the limit loses its request and response objects; if that does not suffice,
 * it is not recorded.
 */
export function encodeEvent(event: Event, truncate: TruncateOptions | undefined): Encoded {
  const text = writeJson(event);
  if (truncate === undefined || Buffer.byteLength(text) <= truncate.maxEventSize) return { ok: true, text };
  const shorter = writeJson(withoutObjects(event));
  const bytes = Buffer.byteLength(shorter);
  return bytes <= truncate.maxEventSize ? { ok: true, text: shorter } : { ok: false, bytes };
}

function withoutObjects({ requestObject: _sent, responseObject: _answered, ...event }: Event): Event {
  return { ...event, annotations: { ...event.annotations, [TRUNCATED]: 'true' } };
}

/** Splits events into batches within the limit in bytes, except for a single larger event. */
export function* batchesOf(texts: readonly string[], maxBytes: number): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (batch.length > 0 && length + bytes > maxBytes) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(text);
    length += bytes;
  }
  if (batch.length > 0) yield batch;
}
