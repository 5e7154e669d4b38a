import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { definitionOf, namespacedIn } from './support/definitions.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { runToEnd, startServer, type Server } from './support/server.js';

const KIND = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

describeOnStores('pilothouse up --crds', [], (store) => {
  let storage: TestStorage;
  let crds: string;
  beforeEach(async () => {
    storage = await createTestStorage(store);
    crds = join(storage.directory, 'crds');
    await mkdir(crds);
  });
  afterEach(() => storage.remove());

  const path = (name: string): string => join(crds, name);
  const write = (name: string, ...documents: readonly object[]): Promise<void> =>
    writeFile(path(name), documents.map((each) => JSON.stringify(each)).join('\n---\n'));
  const widgets = (group: string): object => ({ ...KIND, ...definitionOf({ group }) });
  const create = (server: Server, group: string): Promise<unknown> =>
    server.client
      .of(namespacedIn(group))
      .namespace('default')
      .create({ metadata: { name: 'x' } });

  it('serves the kinds of files and folders once it is ready, and updates them at the next start', async () => {
    await mkdir(path('folder'));
    await write('folder/a.yaml', widgets('a.example'), { kind: 'Kustomization' }, widgets('b.example'));
    await write('c.json', widgets('c.example'));
    await write('d.yml', widgets('d.example'));
    const flags = [`--crds=${path('folder')},${path('c.json')}`, `--crds=${path('d.yml')}`, ...storage.flags];
    const first = await startServer(flags);
    for (const group of ['a', 'b', 'c', 'd']) await create(first, `${group}.example`);
    await first.stop();

    const { spec, metadata } = definitionOf({ group: 'c.example' });
    await write('c.json', { ...KIND, metadata, spec: { ...spec, names: { ...spec?.names, shortNames: ['wc'] } } });
    const second = await startServer(flags);
    const found = await second.client.of(customResourceDefinitions).get('widgets.c.example');
    assert.deepEqual([...(found.spec.names.shortNames ?? [])], ['wc']);
    assert.equal(found.metadata.managedFields?.[0]?.manager, 'pilothouse');
    await second.stop();
  });

  const failures: readonly (readonly [name: string, document: object | undefined, error: RegExp])[] = [
    ['a missing file', undefined, /^error: crds: \S+crd\.yaml cannot be read: ENOENT/],
    [
      'a file without definitions',
      { kind: 'Kustomization' },
      /^error: crds: \S+crd\.yaml has no CustomResourceDefinition/,
    ],
    [
      'an invalid definition',
      { ...widgets('a.example'), metadata: { name: 'other' } },
      /^error: crds: \S+crd\.yaml, document 1 \(other\): .*metadata\.name: Invalid value/,
    ],
  ];
  for (const [name, document, error] of failures) {
    it(`exits with 1 and the reason for ${name}`, async () => {
      if (document !== undefined) await write('crd.yaml', document);
      const exit = await runToEnd('up', '--secure-port=0', `--crds=${path('crd.yaml')}`, ...storage.flags);
      assert.deepEqual([exit.code, exit.out], [1, '']);
      assert.match(exit.err, error);
    });
  }
});
