import { DOMAIN_FLAGS, LOGGING_FLAGS } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { CONTROLLER_NAMES } from '../names.js';

/** Of every program that runs controllers, also of one that serves the API itself. */
export const CONTROLLER_FLAGS = [
  {
    name: 'controllers',
    type: 'list',
    default: '*',
    group: 'Controllers',
    help: `Which controllers run: * stands for all that are not named otherwise, "x" runs x, "-x" leaves it out. There are ${CONTROLLER_NAMES.join(', ')}.`,
  },
  {
    name: 'legacy-service-account-tokens',
    type: 'boolean',
    default: 'true',
    group: 'Controllers',
    help: 'Give every service account that somebody makes a secret with a token, as Kubernetes did before 1.24.',
  },
] as const satisfies FlagTable;

/** Every flag of the controller manager. Those that kube-controller-manager has too are named as it names them. */
export const MANAGER_FLAGS = [
  {
    name: 'kubeconfig',
    type: 'file',
    group: 'API server',
    help: 'The kubeconfig that says where the API server is, and as whom to act. Required.',
  },
  ...CONTROLLER_FLAGS,
  {
    name: 'use-service-account-credentials',
    type: 'boolean',
    default: 'true',
    group: 'Controllers',
    help: 'Let each controller act as a service account of its own, with the rights of its role alone; else all act as the user of the kubeconfig.',
  },
  {
    name: 'service-account-private-key-file',
    type: 'file',
    group: 'Controllers',
    help: 'The private key (PEM, RSA or ECDSA) that signs the tokens in secrets of service accounts: that of the API server. Without it serviceaccount-token does not run.',
  },
  {
    name: 'root-ca-file',
    type: 'file',
    defaultText: 'the authority in the kubeconfig',
    group: 'Controllers',
    help: 'The authorities (PEM) that vouch for the API server, as published in every namespace and beside tokens in secrets.',
  },
  {
    name: 'leader-elect',
    type: 'boolean',
    default: 'true',
    group: 'Leader election',
    help: 'Let only one of several controller managers act; another one takes over when it ends.',
  },
  {
    name: 'leader-elect-lease-duration',
    type: 'duration',
    default: '15s',
    group: 'Leader election',
    help: 'How long the others wait for a leader that shows no sign of life. In whole seconds.',
  },
  {
    name: 'leader-elect-renew-deadline',
    type: 'duration',
    default: '10s',
    group: 'Leader election',
    help: 'How long a leader goes on that cannot renew its lease. Shorter than the lease.',
  },
  {
    name: 'leader-elect-retry-period',
    type: 'duration',
    default: '2s',
    group: 'Leader election',
    help: 'How long to wait between two renewals, and between two attempts.',
  },
  {
    name: 'leader-elect-resource-name',
    type: 'domain',
    default: 'pilothouse-controller-manager',
    group: 'Leader election',
    help: 'The name of the lease.',
  },
  {
    name: 'leader-elect-resource-namespace',
    type: 'domain',
    default: 'kube-system',
    group: 'Leader election',
    help: 'The namespace of the lease.',
  },
  ...DOMAIN_FLAGS,
  {
    name: 'metrics-bind-address',
    type: 'endpoint',
    default: '127.0.0.1:10257',
    group: 'Health and metrics',
    help: 'Where /healthz, /readyz and /metrics are served over plain HTTP: an IP address and a port, whose 0 takes a free one, or just 0 for nowhere.',
  },
  ...LOGGING_FLAGS,
] as const satisfies FlagTable;

export type ManagerFlagValues = ValuesOf<typeof MANAGER_FLAGS>;
