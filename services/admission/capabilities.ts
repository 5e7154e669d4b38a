import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { ServedKinds } from './kinds.js';
import type { ManifestObserver } from './manifests/observe.js';
import type { WebhookObserver } from './webhooks/observe.js';
import type { AdmissionRequest } from './attributes.js';

/** What only some programs have. A plugin names what it needs in `needs`. The API server has all of them. */
export interface Capabilities {
  readonly authorizer: Authorizer;
  readonly kinds: ServedKinds;
  /** Whether policies and webhooks can come from files: the gate ManifestBasedAdmissionControlConfig. */
  readonly allowsStaticManifests: boolean;
  readonly manifestObserver: ManifestObserver;
  readonly webhookObserver: WebhookObserver;
  /** Creates a namespace, in the name of the server. Resolves as well if it has just been created. */
  readonly createNamespace: (name: string, signal: AbortSignal) => Promise<void>;
  readonly heldRules: HeldRules;
  /**
   * The precondition that an object, as a plugin read it, has not changed when the new object is stored. Undefined if objects
   * of the resource are in another store, where it cannot be checked.
   */
  readonly unchanged: <T>(type: ResourceNames<T>, object: T, created: GroupResource) => Precondition | undefined;
  readonly changeStatus: ChangeStatus;
}

type Precondition = Pick<AdmissionPrecondition, 'key' | 'revision'>;

export type Need = keyof Capabilities;

/** The RBAC rules that a user holds: in the whole cluster and, unless it is empty, in the namespace. */
export type HeldRules = (user: User, namespace: string) => readonly HeldRuleSet[];

export interface HeldRuleSet {
  readonly rules: readonly PolicyRule[];
  /** Errors for missing roles, with Kubernetes' text. */
  readonly problems: readonly string[];
}

/**
 * Changes the status of an object, which a plugin has read, together with the write under admission: the condition stores
 * both in one transaction, or neither. `change` returns the new object, or undefined if nothing changes. It is called again
 * after a conflict; what it throws refuses the write. Resolves to undefined if nothing changes. Objects in another store than
 * the written one change at once.
 */
export type ChangeStatus = <T>(
  type: ResourceNames<T>,
  object: T,
  options: ChangeStatusOptions<T>,
) => Promise<AdmissionPrecondition | undefined>;

export interface ChangeStatusOptions<T> {
  /** The field manager. */
  readonly manager: string;
  /** The write under admission. */
  readonly admitted: Pick<AdmissionRequest, 'resource' | 'signal'>;
  readonly change: (live: T) => JsonObject | undefined;
}
