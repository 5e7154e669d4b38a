import type { ServiceAccountOptions } from '../options/service-accounts.js';
import type { TokenKeys } from './keys.js';

/** How tokens of service accounts are made and checked. */
export interface TokenConfig {
  /** As they are now: the same value until they change. */
  readonly keys: () => TokenKeys;
  /** Names of who made a token. The first one signs; tokens of all of them are accepted. */
  readonly issuers: readonly [string, ...string[]];
  /** Names of this API: a token must be for one of them. */
  readonly audiences: readonly string[];
  /** Seconds that a token may live at most. */
  readonly maxExpiration?: number;
  /** Whether the objects that a token speaks of are looked for. */
  readonly lookup: boolean;
}

/** As kubeadm has it. */
const DEFAULT_ISSUER = 'https://kubernetes.default.svc.cluster.local';

/** What the options leave open is as in Kubernetes: a token that names no audience is for its issuer. */
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
