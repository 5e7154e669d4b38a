import { isObject, ownValue, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { textAt, type Claims } from '../claims.js';
import type { User } from '../user.js';
import { authenticatedUser } from '../user.js';
import type { OidcOptions } from './options.js';

export type ClaimMapping = Pick<
  OidcOptions,
  'usernameClaim' | 'usernamePrefix' | 'groupsClaim' | 'groupsPrefix' | 'requiredClaims'
>;

/**
 * The user that the claims of an ID token make, in the groups that they name, whatever those are called: without a prefix
 * the provider can make anybody a member of `system:masters`, as in Kubernetes. A text that says why there is none.
 */
export function oidcUser(claims: Claims, mapping: ClaimMapping): User | string {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = mapping;
  const username = textAt(claims, usernameClaim);
  if (username === undefined) return `the claim ${usernameClaim} is no text`;
  const isVerified = ownValue(claims, 'email_verified');
  if (usernameClaim === 'email' && isVerified !== undefined && isVerified !== true) {
    return 'the mail address is not verified';
  }
  const groups = groupsClaim === undefined ? [] : groupsIn(ownValue(claims, groupsClaim));
  if (groups === undefined) return `the claim ${groupsClaim} is no list of texts`;
  const missing = requiredClaims.find(([claim, value]) => ownValue(claims, claim) !== value);
  if (missing !== undefined) return `the claim ${missing[0]} is not ${JSON.stringify(missing[1])}`;
  return authenticatedUser(
    usernamePrefix + username,
    groups.map((group) => groupsPrefix + group),
  );
}

/** One text stands for a list of it, as in Kubernetes. */
function groupsIn(value: JsonValue | undefined): string[] | undefined {
  if (isObject(value)) return undefined;
  const list = [value ?? []].flat();
  const groups = list.filter((item) => typeof item === 'string');
  return groups.length === list.length ? groups : undefined;
}
