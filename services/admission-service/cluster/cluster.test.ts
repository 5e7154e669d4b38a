import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';
import { followCluster, type Cluster } from './cluster.js';
import { account, listOf, PATHS, scripted } from './scripted-server.test.helper.js';

const ONE = '/api/v1/namespaces/x/serviceaccounts/new';
const DEFAULT = '/api/v1/namespaces/x/serviceaccounts/default';

describe('cluster lookups of plugins', () => {
  let off: AbortController;
  let sleeps: number[];
  beforeEach(() => {
    off = new AbortController();
    sleeps = [];
  });
  afterEach(() => off.abort());

  function follow(transport: Transport, syncTimeout = 0): Cluster {
    return followCluster({
      client: createClient({ transport }),
      domain: createDomain(),
      needs: { accounts: true, classes: true },
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
  const find = (cluster: Cluster, name: string) => cluster.account('x', name, asking);

  it('are unavailable before the informers are synced', async () => {
    let onList: () => void = () => undefined;
    const { transport } = scripted({}, new Promise((resolve) => (onList = resolve)));
    const cluster = follow(transport);
    assert.equal(cluster.unready(), 'the service accounts are not synced yet');
    await assert.rejects(
      find(cluster, 'a'),
      new NoVerdictError('unavailable', 'the service accounts are not synced yet'),
    );
    await assert.rejects(cluster.classes.cached(asking), NoVerdictError);
    onList();
    await cluster.hasSynced;
    assert.equal(cluster.unready(), undefined);
    assert.deepEqual(await cluster.classes.cached(asking), []);
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

  it('ask the server on a cache miss, repeatedly for the default account', async () => {
    let asked = 0;
    const { transport } = scripted({
      [ONE]: () => account('new'),
      [DEFAULT]: () => (++asked < 3 ? 404 : account('default')),
    });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal((await find(cluster, 'new'))?.metadata.name, 'new');
    assert.equal((await find(cluster, 'default'))?.metadata.name, 'default');
    assert.deepEqual([asked, sleeps.length], [3, 2]);
  });

  it('find nothing for an invalid name', async () => {
    const { transport } = scripted({ [ONE]: () => 400 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal(await find(cluster, 'new'), undefined);
  });

  it('find nothing after all attempts', async () => {
    const { transport, requests } = scripted({});
    const cluster = follow(transport);
    await cluster.hasSynced;
    for (const [name, path, times] of [
      ['new', ONE, 1],
      ['default', DEFAULT, 10],
    ] as const) {
      assert.equal(await find(cluster, name), undefined);
      assert.equal(requests.filter((each) => each === path).length, times);
    }
    assert.equal(await cluster.classes.get('new', asking), undefined);
  });

  it('reject if the server does not answer', async () => {
    const { transport } = scripted({ [ONE]: () => 500, [`${PATHS.classes}/new`]: () => 403 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    await assert.rejects(find(cluster, 'new'), {
      reason: 'unavailable',
      message: /^the request to the API server failed: /,
    });
    await assert.rejects(cluster.classes.get('new', asking), { reason: 'unavailable' });
  });

  it('list live objects beside the cached ones', async () => {
    let items: object[] = [];
    const { transport } = scripted({ [PATHS.classes]: () => listOf(items) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    items = [{ metadata: { name: 'c' }, value: 1 }];
    assert.equal([...(await cluster.classes.live(asking))].length, 1);
    assert.deepEqual(await cluster.classes.cached(asking), []);
  });

  it('end with the signal', async () => {
    const cluster = follow(scripted({}).transport);
    await cluster.hasSynced;
    off.abort();
    await cluster.ended;
  });
});
