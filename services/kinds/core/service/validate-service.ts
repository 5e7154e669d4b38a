import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import {
  eachError,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { endpointIP, legacyCidr, legacyIP } from '../../definition/ip-fields.js';
import { isHeadless, TYPES } from './traits.js';
import { validateClusterIPs } from './validate-cluster-ips.js';
import { validateAffinity, validateLoadBalancerClass, validateTraffic } from './validate-policies.js';
import { validateDistinctPorts, validatePorts } from './validate-ports.js';

type Spec = Service['spec'];

export const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
export const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

const ONLY_LOAD_BALANCER = "may only be used when `type` is 'LoadBalancer'";

/** Kubernetes' validateService. Values of `old` that an earlier release accepted are not validated again. */
export function validateService(service: Service, old: Service | undefined): FieldError[] {
  const { spec } = service;
  const { type = '', ports = [], allocateLoadBalancerNodePorts } = spec;
  return [
    ...validateTopology(service),
    ...(ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName' ? [required('spec.ports')] : []),
    ...validateFieldsOfType(spec),
    ...validatePorts(ports),
    ...validateLabels(spec.selector ?? {}, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIPs(spec, old?.spec),
    ...validateExternalIPs(spec.externalIPs ?? [], old?.spec.externalIPs),
    ...((TYPES as readonly string[]).includes(type) ? [] : [notSupported('spec.type', type, TYPES)]),
    ...validateDistinctPorts(spec),
    ...validateSourceRanges(service, old),
    ...(allocateLoadBalancerNodePorts !== undefined && type !== 'LoadBalancer'
      ? [forbidden('spec.allocateLoadBalancerNodePorts', ONLY_LOAD_BALANCER)]
      : []),
    ...validateLoadBalancerClass(spec),
    ...validateTraffic(spec),
  ];
}

function validateTopology({ metadata: { annotations = {} } }: Service): FieldError[] {
  const { [TOPOLOGY_HINTS]: hints, [TOPOLOGY_MODE]: mode } = annotations;
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const text = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  return [invalid(keyPath('metadata.annotations', TOPOLOGY_MODE), mode, text)];
}

function validateFieldsOfType(spec: Spec): FieldError[] {
  const { type, clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec;
  if (type === 'LoadBalancer' || type === 'NodePort') {
    return isHeadless(spec)
      ? [invalid('spec.clusterIPs[0]', clusterIPs[0] ?? '', `may not be set to 'None' for ${type} services`)]
      : [];
  }
  if (type !== 'ExternalName') return [];
  const unused = (field: string): FieldError => forbidden(field, 'may not be set for ExternalName services');
  // A trailing dot makes the name absolute.
  const name = externalName.replace(/\.$/, '');
  return [
    ...(clusterIPs.length > 0 ? [unused('spec.clusterIPs')] : []),
    ...(ipFamilies.length > 0 ? [unused('spec.ipFamilies')] : []),
    ...(ipFamilyPolicy === undefined ? [] : [unused('spec.ipFamilyPolicy')]),
    ...(name === '' ? [required('spec.externalName')] : invalidEach('spec.externalName', name, dnsSubdomain(name))),
  ];
}

function validateExternalIPs(addresses: readonly string[], old: readonly string[] | undefined): FieldError[] {
  return eachError(addresses, (address, index) => {
    const field = keyPath('spec.externalIPs', index);
    const errors = legacyIP(field, address, old);
    return errors.length > 0 ? errors : endpointIP(field, address);
  });
}

/** Ranges may have spaces around them. An annotation gives them if the field does not. */
function validateSourceRanges({ spec, metadata }: Service, old: Service | undefined): FieldError[] {
  const isLoadBalancer = spec.type === 'LoadBalancer';
  const { loadBalancerSourceRanges: ranges = [] } = spec;
  if (ranges.length > 0) {
    // In capitals, as in Kubernetes.
    const field = 'spec.LoadBalancerSourceRanges';
    const before = (old?.spec.loadBalancerSourceRanges ?? []).map((range) => range.trim());
    return [
      ...(isLoadBalancer ? [] : [forbidden(field, ONLY_LOAD_BALANCER)]),
      ...eachError(ranges, (range, index) => legacyCidr(keyPath(field, index), range.trim(), before)),
    ];
  }
  const annotation = metadata.annotations?.[SOURCE_RANGES];
  if (annotation === undefined) return [];
  const field = keyPath('metadata.annotations', SOURCE_RANGES);
  const isKnown = annotation === old?.metadata.annotations?.[SOURCE_RANGES] || annotation.trim() === '';
  return [
    ...(isLoadBalancer ? [] : [forbidden(field, ONLY_LOAD_BALANCER)]),
    ...(isKnown ? [] : eachError(annotation.split(','), (range) => legacyCidr(field, range.trim()))),
  ];
}
