import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import { metaForms } from './negotiation/meta-forms.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const HELD = 'a.b/c';

/** The ways to send DeleteOptions. */
const carriers: Readonly<
  Record<
    string,
    (options: JsonObject) => { query: string; body?: JsonObject | Uint8Array; headers?: Record<string, string> }
  >
> = {
  query: (options) => ({ query: `?${new URLSearchParams(options as Record<string, string>).toString()}` }),
  JSON: (options) => ({ query: '', body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options } }),
  protobuf: (options) => ({
    query: '',
    body: metaForms('meta.k8s.io').deleteOptions.encode(options),
    headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
  }),
};

interface Metadata {
  readonly resourceVersion: string;
  readonly uid: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: string[];
}

function metadataOf({ json }: TestResponse): Metadata {
  return json['metadata'] as unknown as Metadata;
}

describe('deletion of objects', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  afterEach(async () => {
    await api.request('DELETE', `${CONFIG_MAPS}?propagationPolicy=Background`);
    const { json } = await get(CONFIG_MAPS);
    for (const { metadata } of json['items'] as unknown as { metadata: { name: string } }[]) {
      await update(metadata.name, { metadata: { finalizers: null } });
    }
  });

  const create = (name: string, metadata: object = {}) =>
    api.request('POST', CONFIG_MAPS, { body: { metadata: { name, ...metadata } } });
  const get = (path: string) => api.request('GET', path);
  const update = (name: string, body: JsonObject) =>
    api.request('PATCH', `${CONFIG_MAPS}/${name}`, { body, headers: MERGE });

  it('removes an object without finalizers, and returns a Status', async () => {
    const { json: created } = await create('a');
    const { status, json } = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    const { uid } = created['metadata'] as { uid: string };
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(JSON.stringify(json)), {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid },
    });
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 404);
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/a`)).status, 404);
  });

  it('returns a service account with the revision of its deletion', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    const created = await api.request('POST', accounts, { body: { metadata: { name: 'a' } } });
    const deleted = await api.request('DELETE', `${accounts}/a`);
    assert.equal(deleted.json['kind'], 'ServiceAccount');
    const [before, after] = [created, deleted].map((answer) => Number(metadataOf(answer).resourceVersion));
    assert.ok(Number(before) < Number(after), `${before} ${after}`);
    const { json } = await get(accounts);
    assert.ok(Number((json['metadata'] as JsonObject)['resourceVersion']) >= Number(after));
  });

  it('frees the name with the last finalizer', async () => {
    await create('a', { finalizers: [HELD] });
    await api.request('DELETE', `${CONFIG_MAPS}/a`);
    const taken = await create('a');
    assert.deepEqual([taken.status, taken.message], [409, 'object is being deleted: configmaps "a" already exists']);
    assert.equal((await update('a', { metadata: { finalizers: null } })).status, 200);
    assert.equal((await create('a')).status, 201);
  });

  it('writes nothing the second time', async () => {
    await create('a', { finalizers: [HELD] });
    const first = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    const again = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    assert.equal(metadataOf(again).resourceVersion, metadataOf(first).resourceVersion);
  });

  it('uses only the options of the body if there is one', async () => {
    await create('a');
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 };
    const query = '?propagationPolicy=Orphan&uid=x';
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/a${query}`, { body })).status, 200);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 404);
  });

  it('in a dry run returns the result and stores nothing', async () => {
    await create('a');
    const { json } = await api.request('DELETE', `${CONFIG_MAPS}/a?dryRun=All`);
    assert.equal(json['kind'], 'Status');
    const orphaned = await api.request('DELETE', `${CONFIG_MAPS}/a?dryRun=All&propagationPolicy=Orphan`);
    assert.deepEqual(metadataOf(orphaned).finalizers, ['orphan']);
    assert.equal(metadataOf(await get(`${CONFIG_MAPS}/a`)).deletionTimestamp, undefined);
  });

  it('retries after conflicts, unless a version is a precondition', async () => {
    const patches = (name: string) =>
      Array.from({ length: 20 }, (_, index) => update(name, { data: { k: `${index}` } }));
    await create('a');
    const [first, ...others] = await Promise.all([api.request('DELETE', `${CONFIG_MAPS}/a`), ...patches('a')]);
    assert.equal(first.status, 200);
    for (const { status } of others) assert.ok(status === 200 || status === 404);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 404);

    const { resourceVersion } = metadataOf(await create('b'));
    const body = { preconditions: { resourceVersion } };
    const slow = patches('b');
    await slow[0];
    const late = await api.request('DELETE', `${CONFIG_MAPS}/b`, { body });
    await Promise.all(slow);
    assert.equal(late.status, 409);
  });

  // State transitions: finalizers before, request, finalizers after.
  const transitions: readonly (readonly [
    state: 'live' | 'terminating',
    finalizers: readonly string[],
    trigger: JsonObject,
    next: 'removed' | readonly string[],
  ])[] = [
    ['live', [], {}, 'removed'],
    ['live', [], { gracePeriodSeconds: 30 }, 'removed'],
    ['live', [], { propagationPolicy: 'Background' }, 'removed'],
    ['live', [], { propagationPolicy: 'Orphan' }, ['orphan']],
    ['live', [], { propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    ['live', [], { orphanDependents: true }, ['orphan']],
    ['live', [], { orphanDependents: false }, 'removed'],
    ['live', [HELD], {}, [HELD]],
    ['live', [HELD], { gracePeriodSeconds: 30 }, [HELD]],
    ['live', [HELD], { propagationPolicy: 'Orphan' }, [HELD, 'orphan']],
    ['live', [HELD], { orphanDependents: false }, [HELD]],
    ['live', ['orphan'], {}, ['orphan']],
    ['live', ['orphan'], { propagationPolicy: 'Background' }, 'removed'],
    ['live', ['orphan', HELD], { propagationPolicy: 'Foreground' }, [HELD, 'foregroundDeletion']],
    ['live', ['foregroundDeletion'], { orphanDependents: true }, ['orphan']],
    ['live', ['foregroundDeletion', HELD], { propagationPolicy: 'Foreground' }, ['foregroundDeletion', HELD]],
    ['terminating', [HELD], {}, [HELD]],
    ['terminating', [HELD], { gracePeriodSeconds: 30 }, [HELD]],
    ['terminating', [HELD], { propagationPolicy: 'Foreground' }, [HELD, 'foregroundDeletion']],
    ['terminating', ['orphan', HELD], { propagationPolicy: 'Background' }, [HELD]],
    ['terminating', ['orphan'], {}, ['orphan']],
    ['terminating', ['foregroundDeletion'], { propagationPolicy: 'Background' }, 'removed'],
  ];
  for (const [carrier, carry] of Object.entries(carriers)) {
    for (const [state, finalizers, trigger, next] of transitions) {
      const held = finalizers.length === 0 ? 'nothing' : finalizers.join(' and ');
      const then = next === 'removed' ? 'gone' : `held by ${next.join(' and ')}`;
      it(`${state} and held by ${held}, after ${JSON.stringify(trigger)} in ${carrier} it is ${then}`, async () => {
        await create('a', { finalizers });
        if (state === 'terminating') await api.request('DELETE', `${CONFIG_MAPS}/a`);
        const { query, ...request } = carry(trigger);
        const answer = await api.request('DELETE', `${CONFIG_MAPS}/a${query}`, request);
        const after = await get(`${CONFIG_MAPS}/a`);
        assert.equal(
          answer.status,
          next !== 'removed' && trigger['orphanDependents'] === false ? 202 : 200,
          answer.text,
        );
        if (next === 'removed') {
          assert.deepEqual([answer.json['kind'], after.status], ['Status', 404]);
          return;
        }
        assert.deepEqual(metadataOf(answer), metadataOf(after));
        const { deletionTimestamp, deletionGracePeriodSeconds, finalizers: left } = metadataOf(after);
        assert.deepEqual([deletionTimestamp, deletionGracePeriodSeconds], ['2026-01-02T03:04:05Z', 0]);
        assert.deepEqual(left, next);
      });
    }
  }

  // Changes and their outcome, before and after the delete.
  const updates: readonly (readonly [
    what: string,
    change: JsonObject,
    live: number,
    terminating: number,
    message?: RegExp,
  ])[] = [
    ['data', { data: { k: 'v' } }, 200, 200],
    ['labels', { metadata: { labels: { a: 'b' } } }, 200, 200],
    ['the order of finalizers', { metadata: { finalizers: ['a.b/d', HELD] } }, 200, 200],
    ['fewer finalizers', { metadata: { finalizers: ['a.b/d'] } }, 200, 200],
    [
      'new finalizers',
      { metadata: { finalizers: ['x.y/z', HELD, 'a.b/e'] } },
      200,
      422,
      /metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers \[\]string\{"a.b\/e", "x.y\/z"\}$/,
    ],
    ['no deletionTimestamp', { metadata: { deletionTimestamp: null } }, 200, 200],
    [
      'a deletionTimestamp',
      { metadata: { deletionTimestamp: '2036-01-02T03:04:05Z' } },
      422,
      200,
      /metadata.deletionTimestamp: Invalid value: "2036-01-02T03:04:05Z": field is immutable$/,
    ],
    ['no deletionGracePeriodSeconds', { metadata: { deletionGracePeriodSeconds: null } }, 200, 200],
    [
      'a deletionGracePeriodSeconds',
      { metadata: { deletionGracePeriodSeconds: 60 } },
      422,
      422,
      /metadata.deletionGracePeriodSeconds: Invalid value: 60: field is immutable$/,
    ],
  ];
  for (const [what, change, live, terminating, message = /^$/] of updates) {
    it(`${what} in an update is ${live} on a live object, and ${terminating} on a terminating one`, async () => {
      await create('a', { finalizers: [HELD, 'a.b/d'] });
      const first = await update('a', { ...change });
      assert.equal(first.status, live, first.text);
      if (live !== 200) assert.match(first.message, message);
      await update('a', { metadata: { finalizers: [HELD, 'a.b/d'] } });
      await api.request('DELETE', `${CONFIG_MAPS}/a`);
      const second = await update('a', { ...change });
      assert.equal(second.status, terminating, second.text);
      if (terminating !== 200) assert.match(second.message, message);
      const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(await get(`${CONFIG_MAPS}/a`));
      assert.deepEqual([deletionTimestamp, deletionGracePeriodSeconds], ['2026-01-02T03:04:05Z', 0]);
    });
  }

  const refused: readonly (readonly [name: string, query: string, body: object | undefined, status: number])[] = [
    ['a uid of another object', '', { preconditions: { uid: 'x' } }, 409],
    ['a uid of another object in the query', '?uid=x', undefined, 409],
    ['another version', '', { preconditions: { resourceVersion: '1' } }, 409],
    ['another version in the query', '?resourceVersion=1', undefined, 409],
    ['a negative grace period', '?gracePeriodSeconds=-1', undefined, 422],
    ['a non-numeric grace period', '?gracePeriodSeconds=x', undefined, 400],
    ['an unknown policy', '?propagationPolicy=Some', undefined, 422],
    ['two policies', '?propagationPolicy=Orphan&orphanDependents=true', undefined, 422],
    ['two policies in the body', '', { propagationPolicy: 'Orphan', orphanDependents: false }, 422],
    ['an empty policy', '', { propagationPolicy: '' }, 422],
    ['an empty policy in the query', '?propagationPolicy=', undefined, 422],
    ['a policy without a value', '?propagationPolicy', undefined, 422],
    ['an unknown dry run', '', { dryRun: ['Some'] }, 422],
    ['another kind', '', { kind: 'ConfigMap' }, 400],
    ['the wrong type', '', { gracePeriodSeconds: 'x' }, 400],
  ];
  for (const [name, query, body, status] of refused) {
    it(`${name} is ${status}`, async () => {
      await create('a');
      const answer = await api.request('DELETE', `${CONFIG_MAPS}/a${query}`, body && { body: body as never });
      assert.equal(answer.status, status, answer.text);
      assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 200);
    });
  }

  it('reports the failed precondition', async () => {
    const { uid, resourceVersion } = metadataOf(await create('a'));
    const why = async (preconditions: object) =>
      (await api.request('DELETE', `${CONFIG_MAPS}/a`, { body: { preconditions } as JsonObject })).message;
    assert.deepEqual(await Promise.all([why({ uid: 'x', resourceVersion: '1' }), why({ uid, resourceVersion: '1' })]), [
      `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
      `Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    ]);
    assert.equal(await why({ uid, resourceVersion }), '');
  });

  it('refuses a collection at a version that does not exist', async () => {
    await create('a');
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}?resourceVersion=999999`)).status, 504);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 200);
  });

  it('selects from a collection', async () => {
    await create('a', { labels: { app: 'x' } });
    await create('b', { labels: { app: 'x' } });
    await create('c');
    const { status, json } = await api.request('DELETE', `${CONFIG_MAPS}?labelSelector=app%3Dx&resourceVersion=1`);
    assert.deepEqual([status, json['kind'], json['status']], [200, 'Status', 'Success']);
    const { json: left } = await get(CONFIG_MAPS);
    assert.deepEqual(
      (left['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name),
      ['c'],
    );
  });

  it('applies the options to the whole collection', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const finalizers = async () => {
      const { json } = await get(CONFIG_MAPS);
      return (json['items'] as unknown as { metadata: Metadata }[]).map(({ metadata }) => metadata.finalizers);
    };
    await api.request('DELETE', `${CONFIG_MAPS}?limit=2&propagationPolicy=Orphan`);
    assert.deepEqual(await finalizers(), [['orphan'], ['orphan'], undefined], 'one page');
    await api.request('DELETE', `${CONFIG_MAPS}?dryRun=All&propagationPolicy=Background`);
    assert.deepEqual(await finalizers(), [['orphan'], ['orphan'], undefined], 'a dry run');
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'x' } };
    assert.equal((await api.request('DELETE', CONFIG_MAPS, { body })).status, 409);
    await api.request('DELETE', CONFIG_MAPS, { body: { propagationPolicy: 'Background' } });
    assert.deepEqual(await finalizers(), []);
  });
});
