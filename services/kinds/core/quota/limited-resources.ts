import type { ResourceQuota, ScopedResourceSelectorRequirement } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import { countedNames } from './check-quota.js';
import type { Evaluator, QuotaWrite } from './evaluator.js';
import { excess, type ResourceList } from './resource-list.js';
import { scopesOf } from './scopes.js';

/** A resource that can be used only under a quota (Kubernetes' LimitedResource). */
export interface LimitedResource extends GroupResource {
  /** Parts of names: the use of a resource with such a name needs a quota for it. */
  readonly matchContains: readonly string[];
  /** Scopes: an object in one of them needs a quota with this scope. */
  readonly matchScopes: readonly ScopedResourceSelectorRequirement[];
}

export interface LimitedWrite {
  readonly write: QuotaWrite;
  readonly resource: GroupResource;
  readonly evaluator: Evaluator;
  /** The quotas of the namespace. */
  readonly quotas: readonly ResourceQuota[];
  readonly now: Date;
}

/** Why a write that uses limited resources is refused: no quota covers them. Undefined if it is not. */
export function uncovered(limited: readonly LimitedResource[], limitedWrite: LimitedWrite): string | undefined {
  const { write, evaluator, quotas, now } = limitedWrite;
  if (limited.length === 0) return undefined;
  const usage = evaluator.usage(write.object, now);
  const added = write.old === undefined ? usage : excess(usage, evaluator.usage(write.old, now));
  if ([...added.values()].every(({ milli }) => milli === 0n)) return undefined;
  const covered = new Set(quotas.flatMap((quota) => countedNames(quota, evaluator, write.object)));
  const names = limitedNames(limited, limitedWrite.resource, usage).filter((name) => !covered.has(name));
  if (names.length > 0) return `insufficient quota to consume: ${names.sort().join(',')}`;
  const isIn = (scope: ScopedResourceSelectorRequirement): boolean =>
    evaluator.isInScope?.(scope, write.object) === true;
  const present = new Set(quotas.flatMap(({ spec }) => scopesOf(spec).filter(isIn)).map(({ scopeName }) => scopeName));
  const scopes = limited.flatMap(({ matchScopes }) => matchScopes.filter(isIn));
  const missing = scopes.filter(({ scopeName }) => !present.has(scopeName));
  return missing.length === 0
    ? undefined
    : `insufficient quota to match these scopes: [${missing.map(scopeText).join(' ')}]`;
}

function limitedNames(
  limited: readonly LimitedResource[],
  { group, resource }: GroupResource,
  usage: ResourceList,
): string[] {
  const parts = limited.filter((each) => each.group === group && each.resource === resource);
  return [...usage].flatMap(([name, { milli }]) =>
    milli > 0n && parts.some(({ matchContains }) => matchContains.some((part) => name.includes(part))) ? [name] : [],
  );
}

/** As Go prints it. */
function scopeText({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): string {
  return `{${scopeName} ${operator} [${values.join(' ')}]}`;
}
