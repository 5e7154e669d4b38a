import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { DeleteOptions } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { AccountTokens } from './account-tokens.js';
import type { Authorizer } from './authorizer.js';
import type { RuleLister } from './rule-lister.js';

/** Handles POST to a virtual resource. Mutating admission has already run. Returns a new object. Throws StatusErrors. */
export type VirtualAction = (call: VirtualCall) => Promise<JsonObject>;

/** Handles POST to an action subresource. Returns a new object. Throws StatusErrors. */
export type ObjectAction = (call: ObjectActionCall) => Promise<JsonObject>;

/** The request of an action, and the server's services for it. */
export interface ActionCall {
  /** The decoded body. The action owns it and may return it. */
  readonly object: JsonObject;
  readonly dryRun: boolean;
  /** The namespace in the path; empty for cluster scope. */
  readonly namespace: string;
  readonly user: User;
  readonly domain: Domain;
  readonly signal: AbortSignal;
  readonly services: ActionServices;
  /** Adds a warning to the response. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event. */
  readonly annotate: (key: string, value: string) => void;
  /** Reads the newest state of an object, in the namespace of the call if namespaced. Throws 404. */
  readonly read: (resource: GroupResource, name: string) => Promise<JsonObject>;
  /** The newest states of all objects in the namespace of the call. Empty if the resource is not served. */
  readonly list: (resource: GroupResource) => Promise<JsonObject[]>;
  /** An object in the namespace of the call, as the target of a subresource. */
  readonly targetOf: (resource: GroupResource, subresource: string, name: string) => ActionTarget;
}

export interface VirtualCall extends ActionCall {
  /** Runs validating admission of the body, once it is valid. Throws StatusErrors. */
  readonly validate: () => Promise<void>;
}

export interface ObjectActionCall extends ActionCall {
  readonly target: ActionTarget;
}

/** The target object of an action. It may not exist. */
export interface ActionTarget {
  readonly name: string;
  /** Runs mutating admission of the body, as a create of the subresource. Throws StatusErrors. */
  mutate(): Promise<void>;
  /** Runs validating admission, as in `mutate`. */
  validate(): Promise<void>;
  /**
   * Replaces the live object with the result of `change`, without further admission or update validation. `change` runs
   * again after a conflict. Returns the object as stored. Throws 404, and 409 if the result has another uid or
   * resourceVersion than the live object.
   */
  update(change: (live: JsonObject) => JsonObject): Promise<JsonObject>;
  /**
   * Deletes the object without further admission. The options must be valid. Throws 404, and 409 if a precondition does
   * not hold.
   */
  delete(options: DeleteOptions): Promise<void>;
}

/** Services of the server for actions. */
export interface ActionServices {
  readonly now: () => Date;
  readonly authorizer: Authorizer;
  readonly rules: RuleLister;
  readonly tokens: TokenAuthenticator;
  /** The API audiences: a token must be for one of them. */
  readonly apiAudiences: readonly string[];
  readonly accountTokens: AccountTokens;
}
