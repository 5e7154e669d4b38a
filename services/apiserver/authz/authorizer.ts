import type { User } from '@pilothouse/authentication/user.js';
import type { NonResourceRequest, ResourceRequest } from '../request/info.js';
import type { Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';

/** A user, and the request that is to be authorized. */
export interface Attributes {
  readonly user: User;
  readonly request: AuthorizableRequest;
}

/** The attributes that authorizers look at: those of a client's request, or those that an access review asks about. */
export type AuthorizableRequest = AuthorizableResource | Pick<NonResourceRequest, 'type' | 'verb' | 'path'>;

export interface AuthorizableResource extends Pick<
  ResourceRequest,
  'type' | 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'
> {
  /** Any text: access reviews and plugins ask about verbs that no request has, such as `impersonate`. */
  readonly verb: string;
  /** Which objects of a collection are meant; all when absent. */
  readonly selectors?: Selectors;
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
