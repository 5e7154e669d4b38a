import type { FlagValues } from './flags.js';

/** How tokens of service accounts are made and checked. */
export interface ServiceAccountOptions {
  /** The private key that signs. */
  readonly signingKeyFile?: string;
  /** Keys that tokens are checked with, besides the one that signs. */
  readonly keyFiles?: readonly string[];
  /** The first one signs, all are accepted. */
  readonly issuers?: readonly string[];
  readonly audiences?: readonly string[];
  /** Seconds that a token may live at most. */
  readonly maxTokenExpiration?: number;
  /** Whether tokens die with their objects; true when absent. */
  readonly lookup?: boolean;
}

const SHORTEST_MAXIMUM = 60 * 60;
const LONGEST_MAXIMUM = 2 ** 32;
/** Tokens that are kept in secrets have it. */
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

/** What is wrong with the flags that cannot be told from the text of each. */
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

/** RFC 7519: a text with a colon is a URI. */
function issuerProblem(issuer: string): string | undefined {
  if (issuer === RESERVED_ISSUER) return 'is the issuer of tokens that are kept in secrets; take another one';
  return issuer.includes(':') && !URL.canParse(issuer) ? 'has a ":" and must then be a URL' : undefined;
}
