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
 * Maps the claims of an ID token to a user. Without a prefix the provider can make every user a member of `system:masters`, as in
 * Kubernetes. Returns a text that describes why the token is rejected.
 */
export function oidcUser(claims: Claims, mapping: ClaimMapping): User | string {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = mapping;
  const username = textAt(claims, usernameClaim);
  if (username === undefined) return `the claim ${usernameClaim} is not a non-empty string`;
  const isVerified = ownValue(claims, 'email_verified');
  if (usernameClaim === 'email' && isVerified !== undefined && isVerified !== true) {
    return 'the email address is not verified';
  }
  const groups = groupsClaim === undefined ? [] : groupsIn(claims, groupsClaim);
  if (typeof groups === 'string') return groups;
  const missing = requiredClaims.find(([claim, value]) => ownValue(claims, claim) !== value);
  if (missing !== undefined) return `the claim ${missing[0]} is not ${JSON.stringify(missing[1])}`;
  return authenticatedUser(
    usernamePrefix + username,
    groups.map((group) => groupsPrefix + group),
  );
}

/**
 * Reads the groups claim, which must be an array of strings. Kubernetes also accepts a single string. An absent claim and
 * null mean no groups. Returns a text that describes an invalid claim.
 */
function groupsIn(claims: Claims, claim: string): readonly string[] | string {
  const value = ownValue(claims, claim) ?? [];
  if (!Array.isArray(value)) return `the claim ${claim} must be an array of strings, and is ${typeText(value)}`;
  const groups = value.filter((item) => typeof item === 'string');
  if (groups.length === value.length) return groups;
  const wrong = value.findIndex((item) => typeof item !== 'string');
  return `the claim ${claim} must be an array of strings, and its item ${wrong} is ${typeText(value[wrong])}`;
}

function typeText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  return typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
}
