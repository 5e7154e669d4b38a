import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import { ask } from './discovery/ask.test.helper.js';
import { servedGroups } from './discovery/groups.js';
import { openApiRoutes } from './openapi/routes.js';
import { APPLY, MERGE, messageOf, metadataOf, serverOf, V1 } from './versions.test.helper.js';

const NUMBER = { type: 'integer', nullable: true };
const SOURCE = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size', 'extra'],
      properties: {
        size: { type: 'integer', minimum: 1, default: 3, description: 'How large it is.' },
        extra: { ...NUMBER, oneOf: [{ minimum: 1 }, { maximum: -1 }] },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: { type: 'string' }, port: { type: 'integer' } } },
        },
        anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        template: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
      },
    },
  },
};

function parsed(value: object): JsonObject {
  const { value: copy } = parseJson(JSON.stringify(value));
  assert.ok(isObject(copy));
  return copy;
}

const schema: CustomSchema = {
  type: 'custom',
  name: 'io.example.v1.Widget',
  source: parsed(SOURCE),
  compilePattern: () => assert.fail('there is no pattern'),
};

/** Widgets, a custom kind whose type is an OpenAPI schema. */
const definition: ResourceDefinition = {
  ...widgets('v1 alone'),
  setDefaults: () => undefined,
  versions: [{ name: 'v1', schema }],
  columns: [],
  selectableFields: {},
  strategy: { nameErrors: () => [], createOnUpdate: false, deleteReturns: 'status' },
  subresources: {},
};

