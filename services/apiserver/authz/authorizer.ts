import type { User } from '@pilothouse/authentication/user.js';
import type { NonResourceRequest, ResourceRequest } from '../request/info.js';

/** What somebody wants to do. */
export interface Attributes {
  readonly user: User;
  readonly request: AuthorizableRequest;
}

/** A request as authorizers see it. Requests of clients are some; reviews ask about any other, with verbs of all kinds. */
export type AuthorizableRequest = AuthorizableResource | Pick<NonResourceRequest, 'type' | 'verb' | 'path'>;

export interface AuthorizableResource extends Omit<ResourceRequest, 'verb' | 'path' | 'rest'> {
  readonly verb: string;
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
