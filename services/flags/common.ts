import type { FlagTable } from './definition.js';

/** How the API spells its names. All programs of a cluster must be given the same. */
export const DOMAIN_FLAGS = [
  {
    name: 'api-domain',
    type: 'domain',
    default: 'k8s.io',
    group: 'API',
    help: 'What the names of built-in API groups end with.',
  },
  {
    name: 'label-domain',
    type: 'domain',
    defaultText: 'kubernetes.io when the API domain is k8s.io, else the API domain',
    group: 'API',
    help: 'What built-in label and annotation keys and secret types are spelled with.',
  },
] as const satisfies FlagTable;

/** What a service proves itself with. */
export const SERVICE_CERTIFICATE_FLAGS = [
  {
    name: 'tls-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'The serving certificate (PEM), followed by its intermediates. Required, as its key is.',
  },
  {
    name: 'tls-private-key-file',
    type: 'file',
    group: 'Serving',
    help: 'The private key (PEM) of --tls-cert-file.',
  },
] as const satisfies FlagTable;

export const LOGGING_FLAGS = [
  {
    name: 'v',
    short: 'v',
    type: 'level',
    default: '0',
    group: 'Logging',
    help: 'How much to log: 0 warnings and errors, 2 information, 4 debugging, 6 every request.',
  },
  {
    name: 'deprecation-warnings',
    type: 'boolean',
    default: 'true',
    group: 'Logging',
    help: 'Warn at the start of what the command line uses that is to go.',
  },
] as const satisfies FlagTable;