describe('a kind whose type is an OpenAPI schema', () => {
  const ONE = `${V1}/a`;
  const PROTOBUF = 'application/vnd.kubernetes.protobuf';
  let store: Store;
  let server: ReturnType<typeof serverOf>;
  beforeEach(async () => {
    store = await openEmbeddedStore({ ephemeral: true });
    server = serverOf(definition, store);
  });
  afterEach(() => store.close());

  const create = (spec: object) => server.ask('POST', V1, { body: { metadata: { name: 'a' }, spec } });
  const apply = (manager: string, spec: object) =>
    server.ask('PATCH', `${ONE}?fieldManager=${manager}`, {
      body: { apiVersion: 'example.io/v1', kind: 'Widget', metadata: { name: 'a' }, spec },
      type: APPLY,
    });

  it('is pruned, with a warning, and gets its defaults', async () => {
    const { status, json, warnings } = await create({ extra: 1, other: 1, anything: { x: [{ y: 1 }] } });
    assert.deepEqual([status, plain(json['spec'])], [201, { anything: { x: [{ y: 1 }] }, extra: 1, size: 3 }]);
    assert.deepEqual(warnings, ['unknown field "spec.other"']);
    assert.deepEqual((await server.ask('GET', ONE)).json, json);
  });

  it('reports unknown fields sorted by path', async () => {
    const body = { spec: { zeta: 1, alpha: 1 }, beta: 1, metadata: { name: 'a', own: 1 } };
    const { warnings } = await server.ask('POST', V1, { body });
    const paths = ['metadata.own', 'beta', 'spec.alpha', 'spec.zeta'];
    assert.deepEqual(
      warnings,
      paths.map((path) => `unknown field "${path}"`),
    );
  });

  it('reports the path of a type error in an embedded resource', async () => {
    const { status, json } = await create({ template: { apiVersion: 1, kind: 'K' } });
    assert.equal(status, 400);
    assert.match(messageOf(json), /: spec\.template\.apiVersion: Invalid value: 1: must be a string$/);
  });

  it('is validated on create and update', async () => {
    const { status, json } = await create({ size: 0, extra: 1 });
    assert.equal(status, 422);
    assert.match(
      messageOf(json),
      /spec\.size: Invalid value: 0: spec\.size in body should be greater than or equal to 1/,
    );
    assert.equal((await create({ extra: 1 })).status, 201);
    const change = (spec: object) => server.ask('PATCH', ONE, { body: { spec }, type: MERGE });
    assert.equal((await change({ size: 0 })).status, 422);
    assert.equal((await change({ size: 5 })).status, 200);
    const twice = await change({ ports: [{ name: 'http' }, { name: 'http', port: 80 }] });
    assert.equal(twice.status, 422);
    assert.match(messageOf(twice.json), /spec\.ports\[1\]: Duplicate value: \{"name":"http"\}/);
  });

  it('refuses metadata of a wrong type', async () => {
    const { status, json } = await server.ask('POST', V1, { body: { metadata: { name: 'a', labels: 1 }, spec: {} } });
    assert.equal(status, 400);
    assert.match(messageOf(json), /labels/);
  });

  it('merges list items by key in an apply', async () => {
    assert.equal((await apply('one', { extra: 1, ports: [{ name: 'http', port: 80 }] })).status, 201);
    const { status, json } = await apply('two', { ports: [{ name: 'dns', port: 53 }] });
    assert.equal(status, 200);
    const { ports } = json['spec'] as JsonObject;
    assert.deepEqual(plain(ports), [
      { name: 'http', port: 80 },
      { name: 'dns', port: 53 },
    ]);
    assert.equal((await apply('two', { ports: [{ name: 'http', port: 81 }] })).status, 409);
    assert.equal(metadataOf(json).managedFields?.length, 2);
  });

  const refusals: readonly (readonly [
    title: string,
    method: string,
    path: string,
    question: object,
    status: number,
  ])[] = [
    ['strategic merge patches', 'PATCH', ONE, { body: {}, type: 'application/strategic-merge-patch+json' }, 415],
    ['bodies in protobuf', 'POST', V1, { body: {}, type: PROTOBUF }, 415],
    ['responses in protobuf', 'GET', ONE, { accept: PROTOBUF }, 406],
    ['lists in protobuf', 'GET', V1, { accept: PROTOBUF }, 406],
    ['watches in protobuf', 'GET', `${V1}?watch=1`, { accept: `${PROTOBUF};stream=watch` }, 406],
  ];
  for (const [title, method, path, question, status] of refusals) {
    it(`has no ${title}`, async () => {
      await create({ extra: 1 });
      assert.equal((await server.ask(method, path, question)).status, status);
    });
  }

  it('is published as written, as far as each OpenAPI version can express it', async () => {
    const routes = openApiRoutes({ domain: createDomain(), version: '0' })(servedGroups([definition]));
    const widgetIn = (value: JsonValue | undefined): JsonObject => {
      assert.ok(isObject(value) && isObject(value['io.example.v1.Widget']));
      return value['io.example.v1.Widget'];
    };
    const v3 = (await ask(routes, '/openapi/v3/apis/example.io/v1')).json();
    const v2 = (await ask(routes, '/openapi/v2')).json();
    assert.ok(isObject(v3) && isObject(v3['components']) && isObject(v2));
    const [newer, older] = [widgetIn(v3['components']['schemas']), widgetIn(v2['definitions'])].map((each) => {
      const { properties } = each as { properties: { spec: JsonObject; metadata: JsonObject } };
      assert.deepEqual(plain(each['x-kubernetes-group-version-kind']), [
        { group: 'example.io', kind: 'Widget', version: 'v1' },
      ]);
      assert.ok(JSON.stringify(properties.metadata).includes('ObjectMeta'));
      return properties.spec as { required: string[]; properties: Record<string, JsonObject> };
    });
    assert.ok(newer && older);
    assert.deepEqual(plain(newer.properties['extra']), SOURCE.properties.spec.properties.extra);
    assert.deepEqual(plain(newer.properties['size']), SOURCE.properties.spec.properties.size);
    // kubectl cannot read nullable values, alternatives and unknown fields in this version.
    assert.deepEqual(plain(older.properties['extra']), {});
    assert.deepEqual(plain(older.properties['anything']), { 'x-kubernetes-preserve-unknown-fields': true });
    assert.deepEqual(older.required, ['size']);
    for (const { properties } of [newer, older]) {
      const { template } = properties;
      assert.ok(template !== undefined && isObject(template['properties']));
      assert.deepEqual(Object.keys(template['properties']).sort(), ['apiVersion', 'kind', 'metadata', 'spec']);
      assert.deepEqual(template['required'], ['kind', 'apiVersion']);
    }
    assert.ok(JSON.stringify(v2).includes('io.example.v1.WidgetList'));
  });
});
