import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Common flags: the server of the kubeconfig, and the file to write. */
const COMMON_FLAGS = [
  {
    name: 'data-dir',
    type: 'directory',
    default: '.pilothouse',
    group: 'API server',
    help: 'Data directory of the server.',
  },
  {
    name: 'from',
    type: 'path',
    defaultText: 'kubeconfig in the data directory',
    group: 'API server',
    help: 'Kubeconfig for the server.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current context',
    group: 'API server',
    help: 'Context of the kubeconfig.',
  },
  {
    name: 'server',
    type: 'text',
    defaultText: 'that of --from',
    group: 'API server',
    help: 'The https URL to write, if it differs from the URL in --from.',
  },
  {
    name: 'certificate-authority',
    type: 'file',
    defaultText: 'those of --from',
    group: 'API server',
    help: 'Certificate authorities (PEM) that verify the server at that URL.',
  },
  {
    name: 'out',
    short: 'o',
    type: 'path',
    default: '-',
    group: 'Output',
    help: 'File to write, readable by its owner only; "-" is the standard output.',
  },
  {
    name: 'force',
    type: 'boolean',
    default: 'false',
    group: 'Output',
    help: 'Replace an existing file.',
  },
] as const satisfies FlagTable;

const CONTEXT_NAMESPACE = {
  name: 'namespace',
  short: 'n',
  type: 'text',
  defaultText: 'default',
  group: 'Output',
  help: 'Default namespace of the context.',
} as const;

/** Flags of `pilothouse kubeconfig user`. */
export const USER_FLAGS = [
  {
    name: 'group',
    type: 'list',
    group: 'Credentials',
    help: 'Groups of the user.',
  },
  {
    name: 'duration',
    type: 'duration',
    default: '8760h0m0s',
    group: 'Credentials',
    help: 'Validity of the certificate. It cannot be revoked.',
  },
  {
    name: 'client-ca-file',
    type: 'file',
    defaultText: 'certificates/ca.crt in the data directory',
    group: 'Credentials',
    help: 'Certificate authority (PEM) that issues the certificate.',
  },
  {
    name: 'client-ca-key-file',
    type: 'file',
    defaultText: 'certificates/ca.key in the data directory',
    group: 'Credentials',
    help: 'Private key (PEM, RSA or ECDSA) of --client-ca-file.',
  },
  ...COMMON_FLAGS,
  CONTEXT_NAMESPACE,
] as const satisfies FlagTable;

/** Flags of `pilothouse kubeconfig token`. */
export const TOKEN_FLAGS = [
  {
    name: 'token-file',
    type: 'path',
    group: 'Credentials',
    help: 'File with the token; "-" is the standard input. A final line break is ignored.',
  },
  ...COMMON_FLAGS,
  CONTEXT_NAMESPACE,
] as const satisfies FlagTable;

/** Flags of `pilothouse kubeconfig service-account`. */
export const SERVICE_ACCOUNT_FLAGS = [
  {
    name: 'namespace',
    short: 'n',
    type: 'text',
    default: 'default',
    group: 'Credentials',
    help: 'Namespace of the service account, and default namespace of the context.',
  },
  {
    name: 'duration',
    type: 'duration',
    defaultText: 'one hour, or the default of the server',
    group: 'Credentials',
    help: 'Lifetime of the token, at least 10 minutes. The server may shorten it.',
  },
  {
    name: 'audience',
    type: 'list',
    defaultText: 'the API server',
    group: 'Credentials',
    help: 'Audiences of the token. The API server accepts only tokens for itself.',
  },
  ...COMMON_FLAGS,
] as const satisfies FlagTable;

export type CommonValues = ValuesOf<typeof COMMON_FLAGS>;
