import { DOMAIN_FLAGS, LOGGING_FLAGS, SERVICE_CERTIFICATE_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Every flag of the token-review service. Those that the API server has too mean the same here. */
export const TOKEN_REVIEW_FLAGS = [
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'The IP address to listen on for TokenReviews over HTTPS. 0.0.0.0 or :: listens on all of them, and lets other machines in.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6444',
    group: 'Serving',
    help: 'The port to take TokenReviews on over HTTPS, as POST to / or /tokenreview. 0 takes a free one.',
  },
  {
    name: 'grpc-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6445',
    group: 'Serving',
    help: 'Where to serve gRPC: an IP address and a port, whose 0 takes a free one, or just 0 for nowhere.',
  },
  ...SERVICE_CERTIFICATE_FLAGS,
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Serving',
    help: 'Authorities (PEM) of clients: each must show a certificate of one of them. Without it everybody who reaches the service may ask it.',
  },
  {
    name: 'max-requests-per-second',
    type: 'count',
    default: '100',
    group: 'Serving',
    help: 'How many questions a second each client may ask, by the name in its certificate or else by its address, of which 64 bits count in IPv6. 0 sets no limit.',
  },
  {
    name: 'max-requests-burst',
    type: 'count',
    default: '200',
    group: 'Serving',
    help: 'How many it may ask at once after a pause.',
  },
  {
    name: 'users-file',
    type: 'file',
    group: 'Authentication',
    help: 'Users and the hashes of their tokens, as `pilothouse token-review users` writes them. Asked first.',
  },
  {
    name: 'oidc-config-file',
    type: 'file',
    group: 'Authentication',
    help: 'The OpenID Connect providers (YAML) whose ID tokens are accepted. Asked second.',
  },
  {
    name: 'forward-kubeconfig-file',
    type: 'file',
    group: 'Authentication',
    help: 'A kubeconfig that leads to another token webhook, which is asked about tokens that nobody here knows.',
  },
  {
    name: 'forward-version',
    type: 'text',
    default: 'v1',
    group: 'Authentication',
    help: 'The version of the TokenReviews that are sent to it: v1 or v1beta1.',
  },
  {
    name: 'audiences',
    type: 'list',
    default: 'https://kubernetes.default.svc.cluster.local',
    group: 'Authentication',
    help: 'Whom tokens are for. A question that names others only is answered with no.',
  },
  {
    name: 'cache-ttl',
    type: 'duration',
    default: '1m0s',
    group: 'Authentication',
    help: 'How long it is remembered whose a token is. Forgotten at once when a file changes that says so.',
  },
  {
    name: 'negative-cache-ttl',
    type: 'duration',
    default: '10s',
    group: 'Authentication',
    help: "How long it is remembered that a token is nobody's, or refused.",
  },
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6446',
    group: 'Health and metrics',
    help: 'Where /healthz, /readyz and /metrics are served over plain HTTP: an IP address and a port, whose 0 takes a free one, or just 0 for nowhere.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type TokenReviewFlagValues = ValuesOf<typeof TOKEN_REVIEW_FLAGS>;
