import {
  podDisruptionBudgetNames,
  podDisruptionBudgetSchema,
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
} from '@pilothouse/apimachinery/generated/policy/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateAtMostAll, validateShare, type Share } from '../apps/workload/rules.js';
import { columnsOf, numberColumn, textColumn } from '../definition/columns.js';
import { validateConditions } from '../definition/conditions.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { notNegative } from '../definition/numbers.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

export const podDisruptionBudgets: ResourceDefinition<PodDisruptionBudget> = {
  group: 'policy',
  versions: [{ name: 'v1', schema: podDisruptionBudgetSchema }],
  ...podDisruptionBudgetNames,
  verbs: ALL_VERBS,
  columns: columnsOf(
    textColumn('Min Available', 'Number of pods that must be available.', ({ spec }) => shown(spec.minAvailable)),
    textColumn('Max Unavailable', 'Number of pods that can be unavailable.', ({ spec }) => shown(spec.maxUnavailable)),
    numberColumn(
      'Allowed Disruptions',
      'Number of evictions that are currently allowed.',
      ({ status }) => status.disruptionsAllowed,
    ),
  ),
  selectableFields: {},
  strategy: {
    nameErrors: pathSegmentName,
    prepareForCreate(budget) {
      const counts = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
      budget.status = Object.assign(newObject(), counts);
      budget.metadata.generation = 1;
    },
    prepareForUpdate(budget, old) {
      budget.status = old.status;
      countGeneration(budget, old, !isSame(budget.spec, old.spec));
    },
    validate: ({ spec }) => validateSpec(spec),
    resetFields: STATUS,
    createOnUpdate: false,
    updateNeedsVersion: true,
    deleteReturns: 'status',
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }) => [
        ...validateConditions(status.conditions ?? [], 'status.conditions'),
        ...COUNTS.flatMap((name) => notNegative(status[name], `status.${name}`)),
      ],
    },
  },
};

function shown(share: Share | undefined): string {
  return share === undefined ? 'N/A' : String(share);
}

/** Kubernetes' ValidatePodDisruptionBudgetSpec. */
function validateSpec(spec: PodDisruptionBudgetSpec): FieldError[] {
  const { minAvailable, maxUnavailable, selector } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.push(invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const [name, share] of Object.entries({ minAvailable, maxUnavailable })) {
    if (share === undefined) continue;
    errors.push(...validateShare(share, `spec.${name}`), ...validateAtMostAll(share, `spec.${name}`));
  }
  const result = selectorFromObject(selector, 'spec.selector');
  return result.ok ? errors : [...errors, ...result.errors];
}
