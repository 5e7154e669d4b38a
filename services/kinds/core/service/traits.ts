import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';

/** The value of `clusterIP` that makes a headless service. */
export const NONE = 'None';

/** Types of services. */
export const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const;

type Spec = Service['spec'];

/** Whether the service is headless: `clusterIP` is `None`. */
export function isHeadless({ clusterIPs = [] }: Spec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === NONE;
}

/** Whether the type has cluster IPs, of which `None` is one. */
export function needsClusterIP({ type }: Spec): boolean {
  return type !== 'ExternalName';
}

/** Whether the type can have node ports. */
export function canHaveNodePorts({ type }: Spec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether ports without a node port get one. */
export function allocatesNodePorts({ type, allocateLoadBalancerNodePorts = true }: Spec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts);
}

/** Whether nodes serve health checks of the load balancer on a separate port. */
export function needsHealthCheck({ type, externalTrafficPolicy }: Spec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** Whether traffic from outside the cluster can reach the service. */
export function isExternallyAccessible(spec: Spec): boolean {
  return canHaveNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
}

/** The node ports of the ports, without that of the health check. */
export function nodePortsOf({ ports = [] }: Spec): number[] {
  return ports.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort]));
}

/** Whether two lists have the same texts in the same order. An absent list is empty. */
export function sameTexts(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
