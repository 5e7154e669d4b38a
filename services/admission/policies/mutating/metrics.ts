import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';

const LABELS = ['policy', 'policy_binding', 'error_type'] as const;

export const MUTATING_POLICY_METRICS = {
  checks: {
    name: 'apiserver_mutating_admission_policy_check_total',
    type: 'counter',
    help: 'Evaluated mutations by policy, binding and type of failure.',
    labels: LABELS,
    stability: 'ALPHA',
  },
  durations: {
    name: 'apiserver_mutating_admission_policy_check_duration_seconds',
    type: 'histogram',
    help: 'Duration of mutations by policy, binding and type of failure.',
    labels: LABELS,
    buckets: [0.000_000_5, 0.001, 0.01, 0.1, 1],
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

/** An evaluated mutation. */
export interface MutationCheck {
  readonly policy: string;
  readonly binding: string;
  readonly seconds: number;
  /** Why it failed; undefined if it did not. */
  readonly problem: string | undefined;
}

export interface MutationCounts {
  readonly metrics: readonly Metric[];
  readonly checked: (check: MutationCheck) => void;
}

export function createMutationCounts(): MutationCounts {
  const checks = numbers(MUTATING_POLICY_METRICS.checks);
  const durations = histogram(MUTATING_POLICY_METRICS.durations);
  return {
    metrics: [checks, durations],
    checked({ policy, binding, seconds, problem }) {
      const labels = [policy, binding, errorType(problem)] as const;
      checks.at(...labels).value += 1;
      durations.at(...labels).observe(seconds);
    },
  };
}

function errorType(problem: string | undefined): string {
  if (problem === undefined) return 'no_error';
  if (problem.startsWith('compilation')) return 'compile_error';
  return problem.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error';
}
