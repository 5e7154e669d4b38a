import { API_RELEASE, releaseParts } from '@pilothouse/kinds/definition/releases.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { LATEST, PRIVILEGED, type LevelVersion } from './level.js';
import type { Mode } from './policy.js';

const REQUEST = ['request_operation', 'resource', 'subresource'] as const;

export const POD_SECURITY_METRICS = {
  evaluations: {
    name: 'pod_security_evaluations_total',
    type: 'counter',
    help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
    labels: ['decision', 'policy_level', 'policy_version', 'mode', ...REQUEST],
    stability: 'ALPHA',
  },
  exemptions: {
    name: 'pod_security_exemptions_total',
    type: 'counter',
    help: 'Number of exempt requests, not counting ignored or out of scope requests.',
    labels: REQUEST,
    stability: 'ALPHA',
  },
  errors: {
    name: 'pod_security_errors_total',
    type: 'counter',
    help: 'Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.',
    labels: ['fatal', ...REQUEST],
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

type Request = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource'>;

export interface PodSecurityCounts {
  readonly metrics: readonly Metric[];
  readonly evaluated: (decision: 'allow' | 'deny', policy: LevelVersion, mode: Mode, request: Request) => void;
  readonly exempted: (request: Request) => void;
  /** An error is fatal if it prevents the evaluation. */
  readonly failed: (isFatal: boolean, request: Request) => void;
}

export function createPodSecurityCounts(): PodSecurityCounts {
  const evaluations = numbers(POD_SECURITY_METRICS.evaluations);
  const exemptions = numbers(POD_SECURITY_METRICS.exemptions);
  const errors = numbers(POD_SECURITY_METRICS.errors);
  // As in Kubernetes, the most frequent ones start at 0.
  for (const operation of ['create', 'update']) {
    evaluations.at('allow', PRIVILEGED.level, LATEST.text, 'enforce', operation, 'pod', '');
    for (const resource of ['pod', 'controller']) exemptions.at(operation, resource, '');
  }
  return {
    metrics: [evaluations, exemptions, errors],
    evaluated(decision, policy, mode, request) {
      evaluations.at(decision, policy.level, versionLabel(policy), mode, ...requestLabels(request)).value += 1;
    },
    exempted: (request) => void (exemptions.at(...requestLabels(request)).value += 1),
    failed: (isFatal, request) => void (errors.at(String(isFatal), ...requestLabels(request)).value += 1),
  };
}

/** Bounded: all versions that do not exist yet have one label. */
function versionLabel({ level, version }: LevelVersion): string {
  if (level === 'privileged') return LATEST.text;
  return version === LATEST || version.minor <= releaseParts(API_RELEASE).minor ? version.text : 'future';
}

function requestLabels({ operation, resource: { group, resource }, subresource }: Request): [string, string, string] {
  const isCore = group === '';
  const label =
    isCore && resource === 'pods' ? 'pod' : isCore && resource === 'namespaces' ? 'namespace' : 'controller';
  return [operation.toLowerCase(), label, subresource];
}
