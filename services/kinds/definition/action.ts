import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { DeleteOptions } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import type { User } from '@pilothouse/authentication/user.js';
import type { AccountTokens } from './account-tokens.js';
import type { Authorizer } from './authorizer.js';
import type { RuleLister } from './rule-lister.js';

/** Answers a POST to a virtual resource with a new object. Throws StatusErrors. */
export type VirtualAction = (call: ActionCall) => JsonObject | Promise<JsonObject>;

/** Answers a POST to an action of an object with a new object. Throws StatusErrors. */
export type ObjectAction = (call: ObjectActionCall) => Promise<JsonObject>;

/** The request, and what the API server lends to an action. */
export interface ActionCall {
  /** The body, decoded. It belongs to the action, which may return it. */
  readonly object: JsonObject;
  readonly dryRun: boolean;
  /** The namespace in the path; empty for the whole cluster. */
  readonly namespace: string;
  readonly user: User;
  readonly domain: Domain;
  readonly signal: AbortSignal;
  readonly services: ActionServices;
  /** Adds a warning to the response. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event. */
  readonly annotate: (key: string, value: string) => void;
  /** The newest state of an object in the namespace of the call, which does not matter for cluster-scoped resources. Throws 404. */
  readonly read: (resource: GroupResource, name: string) => Promise<JsonObject>;
  /** An object in the namespace of the call, as that which the subresource acts on. */
  readonly targetOf: (resource: GroupResource, subresource: string, name: string) => ActionTarget;
}

export interface ObjectActionCall extends ActionCall {
  readonly target: ActionTarget;
}

/** The object that an action is about. It may not exist. */
export interface ActionTarget {
  readonly name: string;
  /** Mutating admission of the body, as the creation of the subresource. Throws StatusErrors. */
  mutate(): Promise<void>;
  /** Validating admission, as in `mutate`. */
  validate(): Promise<void>;
  /**
   * Writes what `change` makes of the live object, without further admission and without the rules of updates. `change` runs again
   * after a lost race. Throws 404, and 409 where the result has another uid or resourceVersion than the live object.
   */
  update(change: (live: JsonObject) => JsonObject): Promise<void>;
  /** Deletes it without further admission. The options must be valid. Throws 404, and 409 where a precondition does not hold. */
  delete(options: DeleteOptions): Promise<void>;
}

/** What answers do not follow from the request alone. */
export interface ActionServices {
  readonly now: () => Date;
  readonly authorizer: Authorizer;
  readonly rules: RuleLister;
  readonly tokens: TokenAuthenticator;
  /** Names of this API: a token must be for one of them. */
  readonly apiAudiences: readonly string[];
  readonly accountTokens: AccountTokens;
}
