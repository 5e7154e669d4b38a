import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { createTestStorage, describeOnStores, type StoreName, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const MANIFEST = (color: string): string => `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {app: shop}}
data:
  color: ${color}
${color === 'red' ? '  size: large' : ''}
---
apiVersion: v1
kind: Secret
metadata: {name: key, labels: {app: shop}}
stringData: {token: "123"}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot, labels: {app: shop}}
`;

/** The older kubectl runs on one store only, since the stored bytes do not depend on the client. */
const CLIENTS = [
  { tool: 'KUBECTL', stores: ['embedded', 'etcd'] },
  { tool: 'KUBECTL_OLD', stores: ['embedded'] },
] as const;

for (const { tool, stores } of CLIENTS) {
  const define = (store: StoreName): void => {
    let storage: TestStorage;
    let server: Server;
    let kubectl: Kubectl;

    before(async () => {
      storage = await createTestStorage(store);
      server = await startServer(storage.flags);
      kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
    });
    after(async () => {
      await server.stop();
      await storage.remove();
    });

    /** A config map for one test. */
    const make = (name: string, ...data: readonly string[]): Promise<string> =>
      kubectl(['create', 'configmap', name, ...data.map((pair) => `--from-literal=${pair}`)]);
    const dataOf = async (name: string): Promise<unknown> => {
      const { data } = JSON.parse(await kubectl(['get', 'cm', name, '-o', 'json'])) as { data: unknown };
      return data;
    };

    it('creates a namespace once', async () => {
      assert.equal(await kubectl(['create', 'ns', 'once']), 'namespace/once created\n');
      const { code, err } = await kubectl.attempt(['create', 'ns', 'once']);
      assert.deepEqual([code, err], [1, 'Error from server (AlreadyExists): namespaces "once" already exists\n']);
    });

    it('applies a file repeatedly', async () => {
      await kubectl(['create', 'ns', 'shop']);
      const apply = (color: string) => kubectl(['apply', '-n', 'shop', '-f', '-'], { input: MANIFEST(color) });
      const each = (config: string, others: string): string =>
        `configmap/settings ${config}\nsecret/key ${others}\nserviceaccount/robot ${others}\n`;
      assert.equal(await apply('red'), each('created', 'created'));
      assert.match(await apply('red'), /^configmap\/settings unchanged$/m);
      assert.match(await apply('blue'), /^configmap\/settings configured$/m);
      const data = await kubectl(['get', 'cm', 'settings', '-n', 'shop', '-o', 'jsonpath={.data}']);
      assert.deepEqual(JSON.parse(data), { color: 'blue' });
      const secret = await kubectl(['get', 'secret', 'key', '-n', 'shop', '-o', 'jsonpath={.data.token} {.type}']);
      assert.equal(secret, 'MTIz Opaque');
      const names = await kubectl(['get', 'cm,secret,sa', '-n', 'shop', '-l', 'app=shop', '-o', 'name']);
      assert.equal(names, 'configmap/settings\nsecret/key\nserviceaccount/robot\n');
    });

    it('prints objects in every output format', async () => {
      await make('forms', 'a=1', 'b=2');
      const get = (...rest: string[]) => kubectl(['get', 'cm', 'forms', ...rest]);
      const [plain, wide, name, yaml, all] = await Promise.all([
        get(),
        get('-o', 'wide'),
        get('-o', 'name'),
        get('-o', 'yaml'),
        kubectl(['get', 'ns', '--field-selector=metadata.name=default', '--chunk-size=1']),
      ]);
      assert.match(plain, /^NAME +DATA +AGE\nforms +2 +\S+\n$/);
      assert.match(wide, /^NAME +DATA +AGE\nforms +2 +\S+\n$/);
      assert.equal(name, 'configmap/forms\n');
      assert.match(yaml, /^apiVersion: v1\ndata:\n {2}a: "1"\n {2}b: "2"\nkind: ConfigMap\nmetadata:\n/);
      assert.match(yaml, /^ {2}resourceVersion: "\d+"$/m);
      assert.match(all, /^NAME +STATUS +AGE\ndefault +Active +\S+\n$/);
    });

    it('lists in pages', async () => {
      await kubectl(['create', 'ns', 'pages']);
      const items = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } }));
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
      await kubectl(['create', '-n', 'pages', '-f', '-'], { input });
      const names = await kubectl(['get', 'secrets', '-n', 'pages', '--chunk-size=2', '-o', 'name']);
      assert.equal(names, items.map(({ metadata }) => `secret/${metadata.name}\n`).join(''));
    });

    it('watches while another process writes', async () => {
      await kubectl(['create', 'ns', 'watched']);
      await kubectl(['create', 'cm', 'first', '-n', 'watched']);
      const own = '--field-selector=metadata.name!=kube-root-ca.crt';
      const watch = kubectl.follow(['get', 'cm', '-n', 'watched', own, '-w', '--output-watch-events']);
      await watch.printed(/^EVENT +NAME +DATA +AGE\nADDED +first +0 +\S+\n/);
      await kubectl(['create', 'cm', 'second', '-n', 'watched']);
      await kubectl(['patch', 'cm', 'second', '-n', 'watched', '-p', '{"data":{"x":"1"}}']);
      await kubectl(['delete', 'cm', 'second', '-n', 'watched']);
      const text = await watch.printed(/DELETED.*\n/);
      await watch.stop();
      const events = text.trimEnd().split('\n').slice(1);
      assert.deepEqual(
        events.map((line) => line.split(/ +/).slice(0, 3).join(' ')),
        ['ADDED first 0', 'ADDED second 0', 'MODIFIED second 1', 'DELETED second 1'],
      );
    });

    it('edits with an editor', async () => {
      await make('edited', 'color=red');
      const editor = join(storage.directory, 'editor.sh');
      await writeFile(editor, '#!/bin/sh\nsed -i s/red/green/ "$1"\n');
      await chmod(editor, 0o755);
      const edit = () => kubectl(['edit', 'cm', 'edited'], { environment: { KUBE_EDITOR: editor } });
      assert.equal(await edit(), 'configmap/edited edited\n');
      assert.deepEqual(await dataOf('edited'), { color: 'green' });
      assert.match(
        (await kubectl.attempt(['edit', 'cm', 'edited'], { environment: { KUBE_EDITOR: editor } })).err,
        /no changes/,
      );
    });

    it('patches with all three patch types', async () => {
      await make('patched', 'a=1', 'b=2');
      const patch = (type: string, text: string) => kubectl(['patch', 'cm', 'patched', `--type=${type}`, '-p', text]);
      assert.equal(await patch('strategic', '{"data":{"a":null,"c":"3"}}'), 'configmap/patched patched\n');
      assert.deepEqual(await dataOf('patched'), { b: '2', c: '3' });
      await patch('merge', '{"data":{"b":null,"d":"4"}}');
      assert.deepEqual(await dataOf('patched'), { c: '3', d: '4' });
      await patch(
        'json',
        '[{"op":"test","path":"/data/c","value":"3"},{"op":"move","from":"/data/c","path":"/data/e"}]',
      );
      assert.deepEqual(await dataOf('patched'), { d: '4', e: '3' });
      assert.equal(await patch('merge', '{}'), 'configmap/patched patched (no change)\n');
    });

    it('labels and annotates', async () => {
      await make('marked');
      const get = (field: string) => kubectl(['get', 'cm', 'marked', '-o', `jsonpath={.metadata.${field}}`]);
      assert.equal(await kubectl(['label', 'cm', 'marked', 'tier=web', 'app=a']), 'configmap/marked labeled\n');
      const { code, err } = await kubectl.attempt(['label', 'cm', 'marked', 'tier=db']);
      assert.equal(code, 1);
      assert.match(err, /already has a value/);
      await kubectl(['label', 'cm', 'marked', 'tier=db', 'app-', '--overwrite']);
      assert.deepEqual(JSON.parse(await get('labels')), { tier: 'db' });
      assert.match(await kubectl(['annotate', 'cm', 'marked', 'note=some text']), /^configmap\/marked annotated\n$/);
      assert.deepEqual(JSON.parse(await get('annotations')), { note: 'some text' });
      const refused = await kubectl.attempt(['label', 'cm', 'marked', 'tier=-', '--overwrite']);
      assert.deepEqual([refused.code, /a valid label must be/.test(refused.err)], [1, true]);
    });

    it('explains fields', async () => {
      const [field, recursive, unknown] = await Promise.all([
        kubectl(['explain', 'configmap.data']),
        kubectl(['explain', 'configmap', '--recursive']),
        kubectl.attempt(['explain', 'configmap.nothing']),
      ]);
      assert.match(field, /^KIND: +ConfigMap\nVERSION: +v1\n\nFIELD: +data <map\[string\]string>\n+DESCRIPTION:\n +\w/);
      assert.match(recursive, /^ +binaryData\s<map\[string\]string>$/m);
      assert.match(recursive, /^ +ownerReferences\s<\[\](Object|OwnerReference)>$/m);
      assert.match(recursive, /^ +blockOwnerDeletion\s<boolean>$/m);
      assert.equal(unknown.code, 1);
      assert.match(unknown.err, /field "nothing" does not exist/);
    });

    it('lists API resources and versions', async () => {
      const [resources, versions] = await Promise.all([
        kubectl(['api-resources', '-o', 'wide']),
        kubectl(['api-versions']),
      ]);
      assert.match(resources, /^configmaps +cm +v1 +true +ConfigMap +\S*create/m);
      assert.match(resources, /^namespaces +ns +v1 +false +Namespace +/m);
      assert.match(versions, /^v1$/m);
      assert.match(versions, /^rbac\.authorization\.k8s\.io\/v1$/m);
    });

    it('shows a diff of an apply', async () => {
      await make('compared', 'color=red');
      const manifest = (color: string) =>
        JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'compared' }, data: { color } });
      await kubectl.attempt(['apply', '-f', '-'], { input: manifest('red') });
      const same = await kubectl.attempt(['diff', '-f', '-'], { input: manifest('red') });
      assert.deepEqual(same, { code: 0, out: '', err: '' });
      const changed = await kubectl.attempt(['diff', '-f', '-'], { input: manifest('blue') });
      assert.equal(changed.code, 1, changed.err);
      assert.match(changed.out, /^- +color: red\n\+ +color: blue$/m);
      assert.deepEqual(await dataOf('compared'), { color: 'red' });
    });

    it('replaces an object that has not changed since it was read', async () => {
      await make('replaced', 'a=1');
      const object = JSON.parse(await kubectl(['get', 'cm', 'replaced', '-o', 'json'])) as { data: object };
      const input = JSON.stringify({ ...object, data: { b: '2' } });
      assert.equal(await kubectl(['replace', '-f', '-'], { input }), 'configmap/replaced replaced\n');
      const stale = await kubectl.attempt(['replace', '-f', '-'], { input });
      assert.deepEqual(
        [stale.code, /\(Conflict\).*the object has been modified/.test(stale.err)],
        [1, true],
        stale.err,
      );
    });

    it('waits for finalizers on deletion', async () => {
      await make('held');
      const patch = (text: string) => kubectl(['patch', 'cm', 'held', '--type=merge', '-p', text]);
      await patch('{"metadata":{"finalizers":["example.com/hold"]}}');
      const deletion = kubectl(['delete', 'cm', 'held']);
      const deletedAt = () => kubectl(['get', 'cm', 'held', '-o', 'jsonpath={.metadata.deletionTimestamp}']);
      while ((await deletedAt()) === '');
      await patch('{"metadata":{"finalizers":null}}');
      assert.equal(await deletion, 'configmap "held" deleted\n');
      assert.equal(await kubectl(['get', 'cm', 'held', '--ignore-not-found']), '');
    });

    it('deletes an object', async () => {
      await make('gone');
      assert.equal(await kubectl(['delete', 'cm', 'gone']), 'configmap "gone" deleted\n');
      const { code, err } = await kubectl.attempt(['get', 'cm', 'gone']);
      assert.deepEqual([code, err], [1, 'Error from server (NotFound): configmaps "gone" not found\n']);
    });

    it('deletes a namespace with its objects, and waits for the end', async () => {
      await kubectl(['create', 'ns', 'doomed']);
      await kubectl(['apply', '-n', 'doomed', '-f', '-'], { input: MANIFEST('red') });
      assert.equal(await kubectl(['delete', 'ns', 'doomed']), 'namespace "doomed" deleted\n');
      assert.equal(await kubectl(['get', 'ns', 'doomed', '--ignore-not-found']), '');
      await kubectl(['create', 'ns', 'doomed']);
      const names = await kubectl(['get', 'cm,secret,sa', '-n', 'doomed', '-l', 'app=shop', '-o', 'name']);
      assert.equal(names, '');
    });
  };
  describeOnStores(tool.toLowerCase(), [tool], define, stores);
}
