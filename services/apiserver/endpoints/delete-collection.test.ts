import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';

import { createAdmissionChain } from '../admission/chain.js';
import { pluginLink } from '../admission/plugin-link.js';
import { createObject } from '../registry/create.js';
import type { ResourceRequest } from '../request/info.js';
import { infoOf } from '../request/info.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { deleteCollection } from './delete-collection.js';
import { kindIn } from './negotiation.test.helper.js';
import type { Scope } from './scope.js';
import { testContext, testScope } from './scope.test.helper.js';

const NAMESPACE = '/api/v1/namespaces/default';
const CONFIG_MAPS = `${NAMESPACE}/configmaps`;
const OTHER = '/api/v1/namespaces/kube-public/configmaps';

const namesIn = ({ items }: JsonObject): string[] =>
  (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);

describe('deletecollection', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
    for (const [name, app] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
    ]) {
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name, labels: { app } } as JsonObject } });
    }
    await api.request('POST', OTHER, { body: { metadata: { name: 'a', labels: { app: 'x' } } } });
  });
  afterEach(() => api.close());

  const left = async (target = CONFIG_MAPS): Promise<string[]> => namesIn((await api.request('GET', target)).json);

  const cases: readonly (readonly [query: string, body: object | undefined, left: readonly string[]])[] = [
    ['', undefined, []],
    ['labelSelector=app%3Dx', undefined, ['b']],
    ['labelSelector=app%3Dnone', undefined, ['a', 'b', 'c']],
    ['fieldSelector=metadata.name%3Da', undefined, ['b', 'c']],
    ['labelSelector=app%3Dx&fieldSelector=metadata.name!%3Da', undefined, ['a', 'b']],
    ['limit=2', undefined, ['c']],
    ['limit=1&labelSelector=app%3Dx', undefined, ['b', 'c']],
    ['continue=AFTER-A', undefined, ['a']],
    ['limit=1&continue=AFTER-A', undefined, ['a', 'c']],
    ['resourceVersion=0', undefined, []],
    ['gracePeriodSeconds=0', undefined, []],
    ['gracePeriodSeconds=30', undefined, []],
    ['propagationPolicy=Background', undefined, []],
    ['timeoutSeconds=5', undefined, []],
    ['dryRun=All', undefined, ['a', 'b', 'c']],
    // Options in the body replace those in the query, except for dryRun. The selection is always in the query.
    ['labelSelector=app%3Dx&propagationPolicy=nonsense', { gracePeriodSeconds: 0 }, ['b']],
    ['labelSelector=app%3Dx&dryRun=All', { gracePeriodSeconds: 0 }, ['a', 'b', 'c']],
    ['labelSelector=app%3Dx', { dryRun: ['All'] }, ['a', 'b', 'c']],
    ['', { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }, []],
  ];
  for (const [query, body, names] of cases) {
    it(`?${query} ${JSON.stringify(body) ?? ''} is a 200 Status and leaves ${names.join(' ') || 'nothing'}`, async () => {
      const { json: page } = await api.request('GET', `${CONFIG_MAPS}?limit=1`);
      const { continue: token } = page['metadata'] as { continue: string };
      const target = `${CONFIG_MAPS}?${query.replace('AFTER-A', token)}`;
      const { status, json, text } = await api.request('DELETE', target, body && { body: body as never });
      assert.equal(status, 200, text);
      assert.deepEqual(JSON.parse(text), {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { kind: 'configmaps' },
      });
      assert.equal(json['kind'], 'Status');
      assert.deepEqual(await left(), names);
      assert.deepEqual(await left(OTHER), ['a'], 'other namespaces are unaffected');
    });
  }

  it('of an empty selection is a 200 Status', async () => {
    const { status, json } = await api.request('DELETE', `${NAMESPACE}/secrets`);
    assert.deepEqual([status, json['status']], [200, 'Success']);
  });

  it('is a Status in protobuf if accepted', async () => {
    const headers = { accept: 'application/vnd.kubernetes.protobuf' };
    assert.equal(kindIn(await api.request('DELETE', CONFIG_MAPS, { headers })), 'Status');
  });

  it('makes objects with finalizers terminating, and removes the others', async () => {
    const metadata = { name: 'held', finalizers: ['example.org/one'] };
    await api.request('POST', CONFIG_MAPS, { body: { metadata } });
    for (const _ of ['once', 'and again']) {
      assert.equal((await api.request('DELETE', CONFIG_MAPS)).status, 200);
      assert.deepEqual(await left(), ['held']);
      const { json } = await api.request('GET', `${CONFIG_MAPS}/held`);
      assert.equal((json['metadata'] as JsonObject)['deletionTimestamp'], '2026-01-02T03:04:05Z');
    }
  });

  const refused: readonly (readonly [query: string, body: object | undefined, status: number, message: RegExp])[] = [
    ['labelSelector=%3D', undefined, 400, /./],
    ['fieldSelector=spec.x%3Dy', undefined, 400, /"spec\.x" is not a known field selector/],
    ['limit=x', undefined, 400, /limit/],
    ['continue=x', undefined, 400, /./],
    ['resourceVersion=x', undefined, 400, /invalid resource version/],
    [
      'resourceVersionMatch=Exact',
      undefined,
      422,
      /ListOptions.*resourceVersionMatch is forbidden unless resourceVersion/,
    ],
    ['resourceVersion=999999', undefined, 504, /Too large resource version/],
    ['dryRun=Some', undefined, 422, /DeleteOptions.*dryRun: Unsupported value/],
    ['gracePeriodSeconds=-1', undefined, 422, /gracePeriodSeconds: Invalid value: -1/],
    ['propagationPolicy=Some', undefined, 422, /propagationPolicy: Unsupported value: "Some"/],
    ['', { preconditions: { uid: 'x' } }, 409, /the UID in the precondition \(x\) does not match/],
    [
      '',
      { preconditions: { resourceVersion: '1' } },
      409,
      /the ResourceVersion in the precondition \(1\) does not match/,
    ],
    ['', { kind: 'ConfigMap' }, 400, /must be of type DeleteOptions/],
    ['', { gracePeriodSeconds: 'x' }, 400, /cannot unmarshal string/],
  ];
  for (const [query, body, status, message] of refused) {
    it(`?${query} ${JSON.stringify(body) ?? ''} is ${status}, and deletes nothing`, async () => {
      const answer = await api.request('DELETE', `${CONFIG_MAPS}?${query}`, body && { body: body as never });
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.message, message);
      assert.deepEqual(await left(), ['a', 'b', 'c']);
    });
  }

  /** Config maps a, b and c in a scope with a plugin, and the request that deletes them all. */
  async function withThree(
    plugin: (scope: Scope) => AdmissionPlugin,
    run: (deleteAll: () => Promise<unknown>, store: Store) => Promise<void>,
  ): Promise<void> {
    const store = await openEmbeddedStore({ ephemeral: true });
    try {
      const plain = testScope({ store });
      const scope = { ...plain, admission: createAdmissionChain([pluginLink(plugin(plain))]) };
      for (const name of ['a', 'b', 'c']) await make(scope, name);
      const request = infoOf('DELETE', CONFIG_MAPS) as ResourceRequest;
      await run(() => deleteCollection(scope, testContext(CONFIG_MAPS), request), store);
    } finally {
      await store.close();
    }
  }

  it('answers with the first refusal of admission, which reviews every object by name', async () => {
    const seen: string[] = [];
    const keepsB = (): AdmissionPlugin => ({
      name: 'KeepsB',
      async validate({ operation, name, namespace, old }) {
        seen.push(`${operation} ${namespace}/${name} ${old === undefined ? 'unseen' : 'seen'}`);
        if (name === 'b') throw new StatusError('Forbidden', 'b stays');
      },
    });
    await withThree(keepsB, async (deleteAll, store) => {
      await assert.rejects(deleteAll(), { message: 'b stays' });
      assert.ok(seen.includes('DELETE default/b seen'), seen.join());
      const { entries } = await store.list('/configmaps/', {});
      assert.ok(entries.some(({ key }) => key.endsWith('/b')));
      assert.ok(!entries.some(({ key }) => key.endsWith('/a')), 'earlier deletions persist');
    });
  });

  it('does not delete an object that was recreated after the list', async () => {
    const remakesB = (scope: Scope): AdmissionPlugin => ({
      name: 'RemakesB',
      async validate({ name }) {
        if (name !== 'a') return;
        const key = '/configmaps/default/b';
        const { entry } = await scope.resource.store.get(key);
        await scope.resource.store.delete(key, entry?.revision ?? 0);
        await make(scope, 'b');
      },
    });
    await withThree(remakesB, async (deleteAll, store) => {
      await deleteAll();
      const { entries } = await store.list('/configmaps/', {});
      assert.deepEqual(
        entries.map(({ key }) => key),
        ['/configmaps/default/b'],
      );
    });
  });
});

async function make({ resource }: Scope, name: string): Promise<void> {
  const nothing = async () => {};
  await createObject(
    resource,
    { metadata: { name, namespace: 'default' } },
    {
      namespace: 'default',
      dryRun: false,
      signal: new AbortController().signal,
      admission: { mutate: nothing, validate: nothing },
    },
  );
}
