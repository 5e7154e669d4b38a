import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';
import { followCluster, type Cluster } from './cluster.js';
import { account, listOf, PATHS, scripted } from './scripted-server.test.helper.js';

const ONE = '/api/v1/namespaces/x/serviceaccounts/new';
const DEFAULT = '/api/v1/namespaces/x/serviceaccounts/default';

describe('what plugins know of the API server', () => {
  let off: AbortController;
  let sleeps: number[];
  beforeEach(() => {
    off = new AbortController();
    sleeps = [];
  });
  afterEach(() => off.abort());

  function follow(transport: Transport, patience = 0): Cluster {
    return followCluster({
      client: createClient({ transport }),
      domain: createDomain(),
      needs: { accounts: true, classes: true },
      patience,
      timing: {
        now: () => 0,
        random: () => 0,
        async sleep(milliseconds, signal) {
          sleeps.push(milliseconds);
          signal.throwIfAborted();
          // What is longer is not to end.
          if (milliseconds > 1000) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
      onError: () => undefined,
      signal: off.signal,
    });
  }
  const asking = new AbortController().signal;
  const find = (cluster: Cluster, name: string) => cluster.account('x', name, asking);

  it('is not known before it has been read', async () => {
    let onList: () => void = () => undefined;
    const { transport } = scripted({}, new Promise((resolve) => (onList = resolve)));
    const cluster = follow(transport);
    assert.equal(cluster.unready(), 'the service accounts have not been read yet');
    await assert.rejects(
      find(cluster, 'a'),
      new NoVerdictError('unavailable', 'the service accounts have not been read yet'),
    );
    await assert.rejects(cluster.classes.all(asking), NoVerdictError);
    onList();
    await cluster.hasSynced;
    assert.equal(cluster.unready(), undefined);
    assert.deepEqual(await cluster.classes.all(asking), []);
  });

  it('may be waited for', async () => {
    let onList: () => void = () => undefined;
    const { transport } = scripted(
      { [PATHS.accounts]: () => listOf([account('a')]) },
      new Promise((resolve) => (onList = resolve)),
    );
    const found = find(follow(transport, 10_000), 'a');
    onList();
    assert.equal((await found)?.metadata.name, 'a');
  });

  it('may be waited for in vain', async () => {
    const { transport } = scripted({}, new Promise(() => {}));
    await assert.rejects(find(follow(transport, 5), 'a'), NoVerdictError);
  });

  it('is at hand without a request', async () => {
    const { transport, requests } = scripted({ [PATHS.accounts]: () => listOf([account('a')]) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal((await find(cluster, 'a'))?.metadata.name, 'a');
    assert.deepEqual(requests.toSorted(), [PATHS.accounts, PATHS.classes]);
  });

  it('is asked for where it may have come later, several times where a new namespace gets it', async () => {
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

  it('is not there where its name is none', async () => {
    const { transport } = scripted({ [ONE]: () => 400 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    assert.equal(await find(cluster, 'new'), undefined);
  });

  it('is not there when all that has found nothing', async () => {
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
    assert.equal(await cluster.classes.named('new', asking), undefined);
  });

  it('is not known where the server does not answer', async () => {
    const { transport } = scripted({ [ONE]: () => 500, [`${PATHS.classes}/new`]: () => 403 });
    const cluster = follow(transport);
    await cluster.hasSynced;
    await assert.rejects(find(cluster, 'new'), { reason: 'unavailable', message: /^the API server cannot be asked: / });
    await assert.rejects(cluster.classes.named('new', asking), { reason: 'unavailable' });
  });

  it('is read anew where the newest counts', async () => {
    let items: object[] = [];
    const { transport } = scripted({ [PATHS.classes]: () => listOf(items) });
    const cluster = follow(transport);
    await cluster.hasSynced;
    items = [{ metadata: { name: 'c' }, value: 1 }];
    assert.equal([...(await cluster.classes.newest(asking))].length, 1);
    assert.deepEqual(await cluster.classes.all(asking), []);
  });

  it('is followed until the end', async () => {
    const cluster = follow(scripted({}).transport);
    await cluster.hasSynced;
    off.abort();
    await cluster.ended;
  });
});
