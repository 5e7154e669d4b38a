import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import type { NamespacedType } from '@pilothouse/client/resource-type.js';
import { startControlPlane, type ControlPlaneOptions, type Definition } from './index.js';

function definition(group: string, kind = 'Widget'): Definition {
  const plural = `${kind.toLowerCase()}s`;
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object' } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const typeIn = (group: string, kind = 'Widget'): NamespacedType => ({
  group,
  version: 'v1',
  kind,
  resource: `${kind.toLowerCase()}s`,
  scope: 'Namespaced',
});

describe('startControlPlane with crds', () => {
  let directory: string;
  const path = (name: string): string => join(directory, name);
  const write = (name: string, ...documents: readonly (object | string)[]): string => {
    const texts = documents.map((each) => (typeof each === 'string' ? each : JSON.stringify(each, undefined, 2)));
    writeFileSync(path(name), texts.join('\n---\n'));
    return path(name);
  };
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'crds-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  it('serves kinds from values, files and folders, and creates their objects', async () => {
    mkdirSync(path('folder/below'), { recursive: true });
    write(
      'folder/a.yaml',
      '# nothing',
      definition('a.example'),
      'kind: Kustomization',
      definition('a.example', 'Gear'),
    );
    write('folder/b.json', { kind: 'List', items: [definition('b.example')] });
    write('folder/notes.txt', 'not: [yaml');
    write('folder/below/c.yaml', 'not: [yaml');
    const { metadata = {}, spec } = definition('e.example');
    const crds = [
      path('folder'),
      write('d.yml', definition('d.example')),
      pathToFileURL(write('f.yaml', definition('f.example'))),
      { metadata, spec },
    ];
    const objects = [{ apiVersion: 'a.example/v1', kind: 'Gear', metadata: { name: 'first' }, spec: {} }];
    await using plane = await startControlPlane({ crds, objects });
    const { items } = await plane.client.of(customResourceDefinitions).list();
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['a', 'b', 'd', 'e', 'f']
        .map((group) => `widgets.${group}.example`)
        .concat('gears.a.example')
        .sort(),
    );
    for (const group of ['a', 'b', 'd', 'e', 'f']) {
      const widgets = plane.client.of(typeIn(`${group}.example`)).namespace('default');
      assert.equal((await widgets.create({ metadata: { name: 'x' } })).kind, 'Widget');
    }
    const gears = plane.client.of(typeIn('a.example', 'Gear')).namespace('default');
    assert.equal((await gears.get('first')).metadata.name, 'first');
  });

  it('updates definitions in a data directory', async () => {
    const dataDir = path('data');
    const first = await startControlPlane({ dataDir, crds: [definition('a.example')] });
    const widgets = first.client.of(typeIn('a.example')).namespace('default');
    await widgets.create({ metadata: { name: 'kept' } });
    await first.stop();
    const changed = definition('a.example');
    Object.assign(changed.spec, { names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] } });
    await using second = await startControlPlane({ dataDir, crds: [changed] });
    const { spec } = await second.client.of(customResourceDefinitions).get('widgets.a.example');
    assert.deepEqual([...(spec.names.shortNames ?? [])], ['wd']);
    const found = await second.client.of(typeIn('a.example')).namespace('default').get('kept');
    assert.equal(found.metadata.name, 'kept');
  });

  const BAD = { ...definition('bad.example'), metadata: { name: 'other' } };
  const cases: readonly (readonly [
    name: string,
    crds: () => NonNullable<ControlPlaneOptions['crds']>,
    error: RegExp,
  ])[] = [
    ['a missing path', () => [path('none.yaml')], /^Error: crds: \S+none\.yaml cannot be read: ENOENT/],
    ['an empty folder', () => [(mkdirSync(path('empty')), path('empty'))], /^Error: crds: \S+empty has no Custom/],
    ['text', () => [write('text.yaml', 'hello')], /^Error: crds: \S+text\.yaml, document 1 is not an object/],
    [
      'a syntax error',
      () => [write('syntax.yaml', 'a: 1', 'a: 1\nb: [c')],
      /^Error: crds: \S+syntax\.yaml, document 2: .*line 4,/,
    ],
    ['another kind', () => [{ kind: 'ConfigMap', spec: {} }], /^TypeError: crds\[0\] is not a CustomResourceDef/],
    [
      'an invalid definition',
      () => [write('refused.yaml', definition('ok.example'), '', BAD)],
      /^Error: crds: \S+refused\.yaml, document 2 \(other\): .*metadata\.name: Invalid value/,
    ],
    [
      'names in use',
      () => [
        definition('ok.example'),
        {
          ...definition('ok.example', 'Gear'),
          spec: { ...definition('ok.example', 'Gear').spec, names: { plural: 'gears', kind: 'Widget' } },
        },
      ],
      /^Error: crds: crds\[1\] \(gears\.ok\.example\): .*"WidgetList" is already in use/,
    ],
  ];
  for (const [name, crds, error] of cases) {
    it(`rejects ${name}`, () => assert.rejects(startControlPlane({ crds: crds() }), error));
  }
});
