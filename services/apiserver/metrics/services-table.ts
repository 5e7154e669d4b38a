import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';

/** Seconds: the default buckets of Prometheus. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All workers see the same state. */
const SHARED = { stability: 'ALPHA', merge: 'max' } as const;

/** Metrics of Services and APIServices, with Kubernetes' names. */
export const SERVICES_METRICS = {
  allocatedAddresses: {
    ...SHARED,
    name: 'kube_apiserver_clusterip_allocator_allocated_ips',
    type: 'gauge',
    help: 'Gauge measuring the number of allocated IPs for Services',
    labels: ['cidr'],
  },
  availableAddresses: {
    ...SHARED,
    name: 'kube_apiserver_clusterip_allocator_available_ips',
    type: 'gauge',
    help: 'Gauge measuring the number of available IPs for Services',
    labels: ['cidr'],
  },
  addressAllocations: {
    name: 'kube_apiserver_clusterip_allocator_allocation_total',
    type: 'counter',
    help: 'Number of Cluster IPs allocations',
    labels: ['cidr', 'scope'],
    stability: 'ALPHA',
  },
  addressErrors: {
    name: 'kube_apiserver_clusterip_allocator_allocation_errors_total',
    type: 'counter',
    help: 'Number of errors trying to allocate Cluster IPs',
    labels: ['cidr', 'scope'],
    stability: 'ALPHA',
  },
  addressSeconds: {
    name: 'kube_apiserver_clusterip_allocator_allocation_duration_seconds',
    type: 'histogram',
    help: 'Duration in seconds to allocate a Cluster IP by ServiceCIDR',
    labels: ['cidr'],
    buckets: SECONDS,
    stability: 'ALPHA',
  },
  allocatedPorts: {
    ...SHARED,
    name: 'kube_apiserver_nodeport_allocator_allocated_ports',
    type: 'gauge',
    help: 'Gauge measuring the number of allocated NodePorts for Services',
    labels: [],
  },
  availablePorts: {
    ...SHARED,
    name: 'kube_apiserver_nodeport_allocator_available_ports',
    type: 'gauge',
    help: 'Gauge measuring the number of available NodePorts for Services',
    labels: [],
  },
  portAllocations: {
    name: 'kube_apiserver_nodeport_allocator_allocation_total',
    type: 'counter',
    help: 'Number of NodePort allocations',
    labels: ['scope'],
    stability: 'ALPHA',
  },
  portErrors: {
    name: 'kube_apiserver_nodeport_allocator_allocation_errors_total',
    type: 'counter',
    help: 'Number of errors trying to allocate NodePort',
    labels: ['scope'],
    stability: 'ALPHA',
  },
  unavailableServices: {
    ...SHARED,
    name: 'aggregator_unavailable_apiservice',
    type: 'gauge',
    help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
    labels: ['name'],
  },
  unavailabilities: {
    ...SHARED,
    name: 'aggregator_unavailable_apiservice_total',
    type: 'counter',
    help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
    labels: ['name', 'reason'],
  },
  openApiRegenerations: {
    ...SHARED,
    name: 'aggregator_openapi_v2_regeneration_count',
    type: 'counter',
    help: 'Counter of OpenAPI v2 spec regeneration count broken down by causing APIService name and reason.',
    labels: ['apiservice', 'reason'],
  },
  openApiRegeneration: {
    ...SHARED,
    name: 'aggregator_openapi_v2_regeneration_duration',
    type: 'gauge',
    help: 'Gauge of OpenAPI v2 spec regeneration duration in seconds.',
    labels: ['reason'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
