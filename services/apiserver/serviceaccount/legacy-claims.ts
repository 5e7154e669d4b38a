import { timingSafeEqual } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, structOf } from '@pilothouse/apimachinery/meta/object.js';
import { textAt, type Claims } from '@pilothouse/token-authenticators/claims.js';
import { accountUser, accountUsername, type AccountRef } from './names.js';
import { boundObject, withoutDeletionGrace, type BoundCredential, type BoundObject } from './bound-objects.js';

/** The issuer of legacy tokens in secrets, fixed by Kubernetes. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount';

/** The claims of a legacy token in a secret. It expires only with the secret. */
export function legacyClaims(account: AccountRef, secret: string, domain: Domain): Claims {
  const key = claimKeys(domain);
  return {
    iss: LEGACY_ISSUER,
    [key.namespace]: account.namespace,
    [key.secret]: secret,
    [key.name]: account.name,
    [key.uid]: account.uid,
    sub: accountUsername(account),
  };
}

/** The credential of such a token; otherwise the reason why its claims are invalid. */
export function readLegacyClaims(token: string, claims: Claims, domain: Domain): BoundCredential | string {
  const key = claimKeys(domain);
  const namespace = textAt(claims, key.namespace);
  const [secret, name, uid] = [textAt(claims, key.secret), textAt(claims, key.name), textAt(claims, key.uid)];
  if (namespace === undefined || secret === undefined || name === undefined || uid === undefined) {
    return 'a claim is missing';
  }
  const account = { namespace, name, uid };
  if (claims['sub'] !== accountUsername(account)) return 'the claim sub names another account';
  return {
    user: accountUser(account),
    boundObjects: [
      withoutDeletionGrace(boundObject({ resource: 'serviceaccounts', namespace, name }, uid)),
      withoutDeletionGrace(tokenSecret(token, { namespace, name: secret }, domain)),
    ],
  };
}

/** The secret, which must contain exactly this token. */
function tokenSecret(
  token: string,
  reference: { readonly namespace: string; readonly name: string },
  domain: Domain,
): BoundObject {
  return {
    resource: 'secrets',
    ...reference,
    invalidReason(object) {
      const { labels = {} } = metadataOf(object);
      if ((labels[domain.key('legacy-token-invalid-since')] ?? '') !== '') return 'it is marked as invalid';
      return holds(object, token) ? undefined : 'it contains another token';
    },
  };
}

function holds(secret: JsonObject, token: string): boolean {
  const kept = Buffer.from(textAt(structOf(secret, 'data'), 'token') ?? '', 'base64');
  const shown = Buffer.from(token);
  return kept.length === shown.length && timingSafeEqual(kept, shown);
}

function claimKeys(domain: Domain): Readonly<Record<'namespace' | 'secret' | 'name' | 'uid', string>> {
  return {
    namespace: domain.key('serviceaccount/namespace'),
    secret: domain.key('serviceaccount/secret.name'),
    name: domain.key('serviceaccount/service-account.name'),
    uid: domain.key('serviceaccount/service-account.uid'),
  };
}
