import type { PodTemplateSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** A resource whose objects contain the template of pods. */
export interface TemplateResource {
  readonly group: string;
  readonly resource: string;
  /** The fields that lead to the template. */
  readonly path: readonly string[];
}

const OF_SPEC = ['spec', 'template'];

/** The built-in resources from which controllers make pods. */
export const TEMPLATE_RESOURCES: readonly TemplateResource[] = [
  { group: '', resource: 'podtemplates', path: ['template'] },
  { group: '', resource: 'replicationcontrollers', path: OF_SPEC },
  { group: 'apps', resource: 'daemonsets', path: OF_SPEC },
  { group: 'apps', resource: 'deployments', path: OF_SPEC },
  { group: 'apps', resource: 'replicasets', path: OF_SPEC },
  { group: 'apps', resource: 'statefulsets', path: OF_SPEC },
  { group: 'batch', resource: 'cronjobs', path: ['spec', 'jobTemplate', ...OF_SPEC] },
  { group: 'batch', resource: 'jobs', path: OF_SPEC },
];

/** The template in a decoded object of the resource. ReplicationControllers may have none. */
export function templateIn(object: JsonObject, { path }: TemplateResource): PodTemplateSpec | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) {
    if (!isObject(value)) return undefined;
    value = value[name];
  }
  return isObject(value) ? (value as PodTemplateSpec) : undefined;
}
