import { CONFIG_FLAG, DOMAIN_FLAGS, LOGGING_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Flags of the console. */
export const CONSOLE_FLAGS = [
  CONFIG_FLAG,
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'IP address to listen on. An address that is not loopback requires --tls-cert-file.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6450',
    group: 'Serving',
    help: 'Port of the page. 0 selects a free port.',
  },
  {
    name: 'tls-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'Serving certificate (PEM), followed by its intermediate certificates. Without it, the page is served over plain HTTP, on loopback only.',
  },
  {
    name: 'tls-private-key-file',
    type: 'file',
    group: 'Serving',
    help: 'Private key (PEM) of --tls-cert-file.',
  },
  {
    name: 'external-url',
    type: 'text',
    group: 'Serving',
    help: 'URL of the page as browsers see it, such as https://console.example.org. Requests for another host are rejected. Required behind a proxy.',
  },
  {
    name: 'server',
    type: 'text',
    group: 'API server',
    help: 'URL of the API server. Required.',
  },
  {
    name: 'certificate-authority',
    type: 'file',
    defaultText: 'the authorities of the system',
    group: 'API server',
    help: 'Authorities (PEM) that sign the certificate of the API server.',
  },
  {
    name: 'session-key-file',
    type: 'file',
    defaultText: 'a random key, so that a restart ends all sessions',
    group: 'Authentication',
    help: 'Keys of the session cookies: 32 random bytes in base64 on each line. The first key seals, and all keys open. The console reloads the file, so that a key is replaced without a restart.',
  },
  {
    name: 'session-lifetime',
    type: 'duration',
    default: '12h',
    group: 'Authentication',
    help: 'Time after which a user signs in again.',
  },
  {
    name: 'oidc-issuer-url',
    type: 'text',
    group: 'Authentication',
    help: 'URL of an OpenID Connect provider, which signs users in. The API server must accept its ID tokens.',
  },
  {
    name: 'oidc-client-id',
    type: 'text',
    group: 'Authentication',
    help: 'Client of the provider. Its redirect URI is <url of the page>/sign-in/callback. Required with --oidc-issuer-url.',
  },
  {
    name: 'oidc-client-secret-file',
    type: 'file',
    group: 'Authentication',
    help: "File with the client's secret, which is reloaded. Without it, the client is public.",
  },
  {
    name: 'oidc-ca-file',
    type: 'file',
    defaultText: 'the authorities of the system',
    group: 'Authentication',
    help: 'Authorities (PEM) that sign the certificate of the provider. Reloaded.',
  },
  {
    name: 'oidc-scopes',
    type: 'list',
    defaultText: 'openid,profile,email,offline_access',
    group: 'Authentication',
    help: 'Scopes of the sign-in. offline_access asks for a refresh token, which keeps users signed in while --session-lifetime lasts.',
  },
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6451',
    group: 'Health and metrics',
    help: 'IP address and port to serve /healthz, /readyz and /metrics on over plain HTTP, and to clients on the same machine /statusz and /flagz. Port 0 selects a free port; 0 alone disables them.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type ConsoleFlagValues = ValuesOf<typeof CONSOLE_FLAGS>;
