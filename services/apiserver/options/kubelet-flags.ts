import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of connections to kubelets, with the names and defaults of Kubernetes. */
export const KUBELET_FLAGS = [
  {
    name: 'kubelet-preferred-address-types',
    type: 'list',
    default: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
    group: 'Serving',
    help: 'Types of node addresses to connect to, in order of preference.',
  },
  {
    name: 'kubelet-timeout',
    type: 'duration',
    default: '5s',
    group: 'Serving',
    help: 'Timeout of connecting to a kubelet, with the TLS handshake.',
  },
  {
    name: 'kubelet-client-certificate',
    type: 'file',
    group: 'Serving',
    help: 'Client certificate (PEM) with which the server authenticates to kubelets.',
  },
  {
    name: 'kubelet-client-key',
    type: 'file',
    group: 'Serving',
    help: 'Private key (PEM) of --kubelet-client-certificate.',
  },
  {
    name: 'kubelet-certificate-authority',
    type: 'file',
    group: 'Serving',
    help: 'Certificate authorities (PEM) that verify the certificates of kubelets. If absent, certificates of kubelets are not verified.',
  },
] as const satisfies FlagTable;
