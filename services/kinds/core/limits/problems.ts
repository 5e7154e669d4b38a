import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseQuantity, quantityText } from '@pilothouse/apimachinery/quantity/quantity.js';
import type { Amounts } from '../pod/amounts.js';
import { aggregate, isPodLevel } from '../pod/pod-resources.js';

/** How a pod violates limits of a LimitRange, in Kubernetes' words (PodValidateLimitFunc). */
export function podProblems({ spec }: Pod, limits: readonly LimitRangeItem[]): string[] {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return limits.flatMap((item) => {
    if (item.type === 'Container') {
      return containers.flatMap(({ resources: { requests = {}, limits: own = {} } }) =>
        problemsOf(item, requests, own),
      );
    }
    return item.type === 'Pod' ? problemsOf(item, wholeAmounts(spec, 'requests'), wholeAmounts(spec, 'limits')) : [];
  });
}

/** The amounts of all containers, or those of the pod. */
function wholeAmounts(spec: Pod['spec'], kind: 'requests' | 'limits'): Amounts {
  const total = [...aggregate(spec, kind)].map(([name, amount]) => [name, quantityText(amount)]);
  const own = Object.entries(spec.resources?.[kind] ?? {}).filter(([name]) => isPodLevel(name));
  return Object.fromEntries([...total, ...own]) as Amounts;
}

/** How a claim violates limits. Only its request counts (PersistentVolumeClaimValidateLimitFunc). */
export function claimProblems({ spec }: PersistentVolumeClaim, limits: readonly LimitRangeItem[]): string[] {
  const { requests = {} } = spec.resources;
  return limits
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap(({ type, min = {}, max = {} }) => [
      ...Object.entries(min).flatMap(([name, least]) =>
        minProblem({ type, name, bound: least }, requests[name], undefined),
      ),
      ...Object.entries(max).flatMap(([name, most]) => maxRequestProblem({ type, name, bound: most }, requests[name])),
    ]);
}

function problemsOf(item: LimitRangeItem, requests: Amounts, limits: Amounts): string[] {
  const { type, min = {}, max = {}, maxLimitRequestRatio = {} } = item;
  const check = (bounds: Amounts, problem: typeof minProblem): string[] =>
    Object.entries(bounds).flatMap(([name, bound]) => problem({ type, name, bound }, requests[name], limits[name]));
  return [...check(min, minProblem), ...check(max, maxProblem), ...check(maxLimitRequestRatio, ratioProblem)];
}

interface Bound {
  /** The type of the limit. */
  readonly type: string;
  /** The resource. */
  readonly name: string;
  readonly bound: string;
}

type Amount = string | undefined;

function minProblem({ type, name, bound }: Bound, request: Amount, limit: Amount): string[] {
  const text = `minimum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return [`${text}.  No request is specified`];
  if (milliOf(request) < milliOf(bound)) return [`${text}, but request is ${request}`];
  return limit !== undefined && milliOf(limit) < milliOf(bound) ? [`${text}, but limit is ${limit}`] : [];
}

function maxProblem({ type, name, bound }: Bound, request: Amount, limit: Amount): string[] {
  const text = `maximum ${name} usage per ${type} is ${bound}`;
  if (limit === undefined) return [`${text}.  No limit is specified`];
  if (milliOf(limit) > milliOf(bound)) return [`${text}, but limit is ${limit}`];
  return request !== undefined && milliOf(request) > milliOf(bound) ? [`${text}, but request is ${request}`] : [];
}

function maxRequestProblem({ type, name, bound }: Bound, request: Amount): string[] {
  const text = `maximum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return [`${text}.  No request is specified`];
  return milliOf(request) > milliOf(bound) ? [`${text}, but request is ${request}`] : [];
}

function ratioProblem({ type, name, bound }: Bound, request: Amount = '0', limit: Amount = '0'): string[] {
  const text = `${name} max limit to request ratio per ${type} is ${bound}`;
  const [requested, limited] = [milliOf(request), milliOf(limit)];
  if (requested === 0n) return [`${text}, but no request is specified or request is 0`];
  if (limited === 0n) return [`${text}, but no limit is specified or limit is 0`];
  const ratio = Number(limited) / Number(requested);
  return ratio * 1000 > Number(milliOf(bound)) ? [`${text}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}

function milliOf(amount: string): bigint {
  return parseQuantity(amount).milli;
}
