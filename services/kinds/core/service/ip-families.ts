import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { invalid, keyPath, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { needsClusterIP, NONE, sameTexts } from './traits.js';
import { familyOf, validateClusterIPs } from './validate-cluster-ips.js';

type Spec = Service['spec'];

/** IP families of the ranges from which services get addresses. The first one is the default. */
export type ClusterFamilies = readonly string[];

const POLICY = 'spec.ipFamilyPolicy';

/** Sets `ipFamilyPolicy` and `ipFamilies` (Kubernetes' initIPFamilyFields). Throws Invalid if they are impossible. */
export function setIPFamilies(service: Service, old: Service | undefined, cluster: ClusterFamilies): void {
  const { spec } = service;
  if (!needsClusterIP(spec) || (old !== undefined && keepsDualStack(spec, old.spec))) return;
  const isFree = spec.clusterIP === NONE && Object.keys(spec.selector ?? {}).length === 0;
  // The endpoints of a headless service without a selector have families of their own.
  spec.ipFamilyPolicy ??= old?.spec.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  refuse(service, validateClusterIPs(spec, old?.spec));
  refuse(service, [...reduceFamilies(spec, old?.spec), ...refuseTwo(spec), ...inferFamilies(spec, cluster)]);
  if (!isFree) refuse(service, refuseMissing(spec, cluster));
  if ((spec.ipFamilies ?? []).length === 0) spec.ipFamilies = cluster.slice(0, 1);
  if (spec.ipFamilyPolicy !== 'SingleStack' && (isFree || cluster.length === 2)) addSecondFamily(spec);
}

function refuse({ metadata: { name = '' } }: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, name, errors);
}

/** Whether an update keeps the families, so that a change of the cluster's ranges does not affect the service. */
export function keepsDualStack(spec: Spec, old: Spec): boolean {
  return (
    spec.type === old.type &&
    ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type ?? '') &&
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    (old.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' &&
    sameTexts(spec.clusterIPs, old.clusterIPs) &&
    sameTexts(spec.ipFamilies, old.ipFamilies)
  );
}

/** A change to a single stack releases the second address and family. */
function reduceFamilies(spec: Spec, old: Spec | undefined): FieldError[] {
  if (old === undefined) return [];
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (sameTexts(spec.clusterIPs, old.clusterIPs) && spec.clusterIPs) spec.clusterIPs = spec.clusterIPs.slice(0, 1);
    if (sameTexts(spec.ipFamilies, old.ipFamilies) && spec.ipFamilies) spec.ipFamilies = spec.ipFamilies.slice(0, 1);
    return [];
  }
  const refused = (list: 'clusterIPs' | 'ipFamilies', what: string): FieldError[] => {
    const { length } = spec[list] ?? [];
    if (length === 0 || length >= (old[list] ?? []).length) return [];
    return [invalid(POLICY, spec.ipFamilyPolicy ?? null, `must be 'SingleStack' to release the secondary ${what}`)];
  };
  return [...refused('clusterIPs', 'cluster IP'), ...refused('ipFamilies', 'IP family')];
}

function refuseTwo({ ipFamilyPolicy = '', clusterIPs = [], ipFamilies = [] }: Spec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const refused = (what: string): FieldError =>
    invalid(
      POLICY,
      ipFamilyPolicy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  return [
    ...(clusterIPs.length === 2 ? [refused('cluster IPs')] : []),
    ...(ipFamilies.length === 2 ? [refused('IP families')] : []),
  ];
}

/** Derives families from given addresses. */
function inferFamilies(spec: Spec, cluster: ClusterFamilies): FieldError[] {
  const { clusterIPs = [] } = spec;
  const errors: FieldError[] = [];
  for (const [index, address] of clusterIPs.entries()) {
    if (address === NONE) break;
    if (index < (spec.ipFamilies ?? []).length) continue;
    const family = familyOf(address);
    if (cluster.includes(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    else {
      const text = `${family} is not configured on this cluster`;
      errors.push(invalid(keyPath('spec.clusterIPs', index), [...clusterIPs], text));
    }
  }
  return errors;
}

function refuseMissing({ ipFamilyPolicy = '', ipFamilies = [] }: Spec, cluster: ClusterFamilies): FieldError[] {
  const isImpossible = ipFamilyPolicy === 'RequireDualStack' && cluster.length < 2;
  return [
    ...(isImpossible
      ? [invalid(POLICY, ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...ipFamilies.flatMap((family, index) =>
      cluster.includes(family)
        ? []
        : [invalid(keyPath('spec.ipFamilies', index), family, 'not configured on this cluster')],
    ),
  ];
}

function addSecondFamily(spec: Spec): void {
  const [first = '', ...others] = spec.ipFamilies ?? [];
  if (others.length === 0) spec.ipFamilies = [first, first === 'IPv4' ? 'IPv6' : 'IPv4'];
}
