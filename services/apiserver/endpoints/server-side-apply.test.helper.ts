import assert from 'node:assert/strict';
import { decodeManagedFields, managedFieldsOf } from '@pilothouse/apimachinery/apply/managed-fields.js';
import { pathTexts } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeYaml } from '@pilothouse/apimachinery/yaml/write.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { TestApi, TestResponse } from '../server/api.test.helper.js';

/** The format of configs. The content type is the same. */
export type Format = 'JSON' | 'YAML';

/** An object with several writers. */
export interface Shared {
  /** Applies a config without kind and name. */
  readonly apply: (manager: string, config: JsonObject, query?: string) => Promise<TestResponse>;
  /** By default a merge patch. */
  readonly patch: (manager: string, patch: unknown, type?: string) => Promise<TestResponse>;
  readonly put: (manager: string, object: JsonObject) => Promise<TestResponse>;
  readonly get: () => Promise<JsonObject>;
}

/** The kinds of the examples: collection, apiVersion, kind. */
export const KINDS = {
  map: ['/api/v1/namespaces/default/configmaps', 'v1', 'ConfigMap'],
  secret: ['/api/v1/namespaces/default/secrets', 'v1', 'Secret'],
  account: ['/api/v1/namespaces/default/serviceaccounts', 'v1', 'ServiceAccount'],
  node: ['/api/v1/nodes', 'v1', 'Node'],
  driver: ['/apis/storage.k8s.io/v1/csidrivers', 'storage.k8s.io/v1', 'CSIDriver'],
  capacity: [
    '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities',
    'storage.k8s.io/v1',
    'CSIStorageCapacity',
  ],
  betaCapacity: [
    '/apis/storage.k8s.io/v1beta1/namespaces/default/csistoragecapacities',
    'storage.k8s.io/v1beta1',
    'CSIStorageCapacity',
  ],
  revision: ['/apis/apps/v1/namespaces/default/controllerrevisions', 'apps/v1', 'ControllerRevision'],
  role: ['/apis/rbac.authorization.k8s.io/v1/clusterroles', 'rbac.authorization.k8s.io/v1', 'ClusterRole'],
} as const;

export type SharedKind = keyof typeof KINDS;

export interface SharedOptions {
  readonly api: TestApi;
  readonly format: Format;
  readonly of: SharedKind;
  readonly name: string;
  /** Absent for the object itself. */
  readonly subresource?: string;
}

/** The object may not exist yet. */
export function sharedObject({ api, format, of, name, subresource }: SharedOptions): Shared {
  const [collection, apiVersion, kind] = KINDS[of];
  const path = [collection, name, ...(subresource === undefined ? [] : [subresource])].join('/');
  const whole = ({ metadata, ...rest }: JsonObject): JsonObject => ({
    apiVersion,
    kind,
    metadata: { ...(metadata as JsonObject | undefined), name },
    ...rest,
  });
  const bytes = (object: JsonObject): Buffer =>
    Buffer.from(format === 'YAML' ? writeYaml(object) : JSON.stringify(object));
  const write = (method: string, manager: string, body: Uint8Array, type: string, query = '') =>
    api.request(method, `${path}?fieldManager=${manager}${query}`, { body, headers: { 'content-type': type } });
  return {
    apply: (manager, config, query = '') =>
      write('PATCH', manager, bytes(whole(config)), 'application/apply-patch+yaml', query),
    patch: (manager, patch, type = 'merge-patch') =>
      write('PATCH', manager, Buffer.from(JSON.stringify(patch)), `application/${type}+json`),
    put: (manager, object) =>
      write('PUT', manager, bytes(whole(object)), `application/${format === 'YAML' ? 'yaml' : 'json'}`),
    get: async () => (await api.request('GET', path)).json,
  };
}

/** The owners in order: `a Apply v1: .data.x .data.y`. */
export function ownersOf(object: JsonObject): string[] {
  return [...decodeManagedFields(managedFieldsOf(object)).values()]
    .map(({ name, operation, version, subresource, set }) => {
      const writer = [name, operation, version, ...(subresource === '' ? [] : [subresource])].join(' ');
      return `${writer}: ${pathTexts(set).join(' ')}`;
    })
    .sort();
}

/** Asserts 409 with exactly these conflicts. */
export function assertConflict(
  { status, json }: TestResponse,
  conflicts: readonly (readonly [string, string])[],
): void {
  const managers = [...new Set(conflicts.map(([manager]) => manager))];
  const lines = managers.flatMap((manager) => [
    `conflicts with ${manager}:`,
    ...conflicts.filter(([owner]) => owner === manager).map(([, field]) => `- ${field}`),
  ]);
  const [first] = conflicts;
  const text =
    conflicts.length === 1
      ? `1 conflict: conflict with ${first?.join(': ')}`
      : `${conflicts.length} conflicts: ${lines.join('\n')}`;
  assert.equal(status, 409);
  assert.deepEqual(plain(json), {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `Apply failed with ${text}`,
    reason: 'Conflict',
    details: {
      causes: conflicts.map(([manager, field]) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${manager}`,
        field,
      })),
    },
    code: 409,
  });
}
