import { isIssuer } from '@pilothouse/token-authenticators/oidc/options.js';
import type { FlagValues } from './flags.js';

/** How command lines sign in. The server publishes it to clients without credentials. */
export interface LoginOptions {
  readonly issuer: string;
  /** The client of the issuer for command lines, which is public. */
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export function loginOptions(flags: FlagValues): LoginOptions | undefined {
  const { 'login-client-id': clientId, 'login-scopes': scopes } = flags;
  const issuer = issuerIn(flags);
  return clientId === undefined || issuer === undefined ? undefined : { issuer, clientId, scopes };
}

export function loginProblems(flags: FlagValues): string[] {
  const { 'login-client-id': clientId, 'login-issuer-url': own, 'login-scopes': scopes } = flags;
  return [
    ...(clientId !== undefined && issuerIn(flags) === undefined
      ? ['--login-client-id needs --oidc-issuer-url or --login-issuer-url']
      : []),
    ...(own !== undefined && !isIssuer(own)
      ? [`--login-issuer-url ${JSON.stringify(own)} must be an https URL without user, query and fragment`]
      : []),
    ...(scopes.includes('openid') ? [] : ['--login-scopes must contain openid']),
  ];
}

const issuerIn = (flags: FlagValues): string | undefined => flags['login-issuer-url'] ?? flags['oidc-issuer-url'];
