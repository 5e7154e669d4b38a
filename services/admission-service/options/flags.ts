import { CONFIG_FLAG, DOMAIN_FLAGS, LOGGING_FLAGS, SERVICE_CERTIFICATE_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { PLUGIN_FLAGS } from '@pilothouse/admission/plugin-flags.js';
import { HOSTED_PLUGINS, USUAL_PLUGINS } from '@pilothouse/admission/service-plugins.js';

/** Flags of the admission service. */
export const ADMISSION_SERVICE_FLAGS = [
  CONFIG_FLAG,
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
    help: 'Kubeconfig with the address of the API server and the credentials to read what the plugins need, such as service accounts. Required if a plugin reads objects.',
  },
  {
    name: 'plugins',
    type: 'list',
    choices: HOSTED_PLUGINS.map(({ name }) => name),
    defaultText: `${USUAL_PLUGINS.map(({ name }) => name).join(', ')}; Policy only with --policy-file`,
    group: 'Admission',
    help: `Plugins to run, of these: ${HOSTED_PLUGINS.map(({ name }) => name).join(', ')}.`,
  },
  ...PLUGIN_FLAGS,
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:6448',
    group: 'Health and metrics',
    help: 'IP address and port to serve /healthz, /readyz and /metrics on over plain HTTP, and to clients on the same machine /statusz and /flagz. Port 0 selects a free port; 0 alone disables them.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type AdmissionServiceFlagValues = ValuesOf<typeof ADMISSION_SERVICE_FLAGS>;
