import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  networkPolicyNames,
  networkPolicySchema,
  type IPBlock,
  type NetworkPolicy,
  type NetworkPolicySpec,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { cidrWarnings } from '../definition/ip-fields.js';
import { subdomainName } from '../definition/names.js';
import { selectorText } from '../core/pod/template-columns.js';
import { rulesOf, validatePolicy } from './network-policy-rules.js';
import { specGeneration } from '../definition/status-strategy.js';

export function networkPolicies(domain: Domain): ResourceDefinition<NetworkPolicy> {
  return {
    group: domain.group('networking'),
    versions: [{ name: 'v1', schema: networkPolicySchema }],
    ...networkPolicyNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Pod-Selector', 'Pods to which the policy applies.', ({ spec }) => selectorText(spec.podSelector)),
    ),
    selectableFields: {},
    setDefaults: ({ spec }) => setDirections(spec),
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      ...specGeneration,
      validate: ({ spec }, old) => validatePolicy(spec, old?.spec),
      warnings: ({ spec }) => blockWarnings(spec),
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

/** Kubernetes' SetDefaults_NetworkPolicy. */
function setDirections(spec: NetworkPolicySpec): void {
  if ((spec.policyTypes ?? []).length > 0) return;
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

function blockWarnings(spec: NetworkPolicySpec): string[] {
  return rulesOf(spec).flatMap(({ peers, peersPath }) =>
    peers.flatMap(({ ipBlock }, index) =>
      ipBlock === undefined ? [] : warningsOf(ipBlock, fieldPath(keyPath(peersPath, index), 'ipBlock')),
    ),
  );
}

function warningsOf({ cidr, except = [] }: IPBlock, path: string): string[] {
  return [
    ...cidrWarnings(fieldPath(path, 'cidr'), cidr),
    ...except.flatMap((range, index) => cidrWarnings(keyPath(fieldPath(path, 'except'), index), range)),
  ];
}
