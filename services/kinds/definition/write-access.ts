import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
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
  /** Whether the user has a permission on any resource. Rejects if the authorizer fails. */
  readonly isAllowed: (permission: AuthorizableResource) => Promise<boolean>;
  /** The resource of a kind; undefined if it is not served. */
  readonly resourceOfKind: (kind: ServedKind) => string | undefined;
  /** A stored object of a built-in, cluster-scoped resource; undefined if it does not exist. */
  readonly stored: (resource: GroupResource, name: string) => Promise<JsonObject | undefined>;
  /** The labels of the namespace; undefined if it does not exist. */
  readonly namespaceLabels: () => Promise<Readonly<Record<string, string>> | undefined>;
}

export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export type AccessedPlace = Pick<AuthorizableResource, 'verb' | 'subresource' | 'namespace' | 'name'>;
