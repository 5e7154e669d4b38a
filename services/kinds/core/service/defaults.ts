import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { isExternallyAccessible } from './traits.js';

const AFFINITY_SECONDS = 10_800;

/** Kubernetes' SetDefaults_Service. */
export function setServiceDefaults({ spec, status }: Service): void {
  spec.sessionAffinity ??= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    const clientIP = Object.assign(newObject(), { timeoutSeconds: AFFINITY_SECONDS });
    spec.sessionAffinityConfig = Object.assign(newObject(), { clientIP });
  }
  spec.type ??= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    if (port.targetPort === 0 || port.targetPort === '') port.targetPort = port.port;
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster';
  const { type } = spec;
  if (type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer') spec.internalTrafficPolicy ??= 'Cluster';
  if (type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of status.loadBalancer.ingress ?? []) {
    if ((ingress.ip ?? '') !== '') ingress.ipMode ??= 'VIP';
  }
}
