import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { TRAFFIC_POLICIES } from './validate-policies.js';
import {
  canHaveNodePorts,
  isExternallyAccessible,
  needsClusterIP,
  needsHealthCheck,
  nodePortsOf,
  sameTexts,
} from './traits.js';

export function prepareNewService(service: Service): void {
  service.status = emptyStatus();
  dropUnusedPolicy(service);
}

/** Keeps the status, and drops what the type no longer uses (Kubernetes' dropTypeDependentFields). */
export function prepareService(service: Service, old: Service): void {
  service.status = old.status;
  dropFieldsOfFormerType(service.spec, old.spec);
  if (service.spec.type !== 'LoadBalancer' && service.status.loadBalancer.ingress !== undefined) {
    service.status = Object.assign(newObject(), old.status, { loadBalancer: newObject() });
  }
  dropUnusedPolicy(service);
}

function emptyStatus(): Service['status'] {
  return Object.assign(newObject(), { loadBalancer: newObject() });
}

/** Kubernetes stores this field for the type ExternalName, and never shows it. Wrong values are left to validation. */
function dropUnusedPolicy({ spec }: Service): void {
  const { type, internalTrafficPolicy = '' } = spec;
  if (type === 'ExternalName' && TRAFFIC_POLICIES.includes(internalTrafficPolicy)) delete spec.internalTrafficPolicy;
}

/**
 * Drops fields that do not apply to the new type, that the server may have set, and that the client did not change.
 * Validation refuses those that the client changed.
 */
function dropFieldsOfFormerType(spec: Service['spec'], old: Service['spec']): void {
  if (needsClusterIP(old) && !needsClusterIP(spec)) {
    const isSame = (spec.clusterIP ?? '') === (old.clusterIP ?? '') && sameTexts(spec.clusterIPs, old.clusterIPs);
    if (isSame) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    if (sameTexts(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (canHaveNodePorts(old) && !canHaveNodePorts(spec)) {
    const former = new Set(nodePortsOf(old));
    if (nodePortsOf(spec).every((port) => former.has(port))) for (const port of spec.ports ?? []) delete port.nodePort;
  }
  const endsHealthCheck = needsHealthCheck(old) && !needsHealthCheck(spec);
  if (endsHealthCheck && spec.healthCheckNodePort === old.healthCheckNodePort) delete spec.healthCheckNodePort;
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (spec.allocateLoadBalancerNodePorts === old.allocateLoadBalancerNodePorts) {
      delete spec.allocateLoadBalancerNodePorts;
    }
    if (spec.loadBalancerClass === old.loadBalancerClass) delete spec.loadBalancerClass;
  }
  const endsAccess = isExternallyAccessible(old) && !isExternallyAccessible(spec);
  if (endsAccess && spec.externalTrafficPolicy === old.externalTrafficPolicy) delete spec.externalTrafficPolicy;
}
