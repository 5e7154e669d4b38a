import {
  copyObject,
  isObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import { textAt, type Claims } from '../claims.js';
import { issuerOf } from '../jwt.js';
import type { KeySet } from './key-set.js';
import { isIssuer } from './options.js';
import { withoutSecrets } from './fetch.js';
import { verifiedClaims, type VerifyOptions } from './verify.js';

/** Access to the sources of distributed claims. */
export interface ClaimSources {
  /** The keys of an issuer of claims. */
  readonly keySetOf: (issuer: string) => KeySet;
  /** Fetches the token at an https URL, with an optional bearer token. */
  readonly fetchToken: (url: URL, bearer: string | undefined) => Promise<string>;
}

export interface ClaimSourcesOptions extends ClaimSources, Omit<VerifyOptions, 'issuer' | 'keySet'> {}

/**
 * Resolves a distributed claim (OpenID Connect Core 1.0, section 5.6.2). As in Kubernetes, the token at the endpoint may be of
 * any issuer but must be for the same client, and aggregated claims, which the ID token contains, are not read. The claims
 * expire with the earlier of both tokens. Returns a text that describes an invalid claim. Rejects when the endpoint or the
 * issuer's keys cannot be fetched.
 */
export async function claimsFromSource(
  claims: Claims,
  name: string,
  options: ClaimSourcesOptions,
): Promise<Claims | string> {
  const endpoint = endpointOf(claims, name);
  if (endpoint === undefined || typeof endpoint === 'string') return endpoint ?? claims;
  const token = await options.fetchToken(endpoint.url, endpoint.bearer);
  const issuer = issuerOf(token);
  if (issuer === undefined || !isIssuer(issuer))
    return `the response of ${withoutSecrets(endpoint.url)} is not a token of an https issuer`;
  const keySet = options.keySetOf(issuer);
  const found = await verifiedClaims(token, { ...options, issuer, keySet });
  if (typeof found === 'string') return `the token at ${withoutSecrets(endpoint.url)}: ${found}`;
  const value = ownValue(found, name);
  if (value === undefined) return `the token at ${withoutSecrets(endpoint.url)} has no claim ${name}`;
  const all = copyObject(claims);
  all[name] = value;
  all['exp'] = Math.min(Number(claims['exp']), Number(found['exp']));
  return all;
}

interface Endpoint {
  readonly url: URL;
  readonly bearer: string | undefined;
}

/** The endpoint of a claim. Undefined if the ID token contains the claim or no source has it. A text describes an invalid claim. */
function endpointOf(claims: Claims, name: string): Endpoint | undefined | string {
  const names = objectAt(claims, '_claim_names');
  if (ownValue(claims, name) !== undefined || names === undefined) return undefined;
  const sources = objectAt(claims, '_claim_sources');
  if (names === 'not an object') return 'the claim _claim_names is not an object';
  if (sources === undefined || sources === 'not an object') return 'the claim _claim_sources is not an object';
  const reference = ownValue(names, name);
  if (reference === undefined) return undefined;
  const source = typeof reference === 'string' ? ownValue(sources, reference) : undefined;
  if (!isObject(source)) return `the claim _claim_sources does not say where the claim ${name} is`;
  const address = textAt(source, 'endpoint');
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    return `the endpoint of the claim ${name} is not an https URL`;
  return { url: new URL(address), bearer: textAt(source, 'access_token') };
}

function objectAt(claims: Claims, name: string): JsonObject | undefined | 'not an object' {
  const value: JsonValue | undefined = ownValue(claims, name);
  if (value === undefined) return undefined;
  return isObject(value) ? value : 'not an object';
}
