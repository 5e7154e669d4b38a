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
import { withoutSecrets } from './safe-url.js';
import { verifiedClaims, type VerifyOptions } from './verify.js';

/** How claims are read that stand in another token than the ID token. */
export interface ClaimSources {
  /** The keys of whoever makes such tokens. */
  readonly keySetOf: (issuer: string) => KeySet;
  /** The token at an https URL, which is asked with a bearer token where there is one. */
  readonly fetchToken: (url: URL, bearer: string | undefined) => Promise<string>;
}

export interface ClaimSourcesOptions extends ClaimSources, Omit<VerifyOptions, 'issuer' | 'keySet'> {}

/**
 * The claims, with one that the ID token only points to (OpenID Connect Core 1.0, section 5.6.2). As in Kubernetes the
 * token at the endpoint may be of any issuer that the provider trusts so far as to name its endpoint, but is for the same
 * client, and aggregated claims, which stand in the ID token itself, are not read. They hold as long as both tokens do.
 * A text that says what is wrong; rejects where the endpoint or the issuer's keys cannot be read.
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
    return `what is at ${withoutSecrets(endpoint.url)} is no token of an https issuer`;
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

/** Where the claim is; undefined where it is in the ID token, or nowhere. A text that says what is wrong. */
function endpointOf(claims: Claims, name: string): Endpoint | undefined | string {
  const names = objectAt(claims, '_claim_names');
  if (ownValue(claims, name) !== undefined || names === undefined) return undefined;
  const sources = objectAt(claims, '_claim_sources');
  if (names === 'no object') return 'the claim _claim_names is no object';
  if (sources === undefined || sources === 'no object') return 'the claim _claim_sources is no object';
  const reference = ownValue(names, name);
  if (reference === undefined) return undefined;
  const source = typeof reference === 'string' ? ownValue(sources, reference) : undefined;
  if (!isObject(source)) return `the claim _claim_sources does not say where the claim ${name} is`;
  const address = textAt(source, 'endpoint');
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') return `the claim ${name} is at no https URL`;
  return { url: new URL(address), bearer: textAt(source, 'access_token') };
}

function objectAt(claims: Claims, name: string): JsonObject | undefined | 'no object' {
  const value: JsonValue | undefined = ownValue(claims, name);
  if (value === undefined) return undefined;
  return isObject(value) ? value : 'no object';
}
