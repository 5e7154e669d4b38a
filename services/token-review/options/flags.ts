import { CONFIG_FLAG, DOMAIN_FLAGS, LOGGING_FLAGS, SERVICE_CERTIFICATE_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Flags of the token-review service. A flag that the API server has too has the same meaning. */
export const TOKEN_REVIEW_FLAGS = [
  CONFIG_FLAG,
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'IP address to listen on for TokenReviews over HTTPS. 0.0.0.0 or :: listens on all addresses, so that other machines can connect.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6444',
    group: 'Serving',
    help: 'Port for TokenReviews over HTTPS, sent as POST to / or /tokenreview. 0 selects a free port.',
  },
  {
    name: 'grpc-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6445',
    group: 'Serving',
    help: 'IP address and port to serve gRPC on. Port 0 selects a free port; 0 alone disables gRPC.',
  },
  ...SERVICE_CERTIFICATE_FLAGS,
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Serving',
    help: 'Client authorities (PEM). Clients must present a certificate of one of them. Without it, every client that can connect may send requests.',
  },
  {
    name: 'max-requests-per-second',
    type: 'count',
    default: '100',
    group: 'Serving',
    help: 'Requests per second and client. A client is identified by the name in its certificate, or else by its address; an IPv6 address counts by its /64 network. 0 sets no limit.',
  },
  {
    name: 'max-requests-burst',
    type: 'count',
    default: '200',
    group: 'Serving',
    help: 'Requests that a client may send at once after a pause.',
  },
  {
    name: 'users-file',
    type: 'file',
    group: 'Authentication',
    help: 'Users with hashes of their tokens, as written by `pilothouse token-review users`. Checked first.',
  },
  {
    name: 'oidc-config-file',
    type: 'file',
    group: 'Authentication',
    help: 'OpenID Connect providers (YAML) whose ID tokens are accepted. Checked second.',
  },
  {
    name: 'forward-kubeconfig-file',
    type: 'file',
    group: 'Authentication',
    help: 'Kubeconfig of another token webhook, which reviews tokens that all other sources do not know.',
  },
  {
    name: 'forward-version',
    type: 'text',
    choices: ['v1', 'v1beta1'],
    default: 'v1',
    group: 'Authentication',
    help: 'API version of forwarded TokenReviews: v1 or v1beta1.',
  },
  {
    name: 'audiences',
    type: 'list',
    default: 'https://kubernetes.default.svc.cluster.local',
    group: 'Authentication',
    help: 'Audiences of tokens. A review that requests only other audiences is rejected.',
  },
  {
    name: 'cache-ttl',
    type: 'duration',
    default: '1m0s',
    group: 'Authentication',
    help: 'Time to cache authenticated tokens. The cache is cleared when a file of a source changes.',
  },
  {
    name: 'negative-cache-ttl',
    type: 'duration',
    default: '10s',
    group: 'Authentication',
    help: 'Time to cache unknown and rejected tokens.',
  },
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6446',
    group: 'Health and metrics',
    help: 'IP address and port to serve /healthz, /readyz and /metrics on over plain HTTP, and to clients on the same machine /statusz and /flagz. Port 0 selects a free port; 0 alone disables them.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type TokenReviewFlagValues = ValuesOf<typeof TOKEN_REVIEW_FLAGS>;
