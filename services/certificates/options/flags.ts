import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Of `pilothouse certificates`. */
export const CERTIFICATES_FLAGS = [
  {
    name: 'config',
    type: 'file',
    group: 'Credentials',
    help: 'The plan (YAML): which authorities, certificates, keys and kubeconfigs there are to be. Required.',
  },
  {
    name: 'renew-before',
    type: 'duration',
    default: '720h0m0s',
    group: 'Credentials',
    help: 'How long before its end a certificate is made anew; at most a third of its life.',
  },
  {
    name: 'propagation',
    type: 'duration',
    default: '1h0m0s',
    group: 'Credentials',
    help: 'How long it takes until all programs know a new authority or key, which signs nothing before.',
  },
  {
    name: 'rotate-keys',
    type: 'boolean',
    default: 'false',
    group: 'Credentials',
    help: 'Give every key of the plan a successor, which a later run has sign.',
  },
  {
    name: 'directory',
    type: 'path',
    group: 'Output',
    help: 'Where to keep all of it as files.',
  },
  {
    name: 'namespace',
    short: 'n',
    type: 'text',
    group: 'Output',
    help: 'Where to keep all of it as Secrets of a cluster.',
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'the cluster that this runs in',
    group: 'Output',
    help: 'The kubeconfig that leads to the cluster of --namespace.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current one',
    group: 'Output',
    help: 'The context of that kubeconfig.',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    group: 'Output',
    help: 'Say what would be done, and do nothing.',
  },
  {
    name: 'v',
    short: 'v',
    type: 'level',
    default: '0',
    group: 'Logging',
    help: 'How much to tell: from 2 on also of runs that begin again.',
  },
] as const satisfies FlagTable;
