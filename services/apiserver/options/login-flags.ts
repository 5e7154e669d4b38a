import type { FlagTable } from '@pilothouse/flags/definition.js';

/** What the server tells command lines that sign in. */
export const LOGIN_FLAGS = [
  {
    name: 'login-client-id',
    type: 'text',
    group: 'Authentication',
    help: 'Client of the issuer with which command lines sign in. With it, the server tells `pilothouse login` the issuer, the client and the scopes, without credentials. Tokens of this client must be accepted: it is usually the client in --oidc-client-id.',
  },
  {
    name: 'login-issuer-url',
    type: 'text',
    defaultText: 'the issuer in --oidc-issuer-url',
    group: 'Authentication',
    help: 'URL of the issuer at which command lines sign in. Required if a token webhook verifies its tokens.',
  },
  {
    name: 'login-scopes',
    type: 'list',
    default: 'openid,profile,email,offline_access',
    group: 'Authentication',
    help: 'Scopes that command lines ask for. offline_access asks for a refresh token, which keeps users signed in.',
  },
] as const satisfies FlagTable;
