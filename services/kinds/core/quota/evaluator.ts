import type { ScopedResourceSelectorRequirement } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import { ONE, type ResourceList } from './resource-list.js';

/** A write of an object that quotas may count. */
export interface QuotaWrite {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly subresource: string;
  readonly object: JsonObject;
  /** The stored object; absent on create. */
  readonly old: JsonObject | undefined;
}

/** Measures what the objects of a resource use (Kubernetes' quota.Evaluator). Pure. */
export interface Evaluator {
  /** Whether the resource counts under this name of a quota. */
  readonly tracks: (name: string) => boolean;
  /** Whether the write can change the usage. */
  readonly handles: (write: QuotaWrite) => boolean;
  readonly usage: (object: JsonObject, now: Date) => ResourceList;
  /** Whether the object is within a scope. Absent if no scope applies to the resource. */
  readonly isInScope?: (scope: ScopedResourceSelectorRequirement, object: JsonObject) => boolean;
  /** A text that changes when an update moves the object between scopes. Absent if none does. */
  readonly scopeText?: (object: JsonObject) => string;
  /** The error of an object that lacks amounts with these names. */
  readonly lack?: (names: ReadonlySet<string>, object: JsonObject) => string | undefined;
  /** Whether the usage is only the number of objects. */
  readonly countsOnly: boolean;
}

/** The name under which the objects of a resource are counted: `count/deployments.apps`. */
export function countName({ group, resource }: GroupResource): string {
  return `count/${resource}${group === '' ? '' : `.${group}`}`;
}

/** Counts objects, also under a former name of the count. */
export function countEvaluator(resource: GroupResource, formerName?: string): Evaluator {
  const names = [countName(resource), ...(formerName === undefined ? [] : [formerName])];
  const usage: ResourceList = new Map(names.map((name) => [name, ONE]));
  return {
    tracks: (name) => names.includes(name),
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
    usage: () => usage,
    countsOnly: true,
  };
}
