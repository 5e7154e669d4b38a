import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { Operation } from '@pilothouse/runtime/admission-api/service.js';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { GroupVersionKind } from './matching/resource.js';
import type { GroupVersionResource } from './matching/rule.js';

/** A write under admission. Valid for the duration of the request. */
export interface AdmissionRequest {
  readonly operation: Operation;
  /** As the request names it. */
  readonly resource: GroupVersionResource;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Kind of the object. For subresources such as `token` and `scale` it differs from the resource's kind. */
  readonly kind: GroupVersionKind;
  /** Empty for cluster-scoped objects, namespaces among them. */
  readonly namespace: string;
  /** Empty if the name is still to be generated. */
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** CreateOptions, UpdateOptions or DeleteOptions; built on demand. */
  readonly options: () => JsonObject;
  readonly signal: AbortSignal;
  /** The current part of the trace; undefined if tracing is off. */
  readonly trace?: Span | undefined;
  /** Adds a warning to the response, for any outcome. */
  readonly warn: (text: string) => void;
  /**
   * Adds an annotation to the audit event, from the audit level on; at every level when absent. Kubernetes' plugins
   * have keys such as `pod-security.kubernetes.io/exempt`, others `<plugin>/<key>`.
   * A function makes the value if it is recorded.
   */
  readonly annotate: (key: string, value: string | (() => string), level?: 'Request') => void;
  /** The object of this kind in normal form: pruned and with defaults. Throws DecodeError. */
  readonly normalise: (object: JsonObject) => JsonObject;
}

/** What a plugin sees of a write. */
export interface AdmissionAttributes extends AdmissionRequest {
  /** The new object; absent on delete. */
  readonly object: JsonObject | undefined;
  /** The stored object; absent on create. */
  readonly old: JsonObject | undefined;
  /**
   * A plugin calls it before it waits for a program of users, such as a webhook, which may write the same object itself. That
   * write then does not wait for this one.
   */
  readonly callsOut?: () => void;
  /** Adds a precondition of a creation, which is checked again when the object is stored. Absent for what is not stored. */
  readonly addPrecondition?: (precondition: AdmissionPrecondition) => void;
  /** Present in mutation. */
  readonly round?: MutationRound;
}

/**
 * A pass through all mutating plugins. There is a second one if a plugin that runs code of users (a webhook, a policy, a
 * service) requires it after a change, so that the other plugins see what it added, as in Kubernetes.
 */
export interface MutationRound {
  readonly isSecond: boolean;
  /** Requires the second round. Has no effect in it. */
  readonly repeat: () => void;
  /** The same object in both rounds of one write, and in no other: a plugin can keep by it, in a WeakMap, what it did. */
  readonly write: object;
}
