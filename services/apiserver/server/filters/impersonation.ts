import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { AuthorizableResource, Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { anonymousUser, type User } from '@pilothouse/token-authenticators/user.js';
import { forbiddenRequest } from '../../authz/forbidden.js';
import type { Filter, IncomingRequest } from '../../request/context.js';
import { headerKey, headerLines } from '../../request/header-lines.js';
import { accountUsername } from '../../serviceaccount/names.js';

export interface ImpersonationOptions {
  readonly authorizer: Authorizer;
  readonly domain: Domain;
}

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';

/** Part of an impersonation. Each part is authorized. */
type Part =
  | { readonly kind: 'ServiceAccount'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'User' | 'Group' | 'UID'; readonly name: string }
  | { readonly kind: 'UserExtra'; readonly key: string; readonly name: string };

/**
 * Impersonation: replaces the user if the user has the verb impersonate for the target user, each group, the uid and each extra
 * value, as in Kubernetes. Throws 403 for a forbidden part, and 400 for other parts without a user.
 */
export function impersonate({ authorizer, domain }: ImpersonationOptions): Filter {
  const group = domain.group('authentication');
  return (next) => async (context) => {
    const parts = partsOf(context.request);
    if (parts.length === 0) return next(context);
    if (!parts.some(isWho)) {
      throw badRequest(
        `requested [${parts.map((part) => partText(part, group)).join(' ')}] without impersonating a user`,
      );
    }
    const span = context.trace?.start('impersonation');
    for (const part of parts) {
      const attributes = { user: context.user, request: question(part, group) };
      const { type, reason } = await authorizer.authorize(attributes);
      if (type !== 'allow') throw forbiddenRequest(attributes, reason);
    }
    span?.end();
    context.user = userOf(parts);
    return next(context);
  };
}

/** Parts in the order in which Kubernetes authorizes them. An empty user or uid counts as absent. */
function partsOf(request: IncomingRequest): Part[] {
  const lines = headerLines(request, PREFIX);
  if (lines.length === 0) return [];
  const valuesOf = (name: string): string[] => lines.flatMap(([found, value]) => (found === name ? [value] : []));
  const [user = ''] = valuesOf('impersonate-user');
  const [uid = ''] = valuesOf('impersonate-uid');
  return [
    ...(user === '' ? [] : [whoIs(user)]),
    ...valuesOf('impersonate-group').map((name) => ({ kind: 'Group', name }) as const),
    ...lines
      .filter(([name]) => name.startsWith(EXTRA_PREFIX))
      .map(([name, value]) => ({ kind: 'UserExtra', key: headerKey(name, EXTRA_PREFIX), name: value }) as const),
    ...(uid === '' ? [] : [{ kind: 'UID', name: uid } as const]),
  ];
}

/** Part of the user name: a service account or a user. */
function whoIs(user: string): Part {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]*):([^:]*)$/.exec(user) ?? [];
  const isAccount = dnsLabel(namespace).length === 0 && dnsSubdomain(name).length === 0;
  return isAccount ? { kind: 'ServiceAccount', namespace, name } : { kind: 'User', name: user };
}

function isWho({ kind }: Part): boolean {
  return kind === 'User' || kind === 'ServiceAccount';
}

const RESOURCES = {
  ServiceAccount: 'serviceaccounts',
  User: 'users',
  Group: 'groups',
  UserExtra: 'userextras',
  UID: 'uids',
} as const satisfies Record<Part['kind'], string>;

function question(part: Part, authentication: string): AuthorizableResource {
  const isOwnKind = part.kind === 'UserExtra' || part.kind === 'UID';
  return {
    type: 'resource',
    verb: 'impersonate',
    group: isOwnKind ? authentication : '',
    version: isOwnKind ? 'v1' : '',
    resource: RESOURCES[part.kind],
    subresource: part.kind === 'UserExtra' ? part.key : '',
    namespace: part.kind === 'ServiceAccount' ? part.namespace : '',
    name: part.name,
  };
}

/** Impersonated user. If groups are given, only system:authenticated or system:unauthenticated is added. */
function userOf(parts: readonly Part[]): User {
  let [name, uid, groups]: [string, string, string[]] = ['', '', []];
  const extra = new Map<string, string[]>();
  const isGrouped = parts.some(({ kind }) => kind === 'Group');
  for (const part of parts) {
    if (part.kind === 'ServiceAccount') {
      name = accountUsername(part);
      if (!isGrouped) groups = ['system:serviceaccounts', `system:serviceaccounts:${part.namespace}`];
    } else if (part.kind === 'UserExtra') extra.set(part.key, [...(extra.get(part.key) ?? []), part.name]);
    else if (part.kind === 'User') ({ name } = part);
    else if (part.kind === 'Group') groups.push(part.name);
    else uid = part.name;
  }
  const isKnown = name !== anonymousUser.name;
  const either = ['system:unauthenticated', ...(isKnown ? ['system:authenticated'] : [])];
  if (!groups.some((group) => either.includes(group))) groups.push(either.at(-1) ?? '');
  return { name, uid, groups, extra };
}

/** Text of a part in errors, as in Kubernetes. */
function partText(part: Part, authentication: string): string {
  const version = part.kind === 'UserExtra' || part.kind === 'UID' ? `${authentication}/v1` : '';
  const path = part.kind === 'UserExtra' ? part.key : '';
  return `{${[part.kind, '', part.name, '', version, '', path].join(' ')}}`;
}
