import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';

/**
 * Where those who work on a request note what the audit log is to tell of it. What is noted is copied as far as it is
 * recorded at all, so that it may be changed afterwards.
 */
export interface AuditNotes {
  /** Adds an annotation to the later events of the request. The first value of a key stays. */
  annotate(key: string, value: string): void;
  /** What an authorizer said to the request. */
  decided(decision: { readonly type: 'allow' | 'deny' | 'noOpinion'; readonly reason: string }): void;
  /** The object, or the options, that the client sent. */
  received(object: JsonObject): void;
  receivedPatch(patch: JsonValue): void;
}
