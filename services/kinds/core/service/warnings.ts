import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { cidrWarnings, ipWarnings } from '../../definition/ip-fields.js';
import { NONE } from './traits.js';
import { TOPOLOGY_HINTS, TOPOLOGY_MODE } from './validate-service.js';

/** Kubernetes' GetWarningsForService. */
export function serviceWarnings({ metadata: { annotations = {} }, spec }: Service): string[] {
  const { type, clusterIP = '', clusterIPs = [], externalIPs = [], loadBalancerIP = '' } = spec;
  const isHeadless = type === 'ClusterIP' && clusterIP === NONE;
  const isExternalName = type === 'ExternalName';
  const each = (list: readonly string[], path: string): string[] =>
    list.flatMap((address, index) => ipWarnings(keyPath(path, index), address));
  return [
    ...(annotations[TOPOLOGY_HINTS] === undefined
      ? []
      : [`annotation ${TOPOLOGY_HINTS} is deprecated, please use ${TOPOLOGY_MODE} instead`]),
    ...(clusterIP === '' || clusterIP === NONE ? [] : each(clusterIPs, 'spec.clusterIPs')),
    ...(isHeadless ? headlessWarnings(spec) : []),
    ...each(externalIPs, 'spec.externalIPs'),
    ...(externalIPs.length > 0 && !isHeadless && !isExternalName
      ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
      : []),
    ...ipWarnings('spec.loadBalancerIP', loadBalancerIP),
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, index) =>
      cidrWarnings(keyPath('spec.loadBalancerSourceRanges', index), range),
    ),
    ...(isExternalName && externalIPs.length > 0
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(!isExternalName && (spec.externalName ?? '') !== ''
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
    ...(spec.trafficDistribution === 'PreferClose'
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ];
}

/** Warnings about addresses of the load balancer. */
export function ingressWarnings({ status }: Service): string[] {
  return (status.loadBalancer.ingress ?? []).flatMap(({ ip = '' }, index) =>
    ipWarnings(keyPath('status.loadBalancer.ingress', index), ip),
  );
}

function headlessWarnings({ loadBalancerIP = '', externalIPs = [], sessionAffinity }: Service['spec']): string[] {
  const ignored = (field: string): string => `${field} is ignored for headless services`;
  return [
    ...(loadBalancerIP === '' ? [] : [ignored('spec.loadBalancerIP')]),
    ...(externalIPs.length === 0 ? [] : [ignored('spec.externalIPs')]),
    ...(sessionAffinity === 'None' ? [] : [ignored('spec.SessionAffinity')]),
  ];
}
