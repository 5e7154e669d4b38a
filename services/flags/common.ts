import type { FlagDefinition, FlagTable } from './definition.js';

/** File with flags of a program. Not a `file`: it is read once, and a worker that is started later does not need it. */
export const CONFIG_FLAG = {
  name: 'config',
  type: 'path',
  group: 'Configuration',
  help: 'File (YAML) of flags: each key is the name of a flag without the dashes. A flag on the command line replaces the value in the file. Read at the start only.',
} as const satisfies FlagDefinition;

/** Form of what a command prints. */
export const OUTPUT_FLAG = {
  name: 'output',
  short: 'o',
  type: 'text',
  choices: ['text', 'json'],
  default: 'text',
  group: 'Output',
  help: 'Form of the output: text, or json for programs.',
} as const satisfies FlagDefinition;

/** Domains of API names. All programs of a cluster need the same values. */
export const DOMAIN_FLAGS = [
  {
    name: 'api-domain',
    type: 'domain',
    default: 'k8s.io',
    group: 'API',
    help: 'Suffix of the names of built-in API groups.',
  },
  {
    name: 'label-domain',
    type: 'domain',
    defaultText: 'kubernetes.io when the API domain is k8s.io, else the API domain',
    group: 'API',
    help: 'Domain in built-in label keys, annotation keys and Secret types.',
  },
] as const satisfies FlagTable;

/** Serving certificate of a service. */
export const SERVICE_CERTIFICATE_FLAGS = [
  {
    name: 'tls-cert-file',
    type: 'file',
    group: 'Serving',
    help: 'Serving certificate (PEM), followed by its intermediate certificates. Required, with its key.',
  },
  {
    name: 'tls-private-key-file',
    type: 'file',
    group: 'Serving',
    help: 'Private key (PEM) of --tls-cert-file.',
  },
] as const satisfies FlagTable;

export const LOGGING_FLAGS = [
  {
    name: 'v',
    short: 'v',
    type: 'level',
    default: '0',
    group: 'Logging',
    help: 'Log verbosity: 0 for warnings and errors, 2 for information, 4 for debugging, 6 for every request.',
  },
  {
    name: 'deprecation-warnings',
    type: 'boolean',
    default: 'true',
    group: 'Logging',
    help: 'Warn at startup about deprecated flags and values of the command line.',
  },
] as const satisfies FlagTable;
