import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';

/** Prefix of the names of system classes. */
export const SYSTEM_PREFIX = 'system-';

/** The built-in classes. */
export const SYSTEM_PRIORITY_CLASSES: readonly Pick<PriorityClass, 'metadata' | 'value' | 'description'>[] = [
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description: 'For pods without which the cluster does not work, but which may move to another node.',
  },
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'For pods without which their node does not work, and which must stay on it.',
  },
];

/**
 * The reason why a class with the system prefix is not a system class, with Kubernetes' text; undefined if it is one.
 */
export function systemClassProblem({ metadata, value, globalDefault = false }: PriorityClass): string | undefined {
  const { name = '' } = metadata;
  const known = SYSTEM_PRIORITY_CLASSES.find((systemClass) => systemClass.metadata.name === name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
