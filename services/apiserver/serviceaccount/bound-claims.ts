import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { BINDINGS, type AccountToken } from '@pilothouse/kinds/definition/account-tokens.js';
import { textAt, type Claims } from '@pilothouse/token-authenticators/claims.js';
import { extraKey, type User } from '@pilothouse/token-authenticators/user.js';
import { accountUser, accountUsername } from './names.js';
import { boundObject, type BoundCredential } from './bound-objects.js';

export interface BoundTokenOptions extends AccountToken {
  readonly issuer: string;
  /** The token's id. */
  readonly id: string;
}

/** The claims of a requested token, as in Kubernetes; the private claim is named after the label domain. */
export function boundClaims(options: BoundTokenOptions, { label }: Domain): Claims {
  const { account, bound, issuer, audiences, now, seconds, id } = options;
  const since = Math.floor(now.getTime() / 1000);
  return {
    aud: [...audiences],
    exp: since + seconds,
    iat: since,
    iss: issuer,
    jti: id,
    nbf: since,
    sub: accountUsername(account),
    [label]: {
      namespace: account.namespace,
      serviceaccount: { name: account.name, uid: account.uid },
      ...(bound && { [bound.binding]: { name: bound.name, uid: bound.uid } }),
    },
  };
}

/** The credential of such a token; otherwise the reason why its claims are invalid. */
export function readBoundClaims(claims: Claims, domain: Domain): BoundCredential | string {
  const { label } = domain;
  const own = claims[label];
  if (!isObject(own)) return `the claim ${label} is missing`;
  const namespace = textAt(own, 'namespace');
  const reference = referenceAt(own, 'serviceaccount');
  if (namespace === undefined || reference === undefined) return `the claim ${label} has no account`;
  const account = { namespace, ...reference };
  if (claims['sub'] !== accountUsername(account)) return `the claims sub and ${label} name different accounts`;
  const boundObjects = [boundObject({ resource: 'serviceaccounts', namespace, name: account.name }, account.uid)];
  const extra: [key: string, value: string][] = [];
  const id = textAt(claims, 'jti');
  if (id !== undefined) extra.push([extraKey(domain, 'credential-id'), `JTI=${id}`]);
  for (const binding of ['pod', 'secret', 'node'] as const) {
    if (own[binding] === undefined) continue;
    const bound = referenceAt(own, binding);
    if (bound === undefined) return `the claim ${label} has no name for the ${binding}`;
    if (binding !== 'secret') {
      extra.push([extraKey(domain, `${binding}-name`), bound.name], [extraKey(domain, `${binding}-uid`), bound.uid]);
    }
    // In addition to a pod, the node is only informative.
    if (binding === 'node' && own['pod'] !== undefined) continue;
    const reference = { resource: BINDINGS[binding], namespace: binding === 'node' ? '' : namespace, name: bound.name };
    boundObjects.push(boundObject(reference, bound.uid));
  }
  const user: User = accountUser(account, extra);
  return { user, boundObjects };
}

function referenceAt(object: JsonObject, name: string): { readonly name: string; readonly uid: string } | undefined {
  const value = object[name];
  if (!isObject(value)) return undefined;
  const [text, uid] = [textAt(value, 'name'), textAt(value, 'uid')];
  return text === undefined || uid === undefined ? undefined : { name: text, uid };
}
