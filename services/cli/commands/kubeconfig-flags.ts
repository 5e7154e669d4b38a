import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Of each of the commands: which server a kubeconfig leads to, and where it is written. */
const COMMON_FLAGS = [
  {
    name: 'data-dir',
    type: 'path',
    default: '.pilothouse',
    group: 'API server',
    help: 'The data directory of the server.',
  },
  {
    name: 'from',
    type: 'path',
    defaultText: 'kubeconfig in the data directory',
    group: 'API server',
    help: 'The kubeconfig that leads to the server.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current one',
    group: 'API server',
    help: 'The context of that kubeconfig.',
  },
  {
    name: 'server',
    type: 'text',
    defaultText: 'that of --from',
    group: 'API server',
    help: 'The https URL to write, as where others reach the server by another name.',
  },
  {
    name: 'certificate-authority',
    type: 'file',
    defaultText: 'those of --from',
    group: 'API server',
    help: 'Authorities (PEM) that vouch for that URL.',
  },
  {
    name: 'out',
    short: 'o',
    type: 'path',
    default: '-',
    group: 'Output',
    help: 'The file to write, readable by its owner alone; "-" is the standard output.',
  },
  {
    name: 'force',
    type: 'boolean',
    default: 'false',
    group: 'Output',
    help: 'Replace a file that exists.',
  },
] as const satisfies FlagTable;

const CONTEXT_NAMESPACE = {
  name: 'namespace',
  short: 'n',
  type: 'text',
  defaultText: 'default',
  group: 'Output',
  help: 'Where commands work that name no namespace.',
} as const;

/** Of `pilothouse kubeconfig user`. */
export const USER_FLAGS = [
  {
    name: 'group',
    type: 'list',
    group: 'Credentials',
    help: 'The groups that the user belongs to.',
  },
  {
    name: 'duration',
    type: 'duration',
    default: '8760h0m0s',
    group: 'Credentials',
    help: 'How long the certificate holds. It cannot be taken back before.',
  },
  {
    name: 'client-ca-file',
    type: 'file',
    defaultText: 'certificates/ca.crt in the data directory',
    group: 'Credentials',
    help: 'The authority (PEM) that issues the certificate.',
  },
  {
    name: 'client-ca-key-file',
    type: 'file',
    defaultText: 'certificates/ca.key in the data directory',
    group: 'Credentials',
    help: 'The private key (PEM, RSA or ECDSA) of --client-ca-file.',
  },
  ...COMMON_FLAGS,
  CONTEXT_NAMESPACE,
] as const satisfies FlagTable;

/** Of `pilothouse kubeconfig token`. */
export const TOKEN_FLAGS = [
  {
    name: 'token-file',
    type: 'path',
    group: 'Credentials',
    help: 'The file with the token; "-" is the standard input. A line break at its end is left out.',
  },
  ...COMMON_FLAGS,
  CONTEXT_NAMESPACE,
] as const satisfies FlagTable;

/** Of `pilothouse kubeconfig service-account`. */
export const SERVICE_ACCOUNT_FLAGS = [
  {
    name: 'namespace',
    short: 'n',
    type: 'text',
    default: 'default',
    group: 'Credentials',
    help: 'The namespace of the service account, where commands work that name no other.',
  },
  {
    name: 'duration',
    type: 'duration',
    defaultText: 'an hour, or what the server says',
    group: 'Credentials',
    help: 'How long the token holds, at least 10 minutes. The server may shorten it.',
  },
  {
    name: 'audience',
    type: 'list',
    defaultText: 'the server itself',
    group: 'Credentials',
    help: 'Whom the token is for. The server accepts only those that are for itself.',
  },
  ...COMMON_FLAGS,
] as const satisfies FlagTable;

export type CommonValues = ValuesOf<typeof COMMON_FLAGS>;
