import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeManagedFields } from '@pilothouse/apimachinery/apply/managed-fields.js';
import { pathTexts } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createKubectl, type Ended, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Kinds besides config maps, with a later version of each. Defaulting and admission change neither. */
const KINDS: readonly (readonly [name: string, first: JsonObject, second: JsonObject])[] = [
  [
    'node/worker',
    {
      apiVersion: 'v1',
      kind: 'Node',
      spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] },
    },
    { apiVersion: 'v1', kind: 'Node', spec: { unschedulable: true } },
  ],
  [
    'secret/sealed',
    { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data: { a: 'MQ==', b: 'MQ==' } },
    { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data: { b: 'Mg==' } },
  ],
  [
    'lease.coordination.k8s.io/leader',
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: 'a' } },
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { leaseDurationSeconds: 15 } },
  ],
  [
    'clusterrole.rbac.authorization.k8s.io/reader',
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    },
  ],
];

describeWith(['KUBECTL'], 'kubectl apply --server-side', () => {
  let storage: TestStorage;
  let server: Server;
  let kubectl: Kubectl;
  let names = 0;

  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const fresh = (): string => `map-${++names}`;
  const configMap = (name: string, data: JsonObject): string =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  const attempt = (input: string, ...flags: string[]): Promise<Ended> =>
    kubectl.attempt(['apply', '--server-side', '-f', '-', ...flags], { input });
  const apply = (input: string, ...flags: string[]): Promise<string> =>
    kubectl(['apply', '--server-side', '-f', '-', ...flags], { input });
  const get = async (name: string): Promise<JsonObject> =>
    parseJson(await kubectl(['get', name, '-o', 'json', '--show-managed-fields'])).value as JsonObject;
  const metadataOf = async (name: string): Promise<JsonObject> => (await get(name))['metadata'] as JsonObject;
  const dataOf = (name: string): Promise<string> => kubectl(['get', 'configmap', name, '-o', 'jsonpath={.data}']);
  const owners = async (name: string): Promise<string[]> =>
    [...decodeManagedFields((await metadataOf(name))['managedFields']).values()]
      .map((manager) => `${manager.name} ${manager.operation}: ${pathTexts(manager.set).join(' ')}`)
      .sort();

  it('shows managedFields only with --show-managed-fields', async () => {
    const name = fresh();
    assert.equal(await apply(configMap(name, { key: 'some value' })), `configmap/${name} serverside-applied\n`);
    const yaml = (...flags: string[]) => kubectl(['get', 'configmap', name, '-o', 'yaml', ...flags]);
    assert.doesNotMatch(await yaml(), /managedFields/);
    assert.match(
      await yaml('--show-managed-fields'),
      /managedFields:\n {2}- apiVersion: v1\n {4}fieldsType: FieldsV1\n {4}fieldsV1:\n {6}f:data:\n {8}f:key: \{\}\n {4}manager: kubectl\n {4}operation: Apply\n/,
    );
  });

  it('fails on a conflict, and takes over the field with --force-conflicts', async () => {
    const name = fresh();
    await apply(configMap(name, { key: 'a', other: 'a' }));
    await kubectl(['patch', 'configmap', name, '-p', '{"data":{"key":"b"}}', '--field-manager=controller']);
    const { code, err } = await attempt(configMap(name, { key: 'c', other: 'a' }));
    assert.equal(code, 1);
    assert.match(err, /^error: Apply failed with 1 conflict: conflict with "controller" using v1: \.data\.key\n/);
    assert.match(err, /re-run the apply\s+command with the `--force-conflicts` flag/);
    assert.deepEqual(await owners(`configmap/${name}`), ['controller Update: .data.key', 'kubectl Apply: .data.other']);
    await apply(configMap(name, { key: 'c', other: 'a' }), '--force-conflicts');
    assert.equal(await dataOf(name), '{"key":"c","other":"a"}');
    assert.deepEqual(await owners(`configmap/${name}`), ['kubectl Apply: .data.key .data.other']);
  });

  it('reports every conflict', async () => {
    const name = fresh();
    await apply(configMap(name, { a: '1', b: '1' }), '--field-manager=one');
    await apply(configMap(name, { c: '1' }), '--field-manager=two');
    const { err } = await attempt(configMap(name, { a: '2', b: '2', c: '2' }), '--field-manager=three');
    const text =
      'Apply failed with 3 conflicts: conflicts with "one":\n- .data.a\n- .data.b\nconflicts with "two":\n- .data.c\n';
    assert.equal(err.slice('error: '.length, 'error: '.length + text.length), text);
  });

  it('transfers a field: the new manager shares it first, and the old one then omits it', async () => {
    const name = fresh();
    await apply(configMap(name, { replicas: '3', image: 'x' }), '--field-manager=author');
    await apply(configMap(name, { replicas: '3' }), '--field-manager=scaler');
    await apply(configMap(name, { image: 'x' }), '--field-manager=author');
    assert.equal(await dataOf(name), '{"image":"x","replicas":"3"}');
    await apply(configMap(name, { replicas: '5' }), '--field-manager=scaler');
    await apply(configMap(name, { image: 'y' }), '--field-manager=author');
    assert.equal(await dataOf(name), '{"image":"y","replicas":"5"}');
    assert.deepEqual(await owners(`configmap/${name}`), ['author Apply: .data.image', 'scaler Apply: .data.replicas']);
    await apply(configMap(name, {}), '--field-manager=scaler');
    assert.equal(await dataOf(name), '{"image":"y"}');
  });

  it('takes over what client-side apply wrote, including its annotation', async () => {
    const name = fresh();
    const byClient = (data: JsonObject) => kubectl(['apply', '-f', '-'], { input: configMap(name, data) });
    await byClient({ a: '1', b: '1', c: '1' });
    assert.match((await owners(`configmap/${name}`)).join(), /^kubectl-client-side-apply Update: \.data \.data\.a /);
    assert.equal(await apply(configMap(name, { a: '2', b: '1' })), `configmap/${name} serverside-applied\n`);
    assert.equal(await dataOf(name), '{"a":"2","b":"1"}');
    const { annotations } = (await metadataOf(`configmap/${name}`)) as { annotations: Record<string, string> };
    const { data } = parseJson(annotations[LAST_APPLIED] ?? '').value as JsonObject;
    assert.equal(JSON.stringify(data), '{"a":"2","b":"1"}');
    assert.deepEqual(
      (await owners(`configmap/${name}`)).filter((each) => each.startsWith('kubectl-client-side-apply')),
      [],
    );
    // And back: the client reads the annotation that the server maintains.
    await byClient({ a: '3' });
    assert.equal(await dataOf(name), '{"a":"3"}');
  });

  it('drops unknown fields, warns or fails, depending on --validate', async () => {
    const name = fresh();
    const config = configMap(name, { a: '1' }).replace('"data"', '"colour":"red","data"');
    const strict = await attempt(config);
    assert.equal(strict.code, 1);
    assert.match(strict.err, /\.colour: field not declared in schema/);
    const warned = await attempt(config, '--validate=warn');
    assert.deepEqual([warned.code, warned.err], [0, 'Warning: unknown field "colour"\n']);
    const ignored = await attempt(config, '--validate=ignore');
    assert.deepEqual([ignored.code, ignored.err], [0, '']);
    assert.deepEqual(await owners(`configmap/${name}`), ['kubectl Apply: .data.a']);
  });

  it('shares equal values, including empty ones', async () => {
    const name = fresh();
    const config = configMap(name, {}).replace(`"${name}"`, `"${name}","annotations":{}`);
    for (const manager of ['one', 'two', 'one']) await apply(config, `--field-manager=${manager}`);
    assert.deepEqual(await owners(`configmap/${name}`), [
      'one Apply: .data .metadata.annotations',
      'two Apply: .data .metadata.annotations',
    ]);
  });

  it('attributes fields of an object without managers', async () => {
    const name = fresh();
    await kubectl(['create', 'configmap', name]);
    assert.deepEqual(await owners(`configmap/${name}`), []);
    await kubectl(['patch', 'configmap', name, '--type=merge', '-p', '{"data":{"a":"1"}}']);
    assert.deepEqual(await owners(`configmap/${name}`), ['kubectl-patch Update: .data .data.a']);
    assert.match((await attempt(configMap(name, { a: '2' }))).err, /conflict with "kubectl-patch" using v1: \.data\.a/);
  });

  it('shows a diff without writing', async () => {
    const name = fresh();
    await apply(configMap(name, { a: '1', b: '1' }));
    const before = await get(`configmap/${name}`);
    const diff = (data: JsonObject): Promise<Ended> =>
      kubectl.attempt(['diff', '--server-side', '-f', '-'], { input: configMap(name, data) });
    assert.deepEqual(await diff({ a: '1', b: '1' }), { code: 0, out: '', err: '' });
    const { code, out } = await diff({ a: '2' });
    assert.equal(code, 1);
    assert.match(out, /^-  a: "1"\n-  b: "1"\n\+  a: "2"$/m);
    assert.deepEqual(await get(`configmap/${name}`), before);
  });

  it('stores nothing in a dry run, and rejects what a real run rejects', async () => {
    const name = fresh();
    const dry = '--dry-run=server';
    assert.equal(
      await apply(configMap(name, { a: '1' }), dry),
      `configmap/${name} serverside-applied (server dry run)\n`,
    );
    assert.equal((await kubectl.attempt(['get', 'configmap', name])).code, 1);
    await apply(configMap(name, { a: '1' }), '--field-manager=one');
    const before = await get(`configmap/${name}`);
    assert.match((await attempt(configMap(name, { a: '2' }), dry)).err, /conflict with "one": \.data\.a/);
    await apply(configMap(name, { a: '2' }), dry, '--force-conflicts');
    assert.deepEqual(await get(`configmap/${name}`), before);
  });

  it('keeps fields that label, annotate and edit wrote', async () => {
    const name = fresh();
    const of = `configmap/${name}`;
    await apply(configMap(name, { a: '1' }));
    await kubectl(['label', of, 'tier=web']);
    await kubectl(['annotate', of, 'note=text']);
    await kubectl(['annotate', of, 'other=text', '--field-manager=scribe']);
    const editor = join(storage.directory, 'editor.sh');
    await writeFile(editor, '#!/bin/sh\nsed -i \'s/^  a: .*/&\\n  b: "2"/\' "$1"\n');
    await chmod(editor, 0o755);
    assert.equal(await kubectl(['edit', of], { environment: { EDITOR: editor } }), `${of} edited\n`);
    const wanted = [
      'kubectl Apply: .data.a',
      'kubectl-annotate Update: .metadata.annotations .metadata.annotations.note',
      'kubectl-edit Update: .data.b',
      'kubectl-label Update: .metadata.labels .metadata.labels.tier',
      'scribe Update: .metadata.annotations.other',
    ];
    assert.deepEqual(await owners(of), wanted);
    await apply(configMap(name, { a: '1' }));
    assert.deepEqual(await owners(of), wanted);
    await apply(configMap(name, {}));
    assert.equal(await dataOf(name), '{"b":"2"}');
  });

  for (const [name, first, second] of KINDS) {
    it(`changes ${name}, and changes nothing when it is repeated`, async () => {
      const metadata = { name: name.slice(name.indexOf('/') + 1) };
      const version = async (): Promise<unknown> => (await metadataOf(name))['resourceVersion'];
      assert.equal(await apply(JSON.stringify({ ...first, metadata })), `${name} serverside-applied\n`);
      const created = await version();
      await apply(JSON.stringify({ ...first, metadata }));
      assert.equal(await version(), created);
      await apply(JSON.stringify({ ...second, metadata }));
      const { status: _status, metadata: _metadata, ...rest } = await get(name);
      assert.deepEqual(JSON.parse(JSON.stringify(rest)), second);
    });
  }
});
