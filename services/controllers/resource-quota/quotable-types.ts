import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DiscoveredType } from '@pilothouse/client/discover.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import type { ClaimSurroundings } from '@pilothouse/kinds/core/quota/device-claims.js';
import type { Evaluator } from '@pilothouse/kinds/core/quota/evaluator.js';
import { evaluatorOf } from '@pilothouse/kinds/core/quota/evaluators.js';

/** A served type whose objects quotas can count. */
export interface QuotableType {
  readonly type: ResourceType;
  readonly evaluator: Evaluator;
}

const NEEDED_VERBS: readonly string[] = ['create', 'list', 'watch', 'delete'];

/** The namespaced types that quotas can count. `around` has the present device classes. */
export function quotableTypes(
  discovered: readonly DiscoveredType[],
  around?: ClaimSurroundings,
): readonly QuotableType[] {
  return discovered.flatMap(({ type, verbs }) => {
    const isQuotable = type.scope === 'Namespaced' && NEEDED_VERBS.every((verb) => verbs.includes(verb));
    const evaluator = isQuotable ? evaluatorOf(type, around) : undefined;
    return evaluator === undefined ? [] : [{ type, evaluator }];
  });
}

/** The types that the quotas count. */
export function countedTypes(types: readonly QuotableType[], quotas: Iterable<ResourceQuota>): readonly QuotableType[] {
  const names = new Set<string>();
  for (const { spec } of quotas) for (const name of Object.keys(spec.hard ?? {})) names.add(name);
  return types.filter(({ evaluator }) => [...names].some(evaluator.tracks));
}

/** Whether a quota counts objects of an unknown type, such as a new custom resource. */
export function namesUnknownType({ spec }: ResourceQuota, types: readonly QuotableType[]): boolean {
  const counts = Object.keys(spec.hard ?? {}).filter((name) => name.startsWith('count/'));
  return counts.some((name) => !types.some(({ evaluator }) => evaluator.tracks(name)));
}
