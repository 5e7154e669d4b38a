import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Flags of `pilothouse login`. */
export const LOGIN_FLAGS = [
  {
    name: 'certificate-authority',
    type: 'file',
    defaultText: 'that of the kubeconfig, or else the authorities of the system',
    group: 'API server',
    help: 'Authorities (PEM) that sign the certificate of the API server. They become part of the kubeconfig.',
  },
  {
    name: 'server',
    type: 'text',
    group: 'API server',
    help: 'URL of the API server for which kubectl asks for a token. The kubeconfig has this flag; on a terminal, the URL is the argument.',
  },
  {
    name: 'issuer-url',
    type: 'text',
    defaultText: 'the one that the API server names',
    group: 'Authentication',
    help: 'URL of the OpenID Connect issuer whose ID tokens the API server accepts. Required, with --client-id, for servers that do not name it.',
  },
  {
    name: 'client-id',
    type: 'text',
    defaultText: 'the one that the API server names',
    group: 'Authentication',
    help: 'Client of the issuer. Its redirect URI is that of --redirect-url.',
  },
  {
    name: 'client-secret-file',
    type: 'file',
    group: 'Authentication',
    help: "File with the client's secret. Without it, the client is public.",
  },
  {
    name: 'scope',
    type: 'list',
    defaultText: 'those that the API server names, or else openid,profile,email,offline_access',
    group: 'Authentication',
    help: 'Scopes to ask for.',
  },
  {
    name: 'issuer-certificate-authority',
    type: 'file',
    defaultText: 'the authorities of the system',
    group: 'Authentication',
    help: 'Authorities (PEM) that sign the certificate of the issuer.',
  },
  {
    name: 'redirect-url',
    type: 'text',
    default: 'http://127.0.0.1:0/callback',
    group: 'Authentication',
    help: 'URL on this machine to which the issuer sends the browser back. Port 0 selects a free port. Some issuers require localhost, or a fixed port.',
  },
  {
    name: 'device',
    type: 'boolean',
    default: 'false',
    group: 'Authentication',
    help: 'Sign in on another device by a code (device authorization grant). The default where no browser can be opened, if the issuer has it.',
  },
  {
    name: 'no-browser',
    type: 'boolean',
    default: 'false',
    group: 'Authentication',
    help: 'Print the URL of the sign-in without opening a browser.',
  },
  {
    name: 'keyring',
    type: 'boolean',
    default: 'false',
    group: 'Credentials',
    help: "Keep the tokens in the system's keyring, by secret-tool (Linux) or security (macOS), instead of in a file.",
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'the file that kubectl config changes',
    group: 'Output',
    help: 'Kubeconfig to change. Its other entries, comments and fields are kept.',
  },
  {
    name: 'name',
    type: 'text',
    defaultText: 'the host of the URL',
    group: 'Output',
    help: 'Name of the cluster and of the context in the kubeconfig.',
  },
  {
    name: 'switch-context',
    type: 'boolean',
    default: 'true',
    group: 'Output',
    help: 'Make the context the current one.',
  },
] as const satisfies FlagTable;

/** Flags of `pilothouse logout`. */
export const LOGOUT_FLAGS = [] as const satisfies FlagTable;

export type LoginFlagValues = ValuesOf<typeof LOGIN_FLAGS>;
