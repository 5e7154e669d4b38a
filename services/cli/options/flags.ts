import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import { CONTROLLER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of `pilothouse apiserver`. */
export const SERVER_FLAGS = FLAGS;

/** Flags of `pilothouse up` that `pilothouse apiserver` does not have. */
export const CONTROL_PLANE_FLAGS = [
  {
    name: 'crds',
    type: 'paths',
    group: 'API',
    help: 'Files (YAML or JSON), and folders with such files, of CustomResourceDefinitions to create or update at startup. Their resources are served before the line that says that the server is ready. The server does not start with an invalid definition.',
  },
  {
    name: 'console',
    type: 'boolean',
    default: 'false',
    group: 'Serving',
    help: 'Run the console beside the server: a page on loopback that shows everything in the API, live. The start prints a link that signs in the administrator, once.',
  },
  {
    name: 'console-port',
    type: 'port',
    default: '6450',
    group: 'Serving',
    help: 'Port of the console on 127.0.0.1. 0 selects a free port.',
  },
  ...CONTROLLER_FLAGS,
  {
    name: 'kube-controller-manager',
    type: 'file',
    group: 'Controllers',
    help: "Path of Kubernetes' kube-controller-manager, which runs beside the server with the controllers that the server does not have. It is started again when it ends, and stopped with the server.",
  },
  {
    name: 'kube-scheduler',
    type: 'file',
    group: 'Controllers',
    help: "Path of Kubernetes' kube-scheduler, which runs beside the server. It is started again when it ends, and stopped with the server.",
  },
] as const satisfies FlagTable;

export const UP_FLAGS = [...SERVER_FLAGS, ...CONTROL_PLANE_FLAGS] as const satisfies FlagTable;
