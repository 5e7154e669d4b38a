import { CONFIG_FLAG, DOMAIN_FLAGS, LOGGING_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { CONTROLLER_NAMES } from '../names.js';

/** Flags of every program that runs controllers, including the API server. */
export const CONTROLLER_FLAGS = [
  {
    name: 'controllers',
    type: 'list',
    choices: ['*', ...CONTROLLER_NAMES.flatMap((name) => [name, `-${name}`])],
    default: '*',
    group: 'Controllers',
    help: `Controllers to run: * stands for all that are not named otherwise, "x" enables x, "-x" disables it. Available: ${CONTROLLER_NAMES.join(', ')}.`,
  },
  {
    name: 'legacy-service-account-tokens',
    type: 'boolean',
    default: 'false',
    group: 'Controllers',
    help: 'Create a Secret with a token for every service account that a user creates, as Kubernetes did before 1.24.',
  },
] as const satisfies FlagTable;

/** Flags of the controller manager. A flag that kube-controller-manager has too has its name. */
export const MANAGER_FLAGS = [
  CONFIG_FLAG,
  {
    name: 'kubeconfig',
    type: 'file',
    group: 'API server',
    help: 'Kubeconfig with the address of the API server and the credentials. Required.',
  },
  ...CONTROLLER_FLAGS,
  {
    name: 'use-service-account-credentials',
    type: 'boolean',
    default: 'true',
    group: 'Controllers',
    help: 'Use a service account for each controller, with the permissions of its role only. Otherwise all controllers use the credentials of the kubeconfig.',
  },
  {
    name: 'service-account-private-key-file',
    type: 'file',
    group: 'Controllers',
    help: 'Private key (PEM, RSA or ECDSA) that signs service account tokens in Secrets: the key of the API server. Without it, the controller serviceaccount-token does not run.',
  },
  {
    name: 'root-ca-file',
    type: 'file',
    defaultText: 'the authority in the kubeconfig',
    group: 'Controllers',
    help: 'Certificate authorities (PEM) that verify the API server, published in every namespace and in token Secrets.',
  },
  {
    name: 'leader-elect',
    type: 'boolean',
    default: 'true',
    group: 'Leader election',
    help: 'Elect one of several controller managers as leader. Another one takes over when it stops.',
  },
  {
    name: 'leader-elect-lease-duration',
    type: 'duration',
    default: '15s',
    group: 'Leader election',
    help: 'Time without a renewal after which another candidate takes over. In whole seconds.',
  },
  {
    name: 'leader-elect-renew-deadline',
    type: 'duration',
    default: '10s',
    group: 'Leader election',
    help: 'Time without a renewal after which the leader stops. Shorter than the lease duration.',
  },
  {
    name: 'leader-elect-retry-period',
    type: 'duration',
    default: '2s',
    group: 'Leader election',
    help: 'Time between two renewals, and between two attempts.',
  },
  {
    name: 'leader-elect-resource-name',
    type: 'domain',
    default: 'pilothouse-controller-manager',
    group: 'Leader election',
    help: 'Name of the Lease.',
  },
  {
    name: 'leader-elect-resource-namespace',
    type: 'domain',
    default: 'kube-system',
    group: 'Leader election',
    help: 'Namespace of the Lease.',
  },
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:10257',
    group: 'Health and metrics',
    help: 'IP address and port to serve /healthz, /readyz and /metrics on over plain HTTP, and to clients on the same machine /statusz and /flagz. Port 0 selects a free port; 0 alone disables them.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type ManagerFlagValues = ValuesOf<typeof MANAGER_FLAGS>;
