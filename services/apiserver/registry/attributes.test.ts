import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { parseLabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import type { Attributes, Entry, Store } from '@pilothouse/storage/store.js';
import { customAttributes, extractAttributes } from './attributes.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { realEnvironment } from './environment.js';
import { createResources, type Resource } from './resource.js';
import { entryFilter, mostSelective, type Selection } from './selection.js';
import { createKeyedMutex } from './keyed-mutex.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';

const store = {} as Store;

function resourceNamed(name: string): Resource {
  const definition = builtInResources(createDomain()).find(({ resource }) => resource === name);
  const [resource] = definition
    ? createResources(definition, { store, environment: realEnvironment, mutex: createKeyedMutex() })
    : [];
  assert.ok(resource);
  return resource;
}

function entryOf(key: string, object: object): Entry {
  return { key, value: Buffer.from(JSON.stringify(object)), revision: 7 };
}

function selection(labels: string, fields = ''): Selection {
  return {
    labels: labels === '' ? undefined : parseLabelSelector(labels),
    fields: fields === '' ? undefined : parseFieldSelector(fields),
  };
}

describe('selector attributes of an object', () => {
  const secrets = resourceNamed('secrets');
  const namespaces = resourceNamed('namespaces');

  const cases: readonly (readonly [Resource, key: string, object: object, expected: Attributes])[] = [
    [
      secrets,
      '/secrets/ns/a.b',
      { type: 'Opaque', metadata: { name: 'a.b', labels: { x: 'ü"' } } },
      { labels: { x: 'ü"' }, fields: { 'metadata.name': 'a.b', 'metadata.namespace': 'ns', type: 'Opaque' } },
    ],
    [
      secrets,
      '/secrets/ns/a',
      { metadata: {} },
      { labels: {}, fields: { 'metadata.name': 'a', 'metadata.namespace': 'ns', type: '' } },
    ],
    [
      namespaces,
      '/namespaces/n',
      { metadata: { labels: { a: '' } }, status: { phase: 'Active' } },
      { labels: { a: '' }, fields: { 'metadata.name': 'n', 'metadata.namespace': '', 'status.phase': 'Active' } },
    ],
  ];
  for (const [resource, key, object, expected] of cases) {
    it(key, () => {
      assert.deepEqual(extractAttributes(resource.definition)(entryOf(key, object)), expected);
    });
  }

  it('are the entry’s own if present', () => {
    const attributes: Attributes = { labels: { app: 'x' }, fields: { type: 'Opaque' } };
    const entry = { ...entryOf('/secrets/ns/a', {}), value: Buffer.from('not JSON'), attributes };
    assert.equal(entryFilter(secrets, selection('app=x'))(entry), true);
    assert.equal(entryFilter(secrets, selection('app=y'))(entry), false);
  });

  const named: readonly (readonly [fields: string, expected: boolean])[] = [
    ['metadata.name=a', true],
    ['metadata.name!=a', false],
    ['metadata.namespace=ns', true],
    ['metadata.name=a,metadata.namespace!=ns', false],
  ];
  for (const [fields, expected] of named) {
    it(`${fields} needs only the key`, () => {
      const entry: Entry = { key: '/secrets/ns/a', value: Buffer.from('not JSON'), revision: 1 };
      assert.equal(entryFilter(secrets, selection('', fields))(entry), expected);
    });
  }

  for (const label of ['toString', 'constructor']) {
    it(`label ${label} is absent by default`, () => {
      assert.equal(
        entryFilter(secrets, selection(label))(entryOf('/secrets/ns/a', { metadata: { labels: {} } })),
        false,
      );
      assert.equal(entryFilter(secrets, selection(label))(entryOf('/secrets/ns/a', { metadata: {} })), false);
    });
  }

  const requirements: readonly (readonly [labels: string, expected: ReturnType<typeof mostSelective>])[] = [
    ['', undefined],
    ['a', undefined],
    ['!a,b!=c,d notin (e),f>1', undefined],
    ['a=b', { label: 'a', values: ['b'] }],
    ['a==b', { label: 'a', values: ['b'] }],
    ['a in (b,c),d in (e)', { label: 'd', values: ['e'] }],
    ['a in (b,c),z=y', { label: 'z', values: ['y'] }],
  ];
  for (const [labels, expected] of requirements) {
    it(`a store may index ${labels || 'nothing'} by ${expected?.label ?? 'no label'}`, () => {
      assert.deepEqual(mostSelective(selection(labels)), expected);
    });
  }
});

describe('selector attributes of an object whose kind the cache does not know', () => {
  const [widget] = createResources(widgets('v1 alone'), {
    store,
    environment: realEnvironment,
    mutex: createKeyedMutex(),
  });

  it('are its labels, namespace and name', () => {
    const object = { metadata: { labels: { a: 'b' } }, spec: { width: 3 } };
    const fields = (namespace: string) => ({ 'metadata.name': 'w', 'metadata.namespace': namespace });
    for (const [key, namespace] of [
      ['/example.io/widgets/ns/w', 'ns'],
      ['/example.io/widgets/w', ''],
    ] as const) {
      assert.deepEqual(customAttributes(entryOf(key, object)), { labels: { a: 'b' }, fields: fields(namespace) });
    }
  });

  it('include the selectable fields of the kind once it is known', () => {
    const entry = entryOf('/example.io/widgets/ns/w', { metadata: {}, size: 3 });
    const cached = { ...entry, attributes: customAttributes(entry) };
    assert.equal(widget?.attributesOf(cached).fields['width'], '3');
    assert.equal(widget?.attributesOf(cached), widget?.attributesOf(cached), 'it is extracted once');
  });
});
