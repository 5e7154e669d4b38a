import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Outage } from '../logging/outage.js';
import type { ReviewCall } from './review-call.js';

/**
 * An admission service: in process beside the API server, or behind the gRPC contract of
 * `proto/services/admission.proto`, which defines the terms used here.
 */
export interface AdmissionService {
  /** Its plugins, in the order in which they run. */
  readonly describe: (call: ServiceCall) => Promise<Description>;
  /**
   * Reviews a write. Objects in the review must not be changed. Rejects, preferably with a NoVerdictError, when there
   * is no verdict.
   */
  readonly review: (review: Review, call: ReviewCall) => Promise<Verdict>;
  /** Registers a listener for changes of the description. A service without it is polled. */
  readonly onChange?: (listener: () => void) => void;
}

/** The service is unreachable, or its answer is invalid. */
export class NoVerdictError extends Error implements Outage {
  override readonly name = 'NoVerdictError';
  readonly isOutage = true;

  constructor(
    readonly reason: 'unavailable' | 'invalid',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface ServiceCall {
  readonly signal: AbortSignal;
}

export interface Description {
  readonly plugins: readonly PluginDescription[];
  /** Included in every verdict. When it differs there, the description is read again. */
  readonly revision: string;
}

export interface PluginDescription extends PluginRules {
  /** Unique in the service. */
  readonly name: string;
  readonly phases: readonly Phase[];
  /** Timeout in milliseconds; the API server's default when absent. */
  readonly timeout?: number;
}

/** Mutating plugins see an object before validation; validating plugins see what will be stored. */
export type Phase = 'MUTATE' | 'VALIDATE';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** The requests that a plugin reviews, and its properties. */
export interface PluginRules {
  /** At least one must match. */
  readonly rules: readonly AdmissionRule[];
  readonly sideEffects: SideEffects;
  /** Whether a mutating plugin runs again when a later one changed the object. */
  readonly reinvocation: 'Never' | 'IfNeeded';
}

/** Side effects of a plugin. Dry-run requests do not reach plugins with side effects on dry run. */
export type SideEffects = 'None' | 'NoneOnDryRun' | 'Some';

/**
 * Requests that a plugin reviews. All lists must match; `*` matches everything. A resource is `pods`, `pods/status`,
 * `pods/*` (with its subresources), `*` (every resource, no subresource), `*\/scale` or `*\/*`.
 */
export interface AdmissionRule {
  readonly operations: readonly (Operation | '*')[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  /** Both when absent. */
  readonly scope?: 'Namespaced' | 'Cluster';
}

/** A review of one write by one or several plugins of a service. */
export interface Review {
  /** Stays the same in a retry after a lost connection. */
  readonly uid: string;
  readonly phase: Phase;
  /** The plugins to run, in the order of the description. */
  readonly plugins: readonly string[];
  readonly operation: Operation;
  /** The kind of the object. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** The new object; absent on delete. */
  readonly object: JsonObject | undefined;
  /** The stored object; absent on create. */
  readonly old: JsonObject | undefined;
  /** Such as a CreateOptions object. */
  readonly options: JsonObject;
  readonly user: ReviewUser;
  readonly dryRun: boolean;
}

export interface ReviewUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/** The outcome of a review. Warnings and annotations apply in both cases. */
export type Verdict = (Admission | Refusal) & {
  readonly warnings: readonly string[];
  readonly annotations: readonly Annotation[];
  /** The revision of the description that the service used. */
  readonly revision: string;
};

export interface Admission {
  readonly allowed: true;
  /** The changed object, if the plugins change it. */
  readonly change?: Change;
}

export interface Change {
  /** Shares unchanged parts with the object under review. */
  readonly object: JsonObject;
  /** The plugins that changed it. */
  readonly by: readonly string[];
}

export interface Refusal {
  readonly allowed: false;
  /** The plugin that denies the request. */
  readonly by: string;
  readonly status: RefusalStatus;
}

/** As in a Status; 0 and empty if the plugin leaves the value to the API server. */
export interface RefusalStatus {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/** An audit annotation. */
export interface Annotation {
  readonly plugin: string;
  readonly key: string;
  readonly value: string;
}
