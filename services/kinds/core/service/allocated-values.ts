import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { allocatesNodePorts, needsClusterIP, needsHealthCheck, nodePortsOf, sameTexts } from './traits.js';

type Spec = Service['spec'];

/** Sets `clusterIPs` of a new service from `clusterIP`, the only field that older clients know. */
export function completeClusterIPs(spec: Spec): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  if (clusterIP !== '' && clusterIPs.length === 0) spec.clusterIPs = [clusterIP];
}

/**
 * Keeps allocated values that an update omits, so that a client can send its first manifest again. Then `clusterIPs`
 * follows a changed `clusterIP` (Kubernetes' patchAllocatedValues and normalizeClusterIPs).
 */
export function keepAllocatedValues(spec: Spec, old: Spec): void {
  if (needsClusterIP(old) && needsClusterIP(spec)) {
    if ((spec.clusterIP ?? '') === '' && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
    keepClusterIPs(spec, old);
  }
  if (allocatesNodePorts(old) && allocatesNodePorts(spec)) keepNodePorts(spec, old);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && (spec.healthCheckNodePort ?? 0) === 0) {
    spec.healthCheckNodePort = old.healthCheckNodePort ?? 0;
  }
  followClusterIP(spec, old);
}

function keepClusterIPs(spec: Spec, old: Spec): void {
  if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
}

/** Ports of the same name keep their node port, unless another port has it. */
function keepNodePorts(spec: Spec, old: Spec): void {
  const wanted = new Set(nodePortsOf(spec));
  const former = new Map((old.ports ?? []).map(({ name = '', nodePort = 0 }) => [name, nodePort]));
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) continue;
    const before = former.get(port.name ?? '') ?? 0;
    if (before !== 0 && !wanted.has(before)) port.nodePort = before;
  }
}

function followClusterIP(spec: Spec, old: Spec): void {
  const { clusterIP = '' } = spec;
  if (clusterIP === (old.clusterIP ?? '')) {
    keepClusterIPs(spec, old);
    return;
  }
  if (!sameTexts(spec.clusterIPs, old.clusterIPs)) return;
  if (clusterIP === '') delete spec.clusterIPs;
  else spec.clusterIPs = [clusterIP];
}
