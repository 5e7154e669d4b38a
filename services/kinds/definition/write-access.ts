import type { User } from '@pilothouse/token-authenticators/user.js';
import type { AuthorizableResource } from './authorizer.js';

/** The request behind a write, for rules that depend on the user's permissions and on the namespace. */
export interface WriteAccess {
  readonly user: User;
  /** The verb of the request, such as `patch`. */
  readonly verb: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** The text of the refusal if the user has no permission on the resource of the request. */
  readonly refusalOf: (place: AccessedPlace) => Promise<string | undefined>;
  /** The labels of the namespace; undefined if it does not exist. */
  readonly namespaceLabels: () => Promise<Readonly<Record<string, string>> | undefined>;
}

export type AccessedPlace = Pick<AuthorizableResource, 'verb' | 'subresource' | 'namespace' | 'name'>;
