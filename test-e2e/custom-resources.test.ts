import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { definitionOf, type CustomObject } from './support/definitions.js';
import { eventually } from './support/eventually.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';
import { readTable } from './support/table.js';

const GROUP = 'shelf.example';
const NAME = `widgets.${GROUP}`;

/** Objects in the form that users write. */
function widgets(group: string, ...names: readonly string[]): string {
  const items = names.map((name, index) => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name },
    spec: { size: index + 1, replicas: 1 },
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
  describeOnStores(`${tool.toLowerCase()} and custom resources`, [tool], (store) => {
    let storage: TestStorage;
    let server: Server;
    let kubectl: Kubectl;
    const isOld = tool === 'KUBECTL_OLD';

    before(async () => {
      storage = await createTestStorage(store);
      server = await startServer(storage.flags);
      kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
      // kubectl caches discovery for ten minutes, here from before the definition existed.
      await kubectl(['api-resources']);
    });
    after(async () => {
      await server.stop();
      await storage.remove();
    });

    const apply = (text: string, ...args: string[]): Promise<string> =>
      kubectl(['apply', '-f', '-', ...args], { input: text });
    const get = async (name: string): Promise<CustomObject> =>
      JSON.parse(await kubectl(['get', NAME, name, '-o', 'json'])) as CustomObject;

    it('applies a definition and its objects right after it', async () => {
      const definition = JSON.stringify(definitionOf({ group: GROUP }));
      assert.equal(await apply(definition), `customresourcedefinition.apiextensions.k8s.io/${NAME} created\n`);
      assert.equal(await apply(widgets(GROUP, 'a', 'b')), `widget.${GROUP}/a created\nwidget.${GROUP}/b created\n`);
      assert.equal(await apply(widgets(GROUP, 'a')), `widget.${GROUP}/a unchanged\n`);
      assert.equal(await apply(definition), `customresourcedefinition.apiextensions.k8s.io/${NAME} unchanged\n`);
    });

    it('waits for a definition, and lists it', async () => {
      const waited = await kubectl(['wait', '--for=condition=Established', '--timeout=10s', `crd/${NAME}`]);
      assert.equal(waited, `customresourcedefinition.apiextensions.k8s.io/${NAME} condition met\n`);
      const [[name, created] = []] = readTable(await kubectl(['get', 'crd']));
      assert.deepEqual(name, ['NAME', NAME]);
      assert.equal(created?.[0], 'CREATED AT');
      assert.match(created?.[1] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const rows = readTable(await kubectl(['api-resources', `--api-group=${GROUP}`]));
      assert.deepEqual(rows, [
        [
          ['NAME', 'widgets'],
          ['SHORTNAMES', 'wd'],
          ['APIVERSION', `${GROUP}/v1`],
          ['NAMESPACED', 'true'],
          ['KIND', 'Widget'],
        ],
      ]);
    });

    it('prints the columns of a definition', async () => {
      const narrow = readTable(await kubectl(['get', 'widgets']));
      assert.deepEqual(
        narrow.map((row) => row.slice(0, 3)),
        [
          [
            ['NAME', 'a'],
            ['SIZE', '1'],
            ['READY', ''],
          ],
          [
            ['NAME', 'b'],
            ['SIZE', '2'],
            ['READY', ''],
          ],
        ],
      );
      assert.match(narrow[0]?.[3]?.[1] ?? '', /^\d+s$/);
      const [row = []] = readTable(await kubectl(['get', 'wd', 'a', '-o', 'wide']));
      assert.deepEqual(
        row.map(([heading]) => heading),
        ['NAME', 'SIZE', 'READY', 'COLOUR', 'AGE'],
      );
      assert.equal(row[3]?.[1], 'grey');
      assert.match(await kubectl(['get', 'all']), new RegExp(`^widget\\.${GROUP}/a +1 `, 'm'));
      assert.match(await kubectl(['describe', 'widget', 'b']), /^ +Size: +2$/m);
    });

    it('explains the fields', async () => {
      const text = await kubectl(['explain', 'widgets.spec.size']);
      assert.match(text, /^ +How large the widget is, in inches\.$/m);
      const fields = await kubectl(['explain', 'widgets', '--recursive']);
      for (const name of ['apiVersion', 'metadata', 'colour', 'selector']) {
        assert.match(fields, new RegExp(`^ +${name}\t<`, 'm'));
      }
    });

    it('rejects what the schema rejects', async () => {
      const wrong = { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'wrong' }, spec: { size: 0 } };
      const range = await kubectl.attempt(['create', '-f', '-'], { input: JSON.stringify(wrong) });
      assert.equal(range.code, 1);
      assert.match(
        range.err,
        /^The Widget "wrong" is invalid: spec\.size: Invalid value: 0: .*greater than or equal to 1/,
      );
      const unknown = { ...wrong, spec: { size: 1, shape: 'round' } };
      const field = await kubectl.attempt(['create', '-f', '-'], { input: JSON.stringify(unknown) });
      assert.equal(field.code, 1);
      assert.match(field.err, isOld ? /unknown field "shape"/ : /strict decoding error: unknown field "spec\.shape"/);
    });

    it('applies server-side, with conflicts', async () => {
      const shared = (spec: CustomObject['spec']): string =>
        JSON.stringify({ apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'shared' }, spec });
      const as = (name: string, ...args: string[]): string[] => [
        'apply',
        '--server-side',
        `--field-manager=${name}`,
        ...args,
        '-f',
        '-',
      ];
      const done = `widget.${GROUP}/shared serverside-applied\n`;
      assert.equal(await kubectl(as('one'), { input: shared({ size: 1, notes: ['x'] }) }), done);
      assert.equal(await kubectl(as('two'), { input: shared({ notes: ['y'] }) }), done);
      assert.deepEqual((await get('shared')).spec?.notes, ['x', 'y']);
      const refused = await kubectl.attempt(as('two'), { input: shared({ size: 2 }) });
      assert.notEqual(refused.code, 0);
      assert.match(refused.err, /conflict with "one".*\.spec\.size/s);
      assert.equal(await kubectl(as('two', '--force-conflicts'), { input: shared({ size: 2 }) }), done);
      const { spec } = await get('shared');
      assert.deepEqual(spec, { colour: 'grey', size: 2, notes: ['x'] });
    });

    it('patches, edits, labels and replaces', async () => {
      await kubectl(['patch', 'widget', 'a', '--type=merge', '-p', '{"spec":{"colour":"red"}}']);
      await kubectl(['patch', 'widget', 'a', '--type=json', '-p', '[{"op":"add","path":"/spec/notes","value":["x"]}]']);
      const strategic = await kubectl.attempt(['patch', 'widget', 'a', '-p', '{"spec":{}}']);
      assert.match(strategic.err, /UnsupportedMediaType|unsupported media type|strategic-merge-patch/i);
      const editor = join(storage.directory, 'editor');
      await writeFile(editor, '#!/bin/sh\nsed -i "s/colour: red/colour: green/" "$1"\n');
      await chmod(editor, 0o700);
      const edited = await kubectl(['edit', 'widget', 'a'], { environment: { KUBE_EDITOR: editor } });
      assert.equal(edited, `widget.${GROUP}/a edited\n`);
      await kubectl(['label', 'widget', 'a', 'tier=front']);
      const { spec, metadata } = await get('a');
      assert.deepEqual(
        [spec, metadata.labels, metadata.generation],
        [{ colour: 'green', notes: ['x'], replicas: 1, size: 1 }, { tier: 'front' }, 4],
      );
      const replaced = await kubectl(['replace', '-f', '-'], { input: JSON.stringify({ ...(await get('a')) }) });
      assert.equal(replaced, `widget.${GROUP}/a replaced\n`);
      assert.equal((await get('a')).metadata.generation, 4);
      assert.equal(await kubectl(['get', 'widgets', '-l', 'tier=front', '-o', 'name']), `widget.${GROUP}/a\n`);
    });

    it('scales', async () => {
      const scaled = await kubectl(['scale', 'widget', 'a', '--replicas=3', '--current-replicas=1']);
      assert.equal(scaled, `widget.${GROUP}/a scaled\n`);
      assert.equal((await get('a')).spec?.replicas, 3);
      const others = await kubectl.attempt(['scale', 'widget', 'a', '--replicas=5', '--current-replicas=1']);
      assert.match(others.err, /Expected replicas to be 1, was 3/);
    });

    it('watches', async () => {
      const { printed, stop } = kubectl.follow(['get', 'widgets', '-w', '-o', 'name']);
      await printed(/\/b\n/);
      await apply(widgets(GROUP, 'c'));
      await printed(/\/c\n/);
      await stop();
    });

    it('deletes a definition and all its objects', async () => {
      await apply(widgets(GROUP, ...Array.from({ length: 60 }, (_, index) => `w${index}`)));
      await kubectl([
        'patch',
        'widget',
        'b',
        '--type=merge',
        '-p',
        '{"metadata":{"finalizers":["shelf.example/hold"]}}',
      ]);
      const said = await kubectl(['delete', 'crd', NAME, '--wait=false']);
      assert.match(said, /^customresourcedefinition\.apiextensions\.k8s\.io "widgets\.shelf\.example" deleted/);
      await eventually(async () => (await kubectl(['get', 'widgets', '-o', 'name'])) === `widget.${GROUP}/b\n`);
      const { status } = JSON.parse(await kubectl(['get', 'crd', NAME, '-o', 'json'])) as CustomResourceDefinition;
      assert.deepEqual(
        status.conditions
          .filter(({ type }) => type === 'Terminating')
          .map(({ status, reason }) => `${status} ${reason}`),
        ['True InstanceDeletionInProgress'],
      );
      const late = await kubectl.attempt(['create', '-f', '-'], { input: widgets(GROUP, 'late') });
      assert.match(late.err, /create not allowed while custom resource definition is terminating/);
      await kubectl(['patch', 'widget', 'b', '--type=merge', '-p', '{"metadata":{"finalizers":null}}']);
      await eventually(async () => (await kubectl(['get', 'crd', '-o', 'name'])) === '');
      const none = await kubectl.attempt(['get', 'widgets']);
      assert.match(none.err, /the server doesn't have a resource type "widgets"|could not find the requested resource/);
    });
  });
}
