import { CONFIG_FLAG, DOMAIN_FLAGS, LOGGING_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, NameIn, ValuesOf } from '@pilothouse/flags/definition.js';
import { ADMISSION_FLAGS } from './admission-flags.js';
import { AUDIT_FLAGS } from './audit-flags.js';
import { AUTHORIZATION_MODES, DEFAULT_MODES } from './authorization.js';
import { ENCRYPTION_FLAGS } from './encryption.js';
import { ETCD_OVERRIDES_FLAG } from './etcd-overrides.js';
import { FLOW_CONTROL_FLAGS } from './flow-control-flags.js';
import { FEATURE_GATES_FLAG } from './feature-gates.js';
import { KUBELET_FLAGS } from './kubelet-flags.js';
import { LOGIN_FLAGS } from './login-flags.js';
import { OPERATIONS_FLAGS } from './operations-flags.js';
import { RUNTIME_CONFIG_FLAG } from './runtime-config.js';
import { SERVICE_FLAGS } from './service-flags.js';
import { WORKERS_FLAG } from './workers.js';

/** All flags of the API server. Flags that kube-apiserver has too have its names. */
export const FLAGS = [
  CONFIG_FLAG,
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'IP address to listen on. 0.0.0.0 or :: listens on all interfaces and accepts connections from other machines.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6443',
    group: 'Serving',
    help: 'Port to serve HTTPS on. 0 selects a free port.',
  },
  {
    name: 'tls-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'Serving certificate (PEM), followed by its intermediate certificates. If absent, a generated certificate is served.',
  },
  {
    name: 'tls-private-key-file',
    type: 'file',
    group: 'Serving',
    help: 'Private key (PEM) of --tls-cert-file.',
  },
  {
    name: 'proxy-client-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'Client certificate (PEM) with which the server authenticates to extension API servers, as an authenticating proxy.',
  },
  {
    name: 'proxy-client-key-file',
    type: 'file',
    group: 'Serving',
    help: 'Private key (PEM) of --proxy-client-cert-file.',
  },
  WORKERS_FLAG,
  ...KUBELET_FLAGS,
  ...FLOW_CONTROL_FLAGS,
  {
    name: 'kubeconfig-out',
    type: 'path',
    defaultText: 'kubeconfig in the data directory, or in a temporary one with --ephemeral',
    group: 'Serving',
    help: "File to write the administrator's kubeconfig to.",
  },
  {
    name: 'data-dir',
    type: 'directory',
    default: '.pilothouse',
    group: 'Storage',
    help: 'Directory of the embedded store, the certificates and the kubeconfig.',
  },
  {
    name: 'ephemeral',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Keep data in memory only. They are lost at shutdown.',
  },
  {
    name: 'storage-quota-bytes',
    type: 'bytes',
    default: '2147483648',
    group: 'Storage',
    help: 'Maximum size in bytes of the files of the embedded store. At the limit, or when the disk is nearly full, writes that need more space get 503. Reads and deletions continue.',
  },
  {
    name: 'etcd-servers',
    type: 'urls',
    group: 'Storage',
    help: 'URLs of the etcd servers (scheme://host:port) to store objects in, instead of the embedded store.',
  },
  ETCD_OVERRIDES_FLAG,
  {
    name: 'etcd-prefix',
    type: 'prefix',
    default: '/registry',
    group: 'Storage',
    help: 'Prefix of all keys in etcd.',
  },
  {
    name: 'etcd-cafile',
    type: 'file',
    group: 'Storage',
    help: 'Certificate authorities (PEM) that verify the certificates of etcd servers.',
  },
  { name: 'etcd-certfile', type: 'file', group: 'Storage', help: 'Client certificate (PEM) for connections to etcd.' },
  { name: 'etcd-keyfile', type: 'file', group: 'Storage', help: 'Private key (PEM) of --etcd-certfile.' },
  { name: 'etcd-username', type: 'text', group: 'Storage', help: 'User name for authentication to etcd.' },
  {
    name: 'etcd-password-file',
    type: 'file',
    group: 'Storage',
    help: 'File with the password of --etcd-username. A trailing line break is ignored.',
  },
  ...ENCRYPTION_FLAGS,
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Authentication',
    help: "Certificate authorities (PEM) of client certificates, in addition to the server's own authority.",
  },
  {
    name: 'token-auth-file',
    type: 'file',
    group: 'Authentication',
    help: 'File of static bearer tokens. Each line is token,user,uid and optionally "group1,group2" in quotes.',
  },
  {
    name: 'anonymous-auth',
    type: 'boolean',
    default: 'true',
    group: 'Authentication',
    help: 'Allow requests without credentials. They have the user name system:anonymous and the group system:unauthenticated. If false, they get 401.',
  },
  {
    name: 'enable-bootstrap-token-auth',
    type: 'boolean',
    default: 'false',
    group: 'Authentication',
    help: 'Accept bootstrap tokens, which are secrets named bootstrap-token-<id> in the namespace kube-system.',
  },
  {
    name: 'oidc-issuer-url',
    type: 'text',
    group: 'Authentication',
    help: 'URL of the OpenID Connect issuer whose ID tokens are accepted. It must use https and equal the iss claim.',
  },
  {
    name: 'oidc-client-id',
    type: 'text',
    group: 'Authentication',
    help: 'Client ID that ID tokens must be issued for.',
  },
  {
    name: 'oidc-username-claim',
    type: 'text',
    default: 'sub',
    group: 'Authentication',
    help: 'Claim of the ID token to use as the user name.',
  },
  {
    name: 'oidc-username-prefix',
    type: 'text',
    defaultText: 'the issuer URL and "#"; none for the claim email',
    group: 'Authentication',
    help: 'Prefix of user names, which prevents clashes with other users. "-" disables the prefix.',
  },
  {
    name: 'oidc-groups-claim',
    type: 'text',
    group: 'Authentication',
    help: 'Claim of the ID token to use as the groups of the user.',
  },
  {
    name: 'oidc-groups-prefix',
    type: 'text',
    group: 'Authentication',
    help: 'Prefix of groups, which prevents clashes with other groups. Without it, the issuer can add any user to system:masters.',
  },
  {
    name: 'oidc-required-claim',
    type: 'pairs',
    group: 'Authentication',
    help: 'Claims that ID tokens must have with exactly this value, each as key=value.',
  },
  {
    name: 'oidc-ca-file',
    type: 'file',
    defaultText: "the system's",
    group: 'Authentication',
    help: "Certificate authorities (PEM) that verify the issuer's certificate.",
  },
  {
    name: 'oidc-signing-algs',
    type: 'list',
    defaultText: 'RS, ES and PS with 256, 384 and 512',
    group: 'Authentication',
    help: 'Signing algorithms of ID tokens that are accepted.',
  },
  ...LOGIN_FLAGS,
  {
    name: 'authentication-token-webhook-config-file',
    type: 'file',
    group: 'Authentication',
    help: 'Kubeconfig of the webhook that authenticates bearer tokens.',
  },
  {
    name: 'authentication-token-webhook-cache-ttl',
    type: 'duration',
    default: '2m0s',
    group: 'Authentication',
    help: 'Duration to cache responses of the token webhook.',
  },
  {
    name: 'authentication-token-webhook-version',
    type: 'text',
    default: 'v1beta1',
    group: 'Authentication',
    help: 'Version of the TokenReviews that are sent to the token webhook: v1beta1 or v1, optionally with the group, such as authentication.k8s.io/v1.',
  },
  {
    name: 'requestheader-client-ca-file',
    type: 'file',
    group: 'Authentication',
    help: 'Certificate authorities (PEM) of authenticating proxies. A proxy with a certificate of such an authority names the user in request headers.',
  },
  {
    name: 'requestheader-allowed-names',
    type: 'list',
    defaultText: 'any',
    group: 'Authentication',
    help: 'Common names of the client certificates of authenticating proxies.',
  },
  {
    name: 'requestheader-username-headers',
    type: 'list',
    default: 'X-Remote-User',
    group: 'Authentication',
    help: 'Request headers with the user name. The first header that is present is used.',
  },
  {
    name: 'requestheader-uid-headers',
    type: 'list',
    default: 'X-Remote-Uid',
    group: 'Authentication',
    help: 'Request headers with the uid of the user. The first header that is present is used.',
  },
  {
    name: 'requestheader-group-headers',
    type: 'list',
    default: 'X-Remote-Group',
    group: 'Authentication',
    help: 'Request headers with groups. Each occurrence of a header names one group.',
  },
  {
    name: 'requestheader-extra-headers-prefix',
    type: 'list',
    default: 'X-Remote-Extra-',
    group: 'Authentication',
    help: 'Prefixes of the request headers with further attributes of the user.',
  },
  {
    name: 'service-account-signing-key-file',
    type: 'file',
    defaultText:
      'the first private key of --service-account-key-file, else --tls-private-key-file, else certificates/sa.key in the data directory, which the first start generates',
    group: 'Authentication',
    help: 'Private key (PEM, RSA or ECDSA) that signs service account tokens. All servers on one etcd must share the key.',
  },
  {
    name: 'service-account-key-file',
    type: 'files',
    group: 'Authentication',
    help: 'Keys (PEM, public or private) that verify service account tokens, in addition to the signing key. After a change of the signing key, keep the old key here until its tokens expire.',
  },
  {
    name: 'service-account-issuer',
    type: 'list',
    defaultText: 'https://kubernetes.default.svc.cluster.local',
    group: 'Authentication',
    help: 'Issuers of service account tokens, preferably https URLs. The first issuer is in the iss claim of new tokens. All are accepted.',
  },
  {
    name: 'api-audiences',
    type: 'list',
    defaultText: 'the issuers',
    group: 'Authentication',
    help: 'Audiences of the API. A service account token must have one of them. New tokens get them if the TokenRequest names no audience.',
  },
  {
    name: 'service-account-max-token-expiration',
    type: 'duration',
    default: '0',
    group: 'Authentication',
    help: 'Maximum lifetime of service account tokens. A TokenRequest for more gets a token with this lifetime. 0 sets no limit.',
  },
  {
    name: 'service-account-lookup',
    type: 'boolean',
    default: 'true',
    group: 'Authentication',
    help: 'Accept service account tokens only while the service account and the bound object exist.',
  },
  {
    name: 'authorization-mode',
    type: 'list',
    choices: AUTHORIZATION_MODES,
    default: DEFAULT_MODES.join(','),
    group: 'Authorization',
    help: 'Authorization modes in order: Node, RBAC, AlwaysAllow, AlwaysDeny. Members of system:masters may do everything.',
  },
  ...ADMISSION_FLAGS,
  ...AUDIT_FLAGS,
  ...DOMAIN_FLAGS,
  ...SERVICE_FLAGS,
  RUNTIME_CONFIG_FLAG,
  FEATURE_GATES_FLAG,
  {
    name: 'event-ttl',
    type: 'duration',
    default: '1h0m0s',
    group: 'API',
    help: 'Time to retain events after their last write. 0 retains them until they are deleted.',
  },
  ...OPERATIONS_FLAGS,
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type FlagName = NameIn<typeof FLAGS>;
/** Parsed values by flag name. A flag that was not given has its default, or is absent. */
export type FlagValues = ValuesOf<typeof FLAGS>;
