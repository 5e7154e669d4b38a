import assert from 'node:assert/strict';
import { pods, serviceAccounts } from '@pilothouse/client/core.js';
import { priorityClasses } from '@pilothouse/client/scheduling.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';
import { clusterObjects, type ClusterObjects } from './objects.js';
import { account, listOf, PATHS, scripted } from './scripted-server.test.helper.js';

const ONE = '/api/v1/namespaces/x/serviceaccounts/new';

describe('cluster lookups of plugins', () => {
  let off: AbortController;
  let sleeps: number[];
  beforeEach(() => {
    off = new AbortController();
    sleeps = [];
  });
  afterEach(() => off.abort());

  function follow(transport: Transport, syncTimeout = 0): ClusterObjects {
    return clusterObjects({
      client: createClient({ transport }),
      types: [serviceAccounts, priorityClasses, serviceAccounts],
      syncTimeout,
      timing: {
        now: () => 0,
        random: () => 0,
        async sleep(milliseconds, signal) {
          sleeps.push(milliseconds);
          signal.throwIfAborted();
          // Retries of informers do not happen.
          if (milliseconds > 1000) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
      onError: () => undefined,
      signal: off.signal,
    });
  }
  const asking = new AbortController().signal;
  const find = async (cluster: ClusterObjects, name: string, live = false) =>
    cluster.get(serviceAccounts, { namespace: 'x', name, signal: asking, live });
  const classes = async (cluster: ClusterObjects, live = false) =>
    cluster.list(priorityClasses, { signal: asking, live });

  it('are unavailable before the informers are synced', async () => {
    let onList: () => void = () => undefined;
    const { transport } = scripted({}, new Promise((resolve) => (onList = resolve)));
    const cluster = follow(transport);
    assert.equal(cluster.unready(), 'the serviceaccounts are not synced yet');
    await assert.rejects(
      find(cluster, 'a'),
      new NoVerdictError('unavailable', 'the serviceaccounts are not synced yet'),
    );
    await assert.rejects(classes(cluster), NoVerdictError);
    onList();
    await cluster.hasSynced;
    assert.equal(cluster.unready(), undefined);
    assert.deepEqual(await classes(cluster), []);
  });

  it('wait for the first list', async () => {
    let onList: () => void = () => undefined;
    const { transport } = scripted(
      { [PATHS.accounts]: () => listOf([account('a')]) },
      new Promise((resolve) => (onList = resolve)),
    );
    const found = find(follow(transport, 10_000), 'a');
    onList();
    assert.equal((await found)?.metadata.name, 'a');
  });

  it('wait no longer than the sync timeout', async () => {
    const { transport } = scripted({}, new Promise(() => {}));
    await assert.rejects(find(follow(transport, 5), 'a'), NoVerdictError);
  });

  it('are answered from the informers without a request', async () => {
    const { transport, requests } = scripted({ [PATHS.accounts]: () => listOf([account('a')]) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal((await find(cluster, 'a'))?.metadata.name, 'a');
    assert.deepEqual(requests.toSorted(), [PATHS.accounts, PATHS.classes]);
  });

  it('ask the server for a live object', async () => {
    const { transport, requests } = scripted({ [ONE]: () => account('new') });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal(await find(cluster, 'new'), undefined);
    assert.equal((await find(cluster, 'new', true))?.metadata.name, 'new');
    assert.equal(requests.filter((each) => each === ONE).length, 1);
  });

  it('return the same list until an object changes', async () => {
    const { transport } = scripted({ [PATHS.accounts]: () => listOf([account('b'), account('a')]) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    const list = async () => cluster.list(serviceAccounts, { namespace: 'x', signal: asking });
    assert.deepEqual(
      (await list()).map(({ metadata }) => metadata.name),
      ['a', 'b'],
    );
    assert.equal(await list(), await list());
  });

  it('are refused for a type that no plugin declares', async () => {
    const cluster = follow(scripted({}).transport);
    await assert.rejects(async () => cluster.list(pods, { signal: asking }), /no plugin declares that it reads pods/);
  });

  it('find nothing for an invalid name', async () => {
    const { transport } = scripted({ [ONE]: () => 400 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal(await find(cluster, 'new', true), undefined);
  });

  it('reject if the server does not answer', async () => {
    const { transport } = scripted({ [ONE]: () => 500 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    await assert.rejects(find(cluster, 'new', true), {
      reason: 'unavailable',
      message: /^the request to the API server failed: /,
    });
  });

  it('list live objects beside the cached ones', async () => {
    let items: object[] = [];
    const { transport } = scripted({ [PATHS.classes]: () => listOf(items) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    items = [{ metadata: { name: 'c' }, value: 1 }];
    assert.equal((await classes(cluster, true)).length, 1);
    assert.deepEqual(await classes(cluster), []);
  });

  it('end with the signal', async () => {
    const cluster = follow(scripted({}).transport);
    await cluster.hasSynced;
    off.abort();
    await cluster.ended;
  });
});
