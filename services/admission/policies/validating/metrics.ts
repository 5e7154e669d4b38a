import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import type { Decision } from './judge.js';

const LABELS = ['policy', 'policy_binding', 'error_type', 'enforcement_action'] as const;

export const VALIDATING_POLICY_METRICS = {
  checks: {
    name: 'apiserver_validating_admission_policy_check_total',
    type: 'counter',
    help: 'Failed validations by policy, binding, type of failure and action.',
    labels: LABELS,
    stability: 'BETA',
  },
  durations: {
    name: 'apiserver_validating_admission_policy_check_duration_seconds',
    type: 'histogram',
    help: 'Duration of failed validations by policy, binding, type of failure and action.',
    labels: LABELS,
    buckets: [0.000_000_5, 0.001, 0.01, 0.1, 1],
    stability: 'BETA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type Enforcement = 'allow' | 'deny' | 'audit' | 'warn';

/** The validation that is counted. */
export interface Check {
  readonly policy: string;
  readonly binding: string;
  readonly decision: Pick<Decision, 'evaluation' | 'message' | 'seconds'>;
}

export interface PolicyCounts {
  readonly metrics: readonly Metric[];
  readonly checked: (check: Check, enforcement: Enforcement) => void;
}

export function createPolicyCounts(): PolicyCounts {
  const checks = numbers(VALIDATING_POLICY_METRICS.checks);
  const durations = histogram(VALIDATING_POLICY_METRICS.durations);
  return {
    metrics: [checks, durations],
    checked({ policy, binding, decision }, enforcement) {
      const labels = [policy, binding, errorType(decision), enforcement] as const;
      checks.at(...labels).value += 1;
      durations.at(...labels).observe(decision.seconds);
    },
  };
}

function errorType({ evaluation, message }: Check['decision']): string {
  if (evaluation === 'admit') return 'no_error';
  if (message.startsWith('compilation')) return 'compile_error';
  return message.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error';
}
