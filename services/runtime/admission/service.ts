import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Outage } from '../logging/outage.js';

/**
 * Whoever has a say in writes: beside the API server in one process, or behind the gRPC contract of
 * `proto/services/admission.proto`, which says what the same words mean.
 */
export interface AdmissionService {
  /** What it has, in the order in which its plugins are run. */
  readonly describe: (call: ServiceCall) => Promise<Description>;
  /** Objects in the question may not be changed. Rejects, best with a NoVerdictError, where there is no answer to be had. */
  readonly review: (review: Review, call: ServiceCall) => Promise<Verdict>;
  /** Has a function called whenever the description is another one. Who does not say so is asked from time to time. */
  readonly onChange?: (listener: () => void) => void;
}

/** A service that gives no answer: it cannot be reached, or what it says makes no sense. */
export class NoVerdictError extends Error implements Outage {
  override readonly name = 'NoVerdictError';
  readonly isOutage = true;

  constructor(
    readonly reason: 'unavailable' | 'nonsense',
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
  /** Stands in every verdict; another one there says that the service is to be asked again what it has. */
  readonly revision: string;
}

export interface PluginDescription extends PluginRules {
  /** Unique in the service. */
  readonly name: string;
  readonly phases: readonly Phase[];
  /** Milliseconds that it may take; as long as the API server grants when absent. */
  readonly timeout?: number;
}

/** Mutating plugins see an object before it is validated, validating ones what is to be stored. */
export type Phase = 'MUTATE' | 'VALIDATE';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What a plugin wants to see, and what is to be known of how it acts. */
export interface PluginRules {
  /** One of them must match. */
  readonly rules: readonly AdmissionRule[];
  readonly sideEffects: SideEffects;
  /** Whether a mutating plugin is asked once more when the object was changed after it had seen it. */
  readonly reinvocation: 'Never' | 'IfNeeded';
}

/** What a plugin does besides answering; dry runs do not reach a plugin that does something in them too. */
export type SideEffects = 'None' | 'NoneOnDryRun' | 'Some';

/**
 * What requests a plugin is asked about; each list must match, and `*` matches all. A resource is `pods`, `pods/status`,
 * `pods/*` (with its subresources), `*` (every resource, no subresource), `*\/scale` or `*\/*`.
 */
export interface AdmissionRule {
  readonly operations: readonly (Operation | '*')[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  /** Either one when absent. */
  readonly scope?: 'Namespaced' | 'Cluster';
}

/** A question about one write, for some of a service's plugins at once. */
export interface Review {
  /** The same in a second attempt after a lost connection. */
  readonly uid: string;
  readonly phase: Phase;
  /** The names of those asked, in the order of the description. */
  readonly plugins: readonly string[];
  readonly operation: Operation;
  /** Of the object. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** As it is to be; absent on delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent on create. */
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

/** What comes of a question. Warnings and annotations count either way. */
export type Verdict = (Admission | Refusal) & {
  readonly warnings: readonly string[];
  readonly annotations: readonly Annotation[];
  /** Of the description that the service answered by. */
  readonly revision: string;
};

export interface Admission {
  readonly allowed: true;
  /** What the plugins make of the object, where they change it. */
  readonly change?: Change;
}

export interface Change {
  /** Shares with the object in question what did not change. */
  readonly object: JsonObject;
  /** The names of the plugins that changed it. */
  readonly by: readonly string[];
}

export interface Refusal {
  readonly allowed: false;
  /** The name of the plugin that refuses. */
  readonly by: string;
  readonly status: RefusalStatus;
}

/** As in a Status; 0 and empty where the plugin leaves it to the API server. */
export interface RefusalStatus {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/** Something that the audit log is to say of the request. */
export interface Annotation {
  readonly plugin: string;
  readonly key: string;
  readonly value: string;
}
