import type { Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';
import type { User } from '@pilothouse/authentication/user.js';

/** A user, and the request that is to be authorized. */
export interface Attributes {
  readonly user: User;
  readonly request: AuthorizableRequest;
}

/** The attributes that authorizers look at: those of a client's request, or those that an access review asks about. */
export type AuthorizableRequest = AuthorizableResource | AuthorizablePath;

export interface AuthorizableResource {
  readonly type: 'resource';
  /** Any text: access reviews and plugins ask about verbs that no request has, such as `impersonate`. */
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty when the request is for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace: string;
  /** Empty when the request is for a collection. */
  readonly name: string;
  /** Which objects of a collection are meant; all when absent. */
  readonly selectors?: Selectors;
}

/** A request for no resource. */
export interface AuthorizablePath {
  readonly type: 'nonResource';
  readonly verb: string;
  readonly path: string;
}

export type Decision =
  | { readonly type: 'allow'; readonly reason: string }
  | { readonly type: 'deny'; readonly reason: string }
  | { readonly type: 'noOpinion'; readonly reason: string };

/** One rule for who may do what. */
export interface Authorizer {
  authorize(attributes: Attributes): Decision | Promise<Decision>;
}

export const NO_OPINION: Decision = { type: 'noOpinion', reason: '' };
