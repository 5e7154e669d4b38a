import type { Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** A user and the request to authorize. */
export interface Attributes {
  readonly user: User;
  readonly request: AuthorizableRequest;
}

/** The attributes for authorizers: those of a request, or those of an access review. */
export type AuthorizableRequest = AuthorizableResource | AuthorizablePath;

export interface AuthorizableResource {
  readonly type: 'resource';
  /** Any text: access reviews and plugins use verbs that no request has, such as `impersonate`. */
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
  /** The selectors of a request for a collection; absent for all objects. */
  readonly selectors?: Selectors;
}

/** A non-resource request. */
export interface AuthorizablePath {
  readonly type: 'nonResource';
  readonly verb: string;
  readonly path: string;
}

export type Decision =
  | { readonly type: 'allow'; readonly reason: string }
  | { readonly type: 'deny'; readonly reason: string }
  | { readonly type: 'noOpinion'; readonly reason: string };

/** Decides on a request: allow, deny, or no opinion. */
export interface Authorizer {
  authorize(attributes: Attributes): Decision | Promise<Decision>;
}

export const NO_OPINION: Decision = { type: 'noOpinion', reason: '' };
