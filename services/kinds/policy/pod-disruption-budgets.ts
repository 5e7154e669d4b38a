import {
  podDisruptionBudgetNames,
  podDisruptionBudgetSchema,
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
} from '@pilothouse/apimachinery/generated/policy/v1.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateAtMostAll, validateShare, type Share } from '../apps/workload/rules.js';
import { columnsOf, numberColumn, textColumn } from '../definition/columns.js';
import { validateConditionFormats } from '../definition/conditions.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { notNegative } from '../definition/numbers.js';
import { statusPart } from '../definition/status-part.js';
import { specAndStatusStrategy } from '../definition/status-strategy.js';

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

const NO_PODS = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

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
    ...specAndStatusStrategy<PodDisruptionBudget>(NO_PODS),
    validate: ({ spec }) => validateSpec(spec),
    createOnUpdate: false,
    updateNeedsVersion: true,
    deleteReturns: 'status',
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }) => [
        ...validateConditionFormats(status.conditions ?? [], 'status.conditions'),
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
