import { DOMAIN_FLAGS, LOGGING_FLAGS, SERVICE_CERTIFICATE_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { PLUGIN_NAMES } from '../plugin.js';

/** Flags of every program in which the plugins run. */
export const PLUGIN_FLAGS = [
  {
    name: 'default-not-ready-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'Seconds that a pod tolerates a node that is not ready, unless its tolerations state otherwise (DefaultTolerationSeconds).',
  },
  {
    name: 'default-unreachable-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'Seconds that a pod tolerates an unreachable node, unless its tolerations state otherwise (DefaultTolerationSeconds).',
  },
  {
    name: 'policy-file',
    type: 'file',
    group: 'Admission',
    help: 'File (YAML or JSON) of CEL rules that writes must satisfy (Policy). It is reloaded when it changes. Without it, the plugin Policy is disabled.',
  },
] as const satisfies FlagTable;

/** Flags of the admission service. */
export const ADMISSION_SERVICE_FLAGS = [
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'IP address to serve gRPC on. 0.0.0.0 or :: listens on all addresses, so that other machines can connect.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6447',
    group: 'Serving',
    help: 'Port to serve gRPC on. 0 selects a free port.',
  },
  ...SERVICE_CERTIFICATE_FLAGS,
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Serving',
    help: 'Client authorities (PEM). API servers must present a certificate of one of them. Required.',
  },
  {
    name: 'kubeconfig',
    type: 'file',
    group: 'API server',
    help: 'Kubeconfig with the address of the API server and the credentials to read service accounts and priority classes. Required for the plugins ServiceAccount and Priority.',
  },
  {
    name: 'plugins',
    type: 'list',
    defaultText: 'all, and Policy with --policy-file',
    group: 'Admission',
    help: `Plugins to enable: ${PLUGIN_NAMES.join(', ')}.`,
  },
  ...PLUGIN_FLAGS,
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6448',
    group: 'Health and metrics',
    help: 'IP address and port to serve /healthz, /readyz and /metrics on over plain HTTP. Port 0 selects a free port; 0 alone disables them.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type PluginFlagValues = ValuesOf<typeof PLUGIN_FLAGS>;
export type AdmissionServiceFlagValues = ValuesOf<typeof ADMISSION_SERVICE_FLAGS>;
