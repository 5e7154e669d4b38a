import type { FlagValues } from './flags.js';

/** Options for signing and verifying service account tokens. */
export interface ServiceAccountOptions {
  /** File of the private key that signs. */
  readonly signingKeyFile?: string;
  /** Files of further verification keys. */
  readonly keyFiles?: readonly string[];
  /** The first one is that of new tokens; all are accepted. */
  readonly issuers?: readonly string[];
  readonly audiences?: readonly string[];
  /** Maximum lifetime of a token in seconds. */
  readonly maxTokenExpiration?: number;
  /** Whether a token becomes invalid with its bound objects; true when absent. */
  readonly lookup?: boolean;
}

const SHORTEST_MAXIMUM = 60 * 60;
const LONGEST_MAXIMUM = 2 ** 32;
/** Issuer of legacy tokens, which are stored in Secrets. */
const RESERVED_ISSUER = 'kubernetes/serviceaccount';

export function serviceAccountOptions(flags: FlagValues): ServiceAccountOptions {
  const signingKeyFile = flags['service-account-signing-key-file'];
  const keyFiles = flags['service-account-key-file'];
  const issuers = flags['service-account-issuer'];
  const audiences = flags['api-audiences'];
  const maximum = flags['service-account-max-token-expiration'];
  return {
    ...(signingKeyFile !== undefined && { signingKeyFile }),
    ...(keyFiles && { keyFiles }),
    ...(issuers && { issuers }),
    ...(audiences && { audiences }),
    ...(maximum > 0 && { maxTokenExpiration: Math.floor(maximum) }),
    lookup: flags['service-account-lookup'],
  };
}

/** Problems of values that the flag types do not check. */
export function serviceAccountProblems(flags: FlagValues): string[] {
  const { 'service-account-issuer': issuers = [], 'service-account-max-token-expiration': maximum } = flags;
  const problems = issuers.flatMap((issuer) => {
    const problem = issuerProblem(issuer);
    return problem === undefined ? [] : [`--service-account-issuer ${JSON.stringify(issuer)} ${problem}`];
  });
  if (maximum !== 0 && (maximum < SHORTEST_MAXIMUM || maximum > LONGEST_MAXIMUM)) {
    problems.push('--service-account-max-token-expiration must be between 1 hour and 2^32 seconds');
  }
  return problems;
}

/** RFC 7519: a string with a colon must be a URI. */
function issuerProblem(issuer: string): string | undefined {
  if (issuer === RESERVED_ISSUER) return 'is the issuer of legacy tokens; choose another one';
  return issuer.includes(':') && !URL.canParse(issuer) ? 'contains ":" and must therefore be a URL' : undefined;
}
