import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  forbidden,
  invalid,
  invalidEach,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { PORTS, validateRange } from '../../definition/numbers.js';
import { isExternallyAccessible, needsHealthCheck } from './traits.js';

type Spec = Service['spec'];

/** How nodes distribute traffic. */
export const TRAFFIC_POLICIES: readonly string[] = ['Cluster', 'Local'];
const DISTRIBUTIONS: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
const AFFINITIES: readonly string[] = ['ClientIP', 'None'];
const LONGEST_AFFINITY = 86_400;

export function validateAffinity({ sessionAffinity = '', sessionAffinityConfig }: Spec): FieldError[] {
  if (!AFFINITIES.includes(sessionAffinity)) {
    return [notSupported('spec.sessionAffinity', sessionAffinity, AFFINITIES)];
  }
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (seconds === undefined || (seconds > 0 && seconds <= LONGEST_AFFINITY)) return [];
  const field = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  return [invalid(field, seconds, `must be greater than 0 and less than ${LONGEST_AFFINITY}`)];
}

/** The class of the load balancer. `old` is present if it may not change. */
export function validateLoadBalancerClass(
  { type, loadBalancerClass }: Spec,
  old?: Pick<Spec, 'type' | 'loadBalancerClass'>,
): FieldError[] {
  const field = 'spec.loadBalancerClass';
  if (type !== 'LoadBalancer') {
    return loadBalancerClass === undefined ? [] : [forbidden(field, "may only be used when `type` is 'LoadBalancer'")];
  }
  const isChanged = old?.type === 'LoadBalancer' && old.loadBalancerClass !== loadBalancerClass;
  return [
    ...(isChanged ? [invalid(field, loadBalancerClass ?? null, 'may not change once set')] : []),
    ...(loadBalancerClass === undefined ? [] : invalidEach(field, loadBalancerClass, qualifiedName(loadBalancerClass))),
  ];
}

export function validateTraffic(spec: Spec): FieldError[] {
  const { externalTrafficPolicy = '', internalTrafficPolicy, trafficDistribution } = spec;
  return [
    ...validateExternalPolicy(spec, externalTrafficPolicy),
    ...validateHealthCheck(spec),
    ...(internalTrafficPolicy === undefined || TRAFFIC_POLICIES.includes(internalTrafficPolicy)
      ? []
      : [notSupported('spec.internalTrafficPolicy', internalTrafficPolicy, TRAFFIC_POLICIES)]),
    ...(trafficDistribution === undefined || DISTRIBUTIONS.includes(trafficDistribution)
      ? []
      : [notSupported('spec.trafficDistribution', trafficDistribution, DISTRIBUTIONS)]),
  ];
}

function validateExternalPolicy(spec: Spec, policy: string): FieldError[] {
  const field = 'spec.externalTrafficPolicy';
  if (!isExternallyAccessible(spec)) {
    return policy === '' ? [] : [invalid(field, policy, 'may only be set for externally-accessible services')];
  }
  return TRAFFIC_POLICIES.includes(policy) ? [] : [notSupported(field, policy, TRAFFIC_POLICIES)];
}

function validateHealthCheck(spec: Spec): FieldError[] {
  const { healthCheckNodePort = 0 } = spec;
  const field = 'spec.healthCheckNodePort';
  if (needsHealthCheck(spec)) {
    return healthCheckNodePort === 0 ? [required(field)] : validateRange(healthCheckNodePort, PORTS, field);
  }
  if (healthCheckNodePort === 0) return [];
  const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [invalid(field, healthCheckNodePort, text)];
}
