import type { JsonWebKey } from 'node:crypto';
import type { VerificationKey } from './keys.js';

export const CONFIGURATION_PATH = '/.well-known/openid-configuration';
export const KEY_SET_PATH = '/openid/v1/jwks';

/** Whether the issuer supports OpenID Connect Discovery 1.0: an https URL without a query. */
export function isDiscoverable(issuer: string): boolean {
  return issuer.startsWith('https://') && URL.canParse(issuer) && !/[?#]/.test(issuer);
}

export interface OpenIdOptions {
  readonly issuer: string;
  readonly keys: readonly VerificationKey[];
  /** The address of this server, such as `127.0.0.1:6443`. */
  readonly address: string;
}

/** The OpenID Connect discovery document, with Kubernetes' fields. */
export function openIdConfiguration({ issuer, keys, address }: OpenIdOptions): object {
  return {
    issuer,
    jwks_uri: `https://${address}${KEY_SET_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
  };
}

/** The public keys (RFC 7517). */
export function jsonWebKeySet(keys: readonly VerificationKey[]): { readonly keys: readonly JsonWebKey[] } {
  return {
    keys: keys.map(({ id, algorithm, publicKey }) => ({
      use: 'sig',
      kid: id,
      alg: algorithm,
      ...publicKey.export({ format: 'jwk' }),
    })),
  };
}
