import type { ServiceAccountOptions } from '../options/service-accounts.js';
import type { TokenKeys } from './keys.js';

/** The issuing and verification of service account tokens. */
export interface TokenConfig {
  /** The present keys: the same value until they change. */
  readonly keys: () => TokenKeys;
  /** Issuers of accepted tokens. The first one is that of new tokens. */
  readonly issuers: readonly [string, ...string[]];
  /** The API audiences: a token must be for one of them. */
  readonly audiences: readonly string[];
  /** The maximum lifetime of a token in seconds. */
  readonly maxExpiration?: number;
  /** Whether bound objects are looked up. */
  readonly lookup: boolean;
}

/** The default of kubeadm. */
const DEFAULT_ISSUER = 'https://kubernetes.default.svc.cluster.local';

/** Applies Kubernetes' defaults: the default audience is the issuer. */
export function tokenConfig(
  { issuers: given = [], audiences, maxTokenExpiration, lookup = true }: ServiceAccountOptions,
  keys: () => TokenKeys,
): TokenConfig {
  const [first = DEFAULT_ISSUER, ...others] = given;
  return {
    keys,
    issuers: [first, ...others],
    audiences: audiences ?? [first, ...others],
    ...(maxTokenExpiration !== undefined && { maxExpiration: maxTokenExpiration }),
    lookup,
  };
}
