import {
  daemonSetNames,
  daemonSetSchema,
  type DaemonSet,
  type DaemonSetUpdateStrategy,
} from '@pilothouse/apimachinery/generated/apps/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, numberColumn, textColumn } from '../definition/columns.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { CONTAINER_COLUMNS, labelsText, SELECTOR_COLUMN } from '../core/pod/template-columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { statusPart } from '../definition/status-part.js';
import { amountOf, validateAtMostAll, validateCollisions, validateShare, validateWorkload } from './workload/rules.js';
import { beginWorkload, workloadStrategy } from './workload/strategy.js';

/** Counts template changes, for old controllers. It does not begin with the API domain. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

export const daemonSets: ResourceDefinition<DaemonSet> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: daemonSetSchema }],
  ...daemonSetNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    numberColumn('Desired', 'How many nodes should have the pod.', ({ status }) => status.desiredNumberScheduled),
    numberColumn('Current', 'How many of them have it.', ({ status }) => status.currentNumberScheduled),
    numberColumn('Ready', 'On how many it is ready.', ({ status }) => status.numberReady),
    numberColumn(
      'Up-to-date',
      'On how many it is of the present template.',
      ({ status }) => status.updatedNumberScheduled ?? 0,
    ),
    numberColumn(
      'Available',
      'On how many it has been ready for long enough.',
      ({ status }) => status.numberAvailable ?? 0,
    ),
    textColumn('Node Selector', 'Labels that nodes must have.', ({ spec }) =>
      labelsText(spec.template.spec.nodeSelector),
    ),
    AGE_COLUMN,
    ...CONTAINER_COLUMNS,
    SELECTOR_COLUMN,
  ],
  selectableFields: {},
  setDefaults({ spec }) {
    setPodSpecDefaults(spec.template.spec);
    if (spec.updateStrategy.type !== 'RollingUpdate') return;
    const { maxUnavailable = 1, maxSurge = 0 } = spec.updateStrategy.rollingUpdate ?? {};
    spec.updateStrategy.rollingUpdate = Object.assign(newObject(), { maxUnavailable, maxSurge });
  },
  strategy: {
    ...workloadStrategy,
    prepareForCreate(set) {
      beginWorkload(set, {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      });
      setTemplateGeneration(set, templateGenerationOf(set) || 1);
    },
    prepareForUpdate(set, old) {
      workloadStrategy.prepareForUpdate(set, old);
      const before = templateGenerationOf(old);
      const isChanged = !isSame(set.spec.template, old.spec.template);
      if (isChanged || before > 0) setTemplateGeneration(set, before + (isChanged ? 1 : 0));
    },
    warnings: (set, old) =>
      isSame(set.spec.template, old?.spec.template) ? [] : workloadStrategy.warnings(set, undefined),
    validate: ({ spec }, old) =>
      isSame(spec, old?.spec) ? [] : [...validateWorkload(spec, 'DaemonSet'), ...validateStrategy(spec.updateStrategy)],
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }, old) => validateCollisions(status, old.status),
    },
  },
};

/** 0 if unknown. */
function templateGenerationOf({ metadata: { annotations = {} } }: DaemonSet): number {
  const text = annotations[TEMPLATE_GENERATION] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = Object.assign(newObject(), metadata.annotations, {
    [TEMPLATE_GENERATION]: String(generation),
  });
}

/** Kubernetes' ValidateRollingUpdateDaemonSet: exactly one of the two numbers is 0. */
function validateStrategy({ type, rollingUpdate }: DaemonSetUpdateStrategy): FieldError[] {
  const field = 'spec.updateStrategy.rollingUpdate';
  if (type !== 'RollingUpdate') return [];
  if (rollingUpdate === undefined) return [required(field)];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = [
    ...validateShare(maxUnavailable, `${field}.maxUnavailable`),
    ...validateShare(maxSurge, `${field}.maxSurge`),
    ...validateAtMostAll(maxUnavailable, `${field}.maxUnavailable`),
    ...validateAtMostAll(maxSurge, `${field}.maxSurge`),
  ];
  const [missing, extra] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (missing && extra) {
    errors.push(invalid(`${field}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  }
  if (!missing && !extra) errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  return errors;
}
