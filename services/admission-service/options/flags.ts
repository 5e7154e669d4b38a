import { DOMAIN_FLAGS, LOGGING_FLAGS, SERVICE_CERTIFICATE_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { PLUGIN_NAMES } from '../plugin.js';

/** Of every program in which the plugins run. Those that kube-apiserver has too are named as it names them. */
export const PLUGIN_FLAGS = [
  {
    name: 'default-not-ready-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'How many seconds pods that say nothing of it stay on a node that is not ready (DefaultTolerationSeconds).',
  },
  {
    name: 'default-unreachable-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'The same for a node that cannot be reached.',
  },
  {
    name: 'policy-file',
    type: 'file',
    group: 'Admission',
    help: 'Rules in CEL (YAML or JSON) that writes must keep to (Policy). Read anew when it changes. Without it there are none.',
  },
] as const satisfies FlagTable;

/** Every flag of the admission service. */
export const ADMISSION_SERVICE_FLAGS = [
  {
    name: 'bind-address',
    type: 'address',
    default: '127.0.0.1',
    group: 'Serving',
    help: 'The IP address to serve gRPC on. 0.0.0.0 or :: listens on all of them, and lets other machines in.',
  },
  {
    name: 'secure-port',
    type: 'port',
    default: '6447',
    group: 'Serving',
    help: 'The port to serve gRPC on. 0 takes a free one.',
  },
  ...SERVICE_CERTIFICATE_FLAGS,
  {
    name: 'client-ca-file',
    type: 'file',
    group: 'Serving',
    help: 'Authorities (PEM) of API servers: each must show a client certificate of one of them. Required.',
  },
  {
    name: 'kubeconfig',
    type: 'file',
    group: 'API server',
    help: 'The kubeconfig that says where the API server is, and as whom to read service accounts and priority classes. ServiceAccount and Priority need it.',
  },
  {
    name: 'plugins',
    type: 'list',
    defaultText: 'all, and Policy with --policy-file',
    group: 'Admission',
    help: `The plugins that are on, of ${PLUGIN_NAMES.join(', ')}.`,
  },
  ...PLUGIN_FLAGS,
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6448',
    group: 'Health and metrics',
    help: 'Where /healthz, /readyz and /metrics are served over plain HTTP: an IP address and a port, whose 0 takes a free one, or just 0 for nowhere.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type PluginFlagValues = ValuesOf<typeof PLUGIN_FLAGS>;
export type AdmissionServiceFlagValues = ValuesOf<typeof ADMISSION_SERVICE_FLAGS>;
