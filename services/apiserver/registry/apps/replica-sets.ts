import { replicaSetSchema, type ReplicaSet } from '@pilothouse/apimachinery/generated/apps/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { AGE_COLUMN, NAME_COLUMN, numberColumn } from '../columns.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { countGeneration } from '../count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition.js';
import { SPEC, STATUS } from '../fields/reset.js';
import { nameWarnings } from '../core/pod/warnings.js';
import { subdomainName } from '../names.js';
import { CONTAINER_COLUMNS, SELECTOR_COLUMN } from '../core/pod/template-columns.js';
import { isSame, validateCounts, validateWorkload, workloadWarnings } from './workload/rules.js';
import { scale } from './workload/scale.js';

export const replicaSets: ResourceDefinition<ReplicaSet> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: replicaSetSchema }],
  resource: 'replicasets',
  singular: 'replicaset',
  kind: 'ReplicaSet',
  shortNames: ['rs'],
  categories: ['all'],
  scope: 'Namespaced',
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
    nameErrors: subdomainName,
    prepareForCreate(set) {
      set.status = Object.assign(newObject(), { replicas: 0 });
      set.metadata.generation = 1;
    },
    prepareForUpdate(set, old) {
      set.status = old.status;
      countGeneration(set, old, !isSame(set.spec, old.spec));
    },
    resetFields: STATUS,
    validate: ({ spec }, old) => (isSame(spec, old?.spec) ? [] : validateWorkload(spec, 'ReplicaSet')),
    warnings: (object, old) => [
      ...(old === undefined ? nameWarnings(object, 'Pod names and hostnames') : []),
      ...workloadWarnings(object.spec, old?.spec),
    ],
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: {
    status: {
      type: 'part',
      verbs: ['get', 'update', 'patch'],
      prepareForUpdate(set, old) {
        set.spec = old.spec;
      },
      resetFields: SPEC,
      validate: ({ status }) => [
        ...validateCounts(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
        ...validateCounts(status, ['availableReplicas'], 'readyReplicas'),
      ],
    },
    scale,
  },
};
