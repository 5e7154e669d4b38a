import { DOMAIN_FLAGS, LOGGING_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, NameIn, ValuesOf } from '@pilothouse/flags/definition.js';

/** Every flag of the API server, once. Flags that kube-apiserver has too are named as it names them. */
export const FLAGS = [
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'The IP address to listen on. 0.0.0.0 or :: listens on all of them, and lets other machines in.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6443',
    group: 'Serving',
    help: 'The port to serve HTTPS on. 0 takes a free one.',
  },
  {
    name: 'tls-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'The serving certificate (PEM), followed by its intermediates. A self-made one is used when absent.',
  },
  {
    name: 'tls-private-key-file',
    type: 'file',
    group: 'Serving',
    help: 'The private key (PEM) of --tls-cert-file.',
  },
  {
    name: 'kubeconfig-out',
    type: 'path',
    defaultText: 'kubeconfig in the data directory, or in a temporary one with --ephemeral',
    group: 'Serving',
    help: "Where to write the administrator's kubeconfig.",
  },
  {
    name: 'data-dir',
    type: 'path',
    default: '.pilothouse',
    group: 'Storage',
    help: 'The directory of the embedded store, the certificates and the kubeconfig.',
  },
  {
    name: 'ephemeral',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Keep everything in memory and forget it at the end.',
  },
  {
    name: 'etcd-servers',
    type: 'urls',
    group: 'Storage',
    help: 'The etcd servers (scheme://host:port) to store in, in place of the embedded store.',
  },
  {
    name: 'etcd-prefix',
    type: 'prefix',
    default: '/registry',
    group: 'Storage',
    help: 'What the keys of all objects in etcd begin with.',
  },
  { name: 'etcd-cafile', type: 'file', group: 'Storage', help: 'The authorities (PEM) that vouch for etcd.' },
  { name: 'etcd-certfile', type: 'file', group: 'Storage', help: 'The client certificate (PEM) shown to etcd.' },
  { name: 'etcd-keyfile', type: 'file', group: 'Storage', help: 'The private key (PEM) of --etcd-certfile.' },
  { name: 'etcd-username', type: 'text', group: 'Storage', help: 'The user to sign in to etcd as.' },
  {
    name: 'etcd-password-file',
    type: 'file',
    group: 'Storage',
    help: 'The file with the password of --etcd-username. A line break at its end is left out.',
  },
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Authentication',
    help: "Authorities (PEM) whose client certificates are accepted, besides the server's own.",
  },
  {
    name: 'token-auth-file',
    type: 'file',
    group: 'Authentication',
    help: 'Static bearer tokens, one a line: token,user,uid and optionally "group1,group2" in quotes.',
  },
  {
    name: 'service-account-signing-key-file',
    type: 'file',
    defaultText:
      'the first private key of --service-account-key-file, else --tls-private-key-file, else certificates/sa.key in the data directory, which the first start makes',
    group: 'Authentication',
    help: 'The private key (PEM, RSA or ECDSA) that signs tokens of service accounts. Servers on one etcd must share it.',
  },
  {
    name: 'service-account-key-file',
    type: 'files',
    group: 'Authentication',
    help: 'Keys (PEM, public or private) whose tokens of service accounts are accepted, besides the one that signs. To change that one, keep the former one here until its tokens have expired.',
  },
  {
    name: 'service-account-issuer',
    type: 'list',
    defaultText: 'https://kubernetes.default.svc.cluster.local',
    group: 'Authentication',
    help: 'Who makes tokens of service accounts, best an https URL. The first one stands in new tokens, all are accepted.',
  },
  {
    name: 'api-audiences',
    type: 'list',
    defaultText: 'the issuers',
    group: 'Authentication',
    help: 'Whom a token must be for to be accepted, and whom it is for when the request names nobody.',
  },
  {
    name: 'service-account-max-token-expiration',
    type: 'duration',
    default: '0',
    group: 'Authentication',
    help: 'How long tokens of service accounts may live; a request for more is shortened. 0 sets no limit.',
  },
  {
    name: 'service-account-lookup',
    type: 'boolean',
    default: 'true',
    group: 'Authentication',
    help: 'Accept tokens of service accounts only while their account, and what they are bound to, exist.',
  },
  ...DOMAIN_FLAGS,
  {
    name: 'event-ttl',
    type: 'duration',
    default: '1h0m0s',
    group: 'API',
    help: 'How long events are kept after they were last written. 0 keeps them until they are deleted.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type FlagName = NameIn<typeof FLAGS>;
/** Parsed values by flag name. A flag that was not given has its default, or is absent. */
export type FlagValues = ValuesOf<typeof FLAGS>;
