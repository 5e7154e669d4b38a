import { replicaSetNames, replicaSetSchema, type ReplicaSet } from '@pilothouse/apimachinery/generated/apps/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { AGE_COLUMN, NAME_COLUMN, numberColumn } from '../definition/columns.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { CONTAINER_COLUMNS, SELECTOR_COLUMN } from '../core/pod/template-columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { statusPart } from '../definition/status-part.js';
import { validateCounts, validateWorkload } from './workload/rules.js';
import { scale } from './workload/scale.js';
import { beginWorkload, namedWorkloadWarnings, workloadStrategy } from './workload/strategy.js';

export const replicaSets: ResourceDefinition<ReplicaSet> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: replicaSetSchema }],
  ...replicaSetNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    numberColumn('Desired', 'How many pods there should be.', ({ spec }) => spec.replicas ?? 0),
    numberColumn('Current', 'How many pods there are.', ({ status }) => status.replicas),
    numberColumn('Ready', 'How many of them are ready.', ({ status }) => status.readyReplicas ?? 0),
    AGE_COLUMN,
    ...CONTAINER_COLUMNS,
    SELECTOR_COLUMN,
  ],
  selectableFields: { 'status.replicas': { value: ({ status }) => String(status.replicas) } },
  setDefaults: ({ spec }) => setPodSpecDefaults(spec.template.spec),
  strategy: {
    ...workloadStrategy,
    prepareForCreate: (set) => beginWorkload(set, { replicas: 0 }),
    validate: ({ spec }, old) => (isSame(spec, old?.spec) ? [] : validateWorkload(spec, 'ReplicaSet')),
    warnings: namedWorkloadWarnings,
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }) => [
        ...validateCounts(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
        ...validateCounts(status, ['availableReplicas'], 'readyReplicas'),
      ],
    },
    scale,
  },
};
