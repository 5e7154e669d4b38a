import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import {
  deploymentNames,
  deploymentSchema,
  type Deployment,
  type DeploymentSpec,
  type DeploymentStrategy,
} from '@pilothouse/apimachinery/generated/apps/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { forbidden, invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { CONTAINER_COLUMNS, SELECTOR_COLUMN } from '../core/pod/template-columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { withMembersOf } from '../definition/copy-members.js';
import { notNegative } from '../definition/numbers.js';
import { statusPart } from '../definition/status-part.js';
import {
  amountOf,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateShare,
  validateWorkload,
} from './workload/rules.js';
import { scale } from './workload/scale.js';
import { beginWorkload, namedWorkloadWarnings, workloadStrategy } from './workload/strategy.js';

export const deployments: ResourceDefinition<Deployment> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: deploymentSchema }],
  ...deploymentNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    textColumn(
      'Ready',
      'How many pods are ready, of how many.',
      ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    ),
    textColumn('Up-to-date', 'Pods of the present template.', ({ status }) => status.updatedReplicas ?? 0),
    textColumn(
      'Available',
      'Pods that have been ready for long enough.',
      ({ status }) => status.availableReplicas ?? 0,
    ),
    AGE_COLUMN,
    ...CONTAINER_COLUMNS,
    SELECTOR_COLUMN,
  ],
  selectableFields: {},
  setDefaults({ spec }) {
    setPodSpecDefaults(spec.template.spec);
    if (spec.strategy.type !== 'RollingUpdate') return;
    const { maxUnavailable = '25%', maxSurge = '25%' } = spec.strategy.rollingUpdate ?? {};
    spec.strategy.rollingUpdate = Object.assign(newObject(), { maxUnavailable, maxSurge });
  },
  strategy: {
    ...workloadStrategy,
    prepareForCreate: (deployment) => beginWorkload(deployment, {}),
    // Annotations count as desired state.
    prepareForUpdate(deployment, old) {
      workloadStrategy.prepareForUpdate(deployment, old);
      countGeneration(deployment, old, !isSame(deployment.metadata.annotations, old.metadata.annotations));
    },
    validate: ({ spec }, old) => (isSame(spec, old?.spec) ? [] : validateSpec(spec)),
    warnings: namedWorkloadWarnings,
  },
  subresources: {
    status: {
      ...statusPart,
      prepareForUpdate(deployment, old) {
        deployment.spec = old.spec;
        deployment.metadata = withMembersOf(deployment.metadata, old.metadata, ['labels']);
      },
      resetFields: fieldPaths([['spec'], ['metadata', 'labels']]),
      validate: ({ status }, old) => [
        ...validateCounts(status, ['updatedReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
        ...validateCounts(status, ['availableReplicas'], 'readyReplicas'),
        ...validateCollisions(status, old.status),
      ],
    },
    scale,
  },
};

/** Kubernetes' ValidateDeploymentSpec. */
function validateSpec(spec: DeploymentSpec): FieldError[] {
  const { strategy, progressDeadlineSeconds, minReadySeconds = 0 } = spec;
  const errors = [...validateWorkload(spec, 'Deployment'), ...validateStrategy(strategy)];
  errors.push(...notNegative(progressDeadlineSeconds, 'spec.progressDeadlineSeconds'));
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    const text = 'must be greater than minReadySeconds';
    errors.push(invalid('spec.progressDeadlineSeconds', progressDeadlineSeconds, text));
  }
  return errors;
}

function validateStrategy({ type, rollingUpdate }: DeploymentStrategy): FieldError[] {
  const field = 'spec.strategy.rollingUpdate';
  if (type === 'Recreate') {
    const text = "may not be specified when strategy `type` is 'Recreate'";
    return rollingUpdate === undefined ? [] : [forbidden(field, text)];
  }
  if (type !== 'RollingUpdate') return [];
  if (rollingUpdate === undefined) return [required(field, 'this should be defaulted and never be nil')];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = [
    ...validateShare(maxUnavailable, `${field}.maxUnavailable`),
    ...validateShare(maxSurge, `${field}.maxSurge`),
  ];
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(invalid(`${field}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...validateAtMostAll(maxUnavailable, `${field}.maxUnavailable`)];
}
