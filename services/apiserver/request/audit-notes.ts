import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';

/**
 * Collects the audit data of a request. Recorded values are copied as far as the audit level requires, so that callers may
 * change them afterwards.
 */
export interface AuditNotes {
  /**
   * Adds an annotation to the later events of the request, from the level on; at every level when absent. The first value of
   * a key stays. A function makes the value if it is recorded.
   */
  annotate(key: string, value: string | (() => string), level?: 'Request'): void;
  /** The decision of an authorizer. */
  decided(decision: { readonly type: 'allow' | 'deny' | 'noOpinion'; readonly reason: string }): void;
  /** The object, or the options, that the client sent. */
  received(object: JsonObject): void;
  receivedPatch(patch: JsonValue): void;
}
