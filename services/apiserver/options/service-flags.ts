import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of services, with the names and defaults of Kubernetes. */
export const SERVICE_FLAGS = [
  {
    name: 'service-cluster-ip-range',
    type: 'list',
    default: '10.0.0.0/24',
    group: 'API',
    help: 'Range of IP addresses for services, such as 10.96.0.0/16. It must not overlap with the addresses of nodes and pods. Two ranges, one for IPv4 and one for IPv6, make dual-stack services possible; the first one has the default family. The ranges are those of the ServiceCIDR "kubernetes".',
  },
  {
    name: 'service-node-port-range',
    type: 'text',
    default: '30000-32767',
    group: 'API',
    help: 'Range of node ports for services, as first-last or first+count. It must not overlap with the ephemeral ports of nodes.',
  },
  {
    name: 'kubernetes-service-node-port',
    type: 'port',
    default: '0',
    group: 'API',
    help: 'Node port of the Service "kubernetes", in the range of --service-node-port-range. The Service is then of the type NodePort; with 0 it is of the type ClusterIP. An existing Service stays as it is.',
  },
  {
    name: 'advertise-address',
    type: 'address',
    defaultText:
      'the address of --bind-address, or the first address of the machine if that is a loopback or unspecified address',
    group: 'API',
    help: 'IP address at which the cluster reaches this server. It is an endpoint of the Service "kubernetes".',
  },
  {
    name: 'endpoint-reconciler-type',
    type: 'text',
    choices: ['lease', 'none'],
    default: 'lease',
    group: 'API',
    help: 'How the endpoints of the Service "kubernetes" are kept: "lease" lists all running servers, and "none" leaves them to the administrator.',
  },
] as const satisfies FlagTable;
