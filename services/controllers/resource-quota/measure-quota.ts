import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ClaimSurroundings } from '@pilothouse/kinds/core/quota/device-claims.js';
import { evaluatorOf, isDeviceClaim } from '@pilothouse/kinds/core/quota/evaluators.js';
import { measuredUsage } from '@pilothouse/kinds/core/quota/measure.js';
import { addLists, equalLists, pick, readAmounts, writeAmounts } from '@pilothouse/kinds/core/quota/resource-list.js';
import { scopesOf } from '@pilothouse/kinds/core/quota/scopes.js';
import { countedTypes, type QuotableType } from './quotable-types.js';

/** The reads of a measurement, in one namespace. */
export interface UsageSource {
  /** Number of the objects of a type. */
  readonly count: (type: QuotableType) => Promise<number>;
  readonly objects: (type: QuotableType) => Promise<readonly JsonObject[]>;
  /** What the usage of ResourceClaims depends on. */
  readonly around: (claims: readonly JsonObject[]) => Promise<ClaimSurroundings>;
}

export interface Measurement {
  /** The status of the quota; undefined if it is right already. */
  readonly status: ResourceQuota['status'] | undefined;
  /** Errors of types that could not be read. The usage of their names stays as it was. */
  readonly errors: readonly unknown[];
}

/** Measures the usage of a quota (Kubernetes' syncResourceQuota). */
export async function measureQuota(
  quota: ResourceQuota,
  types: readonly QuotableType[],
  source: UsageSource,
  now: Date,
): Promise<Measurement> {
  const hard = readAmounts(quota.spec.hard);
  const errors: unknown[] = [];
  let measured = new Map<string, Quantity>();
  for (const each of countedTypes(types, [quota])) {
    try {
      measured = addLists(measured, await usageOf(quota, each, source, now));
    } catch (error) {
      errors.push(error);
    }
  }
  const before = readAmounts(quota.status.used);
  const used = pick(new Map([...before, ...measured]), (name) => hard.has(name));
  const isRight = equalLists(hard, readAmounts(quota.status.hard)) && equalLists(used, before);
  return { status: isRight ? undefined : { hard: writeAmounts(hard), used: writeAmounts(used) }, errors };
}

async function usageOf(
  quota: ResourceQuota,
  type: QuotableType,
  source: UsageSource,
  now: Date,
): Promise<ReadonlyMap<string, Quantity>> {
  const { evaluator } = type;
  const isNumber = evaluator.countsOnly && scopesOf(quota.spec).length === 0;
  if (!isNumber) {
    const objects = await source.objects(type);
    const surrounded = isDeviceClaim(type.type) ? evaluatorOf(type.type, await source.around(objects)) : undefined;
    return measuredUsage(quota, surrounded ?? evaluator, objects, now);
  }
  const amount = parseQuantity(String(await source.count(type)));
  const names = Object.keys(quota.spec.hard ?? {}).filter(evaluator.tracks);
  return new Map(names.map((name) => [name, amount]));
}
