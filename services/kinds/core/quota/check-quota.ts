import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities } from '@pilothouse/apimachinery/quantity/quantity.js';
import type { Evaluator, QuotaWrite } from './evaluator.js';
import { addLists, equalLists, excess, listText, pick, readAmounts, type ResourceList } from './resource-list.js';
import { scopesOf } from './scopes.js';

/** The result of a check: the write is not counted, is refused, or changes the usage. */
export type QuotaVerdict =
  | { readonly type: 'unaffected' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'charged'; readonly used: ResourceList };

const UNAFFECTED: QuotaVerdict = { type: 'unaffected' };

/** Whether the objects of an evaluator count in a quota, and the object is within its scopes. */
function matches({ spec, status }: ResourceQuota, { tracks, isInScope }: Evaluator, object: QuotaWrite['object']) {
  return (
    Object.keys(status.hard ?? {}).some(tracks) && scopesOf(spec).every((scope) => isInScope?.(scope, object) === true)
  );
}

/** The names under which a quota counts an object; none where it does not. */
export function countedNames(quota: ResourceQuota, evaluator: Evaluator, object: QuotaWrite['object']): string[] {
  return matches(quota, evaluator, object) ? Object.keys(quota.status.hard ?? {}).filter(evaluator.tracks) : [];
}

/** Why a quota cannot count the written object: it lacks amounts, or the usage is not known yet. */
export function refusalOf(quota: ResourceQuota, evaluator: Evaluator, { object }: QuotaWrite): string | undefined {
  const { name = '' } = quota.metadata;
  const names = countedNames(quota, evaluator, object);
  if (names.length === 0) return undefined;
  const lack = evaluator.lack?.(new Set(names), object);
  if (lack !== undefined) return `failed quota: ${name}: ${lack}`;
  if (names.every((each) => quota.status.used?.[each] !== undefined)) return undefined;
  return `status unknown for quota: ${name}, resources: ${names.sort().join(',')}`;
}

/** Checks a write against a quota that can count it (Kubernetes' CheckRequest). An update is charged by the difference. */
export function chargeQuota(quota: ResourceQuota, evaluator: Evaluator, write: QuotaWrite, now: Date): QuotaVerdict {
  if (!matches(quota, evaluator, write.object)) return UNAFFECTED;
  const hard = readAmounts(quota.status.hard);
  const used = readAmounts(quota.status.used);
  const requested = pick(delta(quota, evaluator, write, now), (name) => hard.has(name));
  if (requested.size === 0) return UNAFFECTED;
  const sum = addLists(used, requested);
  const isExceeded = (name: string): boolean => {
    const [limit, amount] = [hard.get(name), sum.get(name)];
    return requested.has(name) && limit !== undefined && amount !== undefined && compareQuantities(amount, limit) > 0;
  };
  // Controllers report the usage in the status, which is never refused.
  if (write.subresource !== 'status' && [...hard.keys()].some(isExceeded)) {
    const [asked, present, limits] = [requested, used, hard].map((list) => listText(pick(list, isExceeded)));
    const name = quota.metadata.name ?? '';
    return {
      type: 'refused',
      reason: `exceeded quota: ${name}, requested: ${asked}, used: ${present}, limited: ${limits}`,
    };
  }
  return equalLists(sum, used) ? UNAFFECTED : { type: 'charged', used: sum };
}

/** The usage that the write adds: all of it if the quota did not count the old object. */
function delta(quota: ResourceQuota, evaluator: Evaluator, { object, old }: QuotaWrite, now: Date): ResourceList {
  const usage = evaluator.usage(object, now);
  const isCounted = old !== undefined && matches(quota, evaluator, old);
  const added = isCounted ? excess(usage, evaluator.usage(old, now)) : usage;
  return new Map([...added].filter(([, { milli }]) => milli !== 0n));
}
