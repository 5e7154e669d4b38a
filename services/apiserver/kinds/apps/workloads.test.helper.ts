import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { TestApi, TestResponse } from '../../server/api.test.helper.js';

export const SELECTOR = { matchLabels: { app: 'web' } };
export const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'i:1' }] } };
const SPEC = { selector: SELECTOR, template: TEMPLATE };
const MERGE = { 'content-type': 'application/merge-patch+json' };
export const RESOURCES = ['deployments', 'replicasets', 'statefulsets', 'daemonsets'] as const;
export type Resource = (typeof RESOURCES)[number];

export function pathOf(resource: Resource): string {
  return `/apis/apps/v1/namespaces/default/${resource}`;
}

export function nameOf({ json }: TestResponse): string {
  return (json['metadata'] as { name: string }).name;
}

export function generationOf({ json }: TestResponse): unknown {
  return (json['metadata'] as JsonObject)['generation'];
}

/** Creates and changes workloads. */
export interface Workloads {
  /** Posts an object with the default selector and template, and the given fields. */
  readonly post: (resource: Resource, spec?: object, metadata?: object, rest?: object) => Promise<TestResponse>;
  /** Creates an object and returns its name. */
  readonly make: (resource: Resource, spec?: object) => Promise<string>;
  readonly patch: (resource: Resource, name: string, body: object) => Promise<TestResponse>;
}

export function workloads(api: () => TestApi): Workloads {
  let count = 0;
  const post: Workloads['post'] = (resource, spec = {}, metadata = {}, rest = {}) => {
    const body = { metadata: { name: `object-${++count}`, ...metadata }, spec: { ...SPEC, ...spec }, ...rest };
    return api().request('POST', pathOf(resource), { body: body as unknown as JsonObject });
  };
  return {
    post,
    async make(resource, spec) {
      const answer = await post(resource, spec);
      assert.equal(answer.status, 201, answer.text);
      return nameOf(answer);
    },
    patch: (resource, name, body) =>
      api().request('PATCH', `${pathOf(resource)}/${name}`, { body: body as JsonObject, headers: MERGE }),
  };
}
