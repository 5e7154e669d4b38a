import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of `pilothouse certificates`. */
export const CERTIFICATES_FLAGS = [
  {
    name: 'config',
    type: 'file',
    group: 'Credentials',
    help: 'Plan (YAML) of the authorities, certificates, keys and kubeconfigs. Required.',
  },
  {
    name: 'renew-before',
    type: 'duration',
    default: '720h0m0s',
    group: 'Credentials',
    help: 'Time before its expiry at which a certificate is renewed; at most a third of its validity.',
  },
  {
    name: 'propagation',
    type: 'duration',
    default: '1h0m0s',
    group: 'Credentials',
    help: 'Time until all programs trust a new authority or key. It signs nothing before.',
  },
  {
    name: 'rotate-keys',
    type: 'boolean',
    default: 'false',
    group: 'Credentials',
    help: 'Create a successor for every key of the plan. A later run makes it sign.',
  },
  {
    name: 'directory',
    type: 'directory',
    group: 'Output',
    help: 'Directory in which the items are stored as files.',
  },
  {
    name: 'namespace',
    short: 'n',
    type: 'text',
    group: 'Output',
    help: 'Namespace in which the items are stored as Secrets.',
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'in-cluster configuration',
    group: 'Output',
    help: 'Kubeconfig for the cluster of --namespace.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current context',
    group: 'Output',
    help: 'Context of the kubeconfig.',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    group: 'Output',
    help: 'Print what would be done, and write nothing.',
  },
  OUTPUT_FLAG,
  {
    name: 'v',
    short: 'v',
    type: 'level',
    default: '0',
    group: 'Logging',
    help: 'Log verbosity. From 2 on, restarts after a write conflict are logged.',
  },
] as const satisfies FlagTable;
