import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Changes } from './objects.js';

export const TEMPLATE: JsonObject = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
export const BY_INDEX: Changes = { 'spec.completionMode': 'Indexed', 'spec.completions': 5 };
export const RULE: JsonObject = { action: 'Ignore', onPodConditions: [{ type: 'X' }] };
/** Causes a warning. */
export const DEPRECATED: JsonObject = { 'beta.kubernetes.io/arch': 'x' };
export const START = '2026-01-01T00:00:00Z';
export const END = '2026-01-01T00:01:00Z';

/** Invalid specs of a Job, in a Job or in a template. */
export const WRONG: readonly Changes[] = [
  { spec: {} },
  { 'spec.template': {} },
  { 'spec.template.spec': {} },
  { 'spec.template.spec.restartPolicy': null },
  { 'spec.template.spec.restartPolicy': 'Always' },
  { 'spec.template.spec.restartPolicy': 'x' },
  { 'spec.template.spec.containers.0.image': null },
  { 'spec.template.spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
  {
    'spec.parallelism': -1,
    'spec.completions': -1,
    'spec.activeDeadlineSeconds': -1,
    'spec.backoffLimit': -1,
    'spec.ttlSecondsAfterFinished': -1,
    'spec.backoffLimitPerIndex': -1,
    'spec.maxFailedIndexes': -1,
  },
  { 'spec.maxFailedIndexes': 1 },
  { 'spec.completionMode': 'x' },
  { 'spec.completionMode': 'Indexed' },
  { 'spec.completionMode': 'Indexed', 'spec.parallelism': 100_001, 'spec.maxFailedIndexes': 100_001 },
  { 'spec.backoffLimitPerIndex': 1 },
  { 'spec.podReplacementPolicy': 'x' },
  { 'spec.podReplacementPolicy': 'TerminatingOrFailed', 'spec.podFailurePolicy': { rules: [] } },
  { 'spec.podFailurePolicy': { rules: [] }, 'spec.template.spec.restartPolicy': 'OnFailure' },
  ...['', 'x', 'x/', '/x', 'X/y', 'a.b/c d', 'a.b/c?', `a.b/${'c'.repeat(60)}`].map((name) => ({
    'spec.managedBy': name,
  })),
  { 'spec.successPolicy': { rules: [{ succeededCount: 1 }] } },
  ...[
    { rules: [{ action: 'x', onPodConditions: [{ type: 'X' }] }] },
    { rules: [{ onPodConditions: [{ type: 'X' }] }] },
    { rules: [{ action: 'Ignore' }] },
    { rules: [{ action: 'Ignore', onPodConditions: [] }] },
    { rules: [{ action: 'FailIndex', onPodConditions: [{ type: 'X' }] }] },
    { rules: [{ ...RULE, onExitCodes: { operator: 'In', values: [1] } }] },
    { rules: [{ action: 'Count', onPodConditions: [{ type: 'a b', status: 'x' }, { status: 'True' }] }] },
    { rules: [{ action: 'Count', onExitCodes: { values: [] } }] },
    { rules: [{ action: 'Count', onExitCodes: { operator: 'x', values: [] } }] },
    { rules: [{ action: 'Count', onExitCodes: { containerName: 'd', operator: 'In', values: [0] } }] },
    { rules: [{ action: 'Count', onExitCodes: { operator: 'NotIn', values: [2, 1] } }] },
    { rules: [{ action: 'Count', onExitCodes: { operator: 'NotIn', values: [1, 1] } }] },
    { rules: Array.from({ length: 21 }, () => RULE) },
    { rules: [{ action: 'Count', onPodConditions: Array.from({ length: 21 }, () => ({ type: 'X' })) }] },
    {
      rules: [
        { action: 'Count', onExitCodes: { operator: 'In', values: Array.from({ length: 256 }, (_, at) => at + 1) } },
      ],
    },
  ].map((policy) => ({ 'spec.podFailurePolicy': policy })),
];

export const WRONG_INDEXED: readonly Changes[] = [
  { 'spec.parallelism': 100_001 },
  { 'spec.backoffLimitPerIndex': 1, 'spec.maxFailedIndexes': 6 },
  { 'spec.completions': 200_000, 'spec.backoffLimitPerIndex': 1, 'spec.maxFailedIndexes': 100_001 },
  { 'spec.completions': 200_000, 'spec.backoffLimitPerIndex': 1, 'spec.parallelism': 10_001 },
  { 'metadata.name': 'j'.repeat(62) },
  { 'metadata.name': 'a.b' },
  ...[
    {},
    { rules: [] },
    { rules: [{}] },
    { rules: [{ succeededCount: -1 }] },
    { rules: [{ succeededCount: 6 }] },
    { rules: [{ succeededCount: 3, succeededIndexes: '0-1' }] },
    ...['x', '5', '1-9', '3-1', '1,1', '1-2-3', '1,', '-1', '0-x', '1 ,2'].map((succeededIndexes) => ({
      rules: [{ succeededIndexes }],
    })),
    { rules: Array.from({ length: 21 }, () => ({ succeededCount: 1 })) },
  ].map((policy) => ({ 'spec.successPolicy': policy })),
];
