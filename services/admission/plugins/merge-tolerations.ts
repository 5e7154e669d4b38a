import type { Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';

/** Leaves out tolerations that others include (Kubernetes' MergeTolerations). Of equal ones the first stays. */
export function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    const later = all
      .slice(index + 1)
      .some((other) => !deepEqual(other, toleration) && includesToleration(other, toleration));
    if (!later && !merged.some((other) => includesToleration(other, toleration))) merged.push(toleration);
  }
  return merged;
}

/** Whether `all` tolerates every taint that `some` tolerates, for as long. */
export function includesToleration(all: Toleration, some: Toleration): boolean {
  if (deepEqual(all, some)) return true;
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds: seconds } = all;
  const isExists = operator === 'Exists';
  if ((some.key ?? '') !== key && !(key === '' && isExists)) return false;
  if ((some.effect ?? '') !== effect && effect !== '') return false;
  const isShorter = some.tolerationSeconds === undefined || (seconds !== undefined && some.tolerationSeconds > seconds);
  if (effect === 'NoExecute' && seconds !== undefined && isShorter) return false;
  if (operator === 'Equal' || operator === '') return some.operator === 'Equal' && (some.value ?? '') === value;
  return isExists;
}
