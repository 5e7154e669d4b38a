import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dial } from '@pilothouse/http2/grpc/dial.js';
import { StoreFullError, StoreUnavailableError, type Store, type StoreEvent } from '../store.js';
import { bytes, collect, create, eventText, keysOf, text, within, written } from '../conformance/support.js';
import { txnRpc } from './messages.js';
import { openEtcdStore, type EtcdStoreOptions } from './store.js';
import { startEtcd, type EtcdOptions, type TestEtcd } from './testing.js';

describe('an etcd store', function () {
  this.timeout(60_000);
  let etcd: TestEtcd | undefined;
  let stores: Store[] = [];

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
    await etcd?.stop();
    etcd = undefined;
  });

  async function start(options: EtcdOptions = {}): Promise<TestEtcd> {
    etcd = await startEtcd(options);
    return etcd;
  }

  async function open(options: EtcdStoreOptions): Promise<Store> {
    const store = await openEtcdStore(options);
    stores.push(store);
    return store;
  }

  it('fails over to another member, and its watch continues', async () => {
    const { endpoints, kill, restart } = await start({ members: 3 });
    const store = await open({ endpoints, callTimeoutMs: 2000 });
    const from = await create(store, '/k/0', '0');
    const watching = collect(store, '/k/', from, (events) => keysOfEvents(events).includes('/k/last'));
    let acknowledged = ['/k/0'];
    for (const member of [0, 1]) {
      await kill(member);
      for (let i = 0; i < 10; i++)
        acknowledged = [...acknowledged, ...(await createAcknowledged(store, `/k/${member}-${i}`))];
      assert.ok((await store.list('/k/')).entries.length >= acknowledged.length);
      await restart(member);
    }
    await retry(() => create(store, '/k/last'));
    const events = await within(20_000, 'the watch', watching);
    const seen = keysOfEvents(events);
    assert.equal(new Set(seen).size, seen.length, 'no event twice');
    assert.deepEqual(
      acknowledged.filter((key) => !seen.includes(key)),
      [],
    );
    const listed = keysOf((await store.list('/k/')).entries);
    assert.deepEqual([...seen].sort(), listed);
  });

  it('determines the outcome of all writes in flight when members die, including the leader', async () => {
    const { endpoints, kill, restart } = await start({ members: 3 });
    const store = await open({ endpoints, callTimeoutMs: 15_000 });
    const revision = await create(store, '/counter', '0');
    const updates = async (): Promise<number> => {
      let last = revision;
      for (let count = 1; count <= 200; count++)
        last = written(await store.update('/counter', bytes(`${count}`), last));
      return last;
    };
    const creations = async (): Promise<string[]> => {
      const keys = Array.from({ length: 100 }, (_, count) => `/created/${count}`);
      for (const key of keys) await create(store, key);
      return keys;
    };
    const writing = Promise.all([updates(), creations()]);
    const killing = async () => {
      for (const member of [0, 1, 2]) {
        await delay(100);
        await kill(member);
        await restart(member);
      }
    };
    const [[last, keys]] = await Promise.all([writing, killing()]);
    const { entry } = await store.get('/counter');
    assert.deepEqual([entry?.revision, text(entry?.value ?? bytes(''))], [last, '200']);
    assert.deepEqual(keysOf((await store.list('/created/')).entries), keys.sort());
  });

  it('skips a hanging member and determines the outcome of all writes in flight with it', async () => {
    const { endpoints, kill } = await start({ members: 3 });
    const store = await open({ endpoints, callTimeoutMs: 30_000 });
    const revision = await create(store, '/a');
    await kill(0, 'SIGSTOP');
    const keys = Array.from({ length: 8 }, (_, at) => `/w${at}`);
    const [{ entry }] = await Promise.all([store.get('/a'), ...keys.map((key) => create(store, key))]);
    assert.equal(entry?.revision, revision);
    assert.deepEqual(keysOf((await store.list('/w')).entries), keys);
    await kill(0, 'SIGCONT');
  });

  it('opens without etcd and works as soon as etcd is reachable', async () => {
    const { endpoints, kill, restart } = await start();
    await kill(0);
    const store = await open({ endpoints, dialTimeoutMs: 300 });
    const watching = collect(store, '/', 1, (events) => events.length === 1);
    await assert.rejects(within(1000, 'the call', store.create('/a', bytes('v'))), (error) => {
      assert.ok(error instanceof StoreUnavailableError);
      assert.equal(error.outcomeUnknown, false);
      assert.match(error.message, /^etcd at http:\/\/127\.0\.0\.1:\d+: No connection established.*ECONNREFUSED/);
      return true;
    });
    await restart(0);
    const revision = await retry(() => create(store, '/a'));
    const events = await within(10_000, 'the watch', watching);
    assert.deepEqual(events.map(eventText), [`put /a ${revision} v`]);
  });

  it('uses TLS with a client certificate', async () => {
    const { endpoints, tls } = await start({ tls: true });
    assert.ok(tls !== undefined);
    const store = await open({ endpoints, tls });
    const from = await create(store, '/a');
    assert.equal((await collect(store, '/', from, (events) => events.length === 1)).length, 1);
    const { caFile } = tls;
    const stranger = await open({ endpoints, tls: { caFile }, dialTimeoutMs: 1000, callTimeoutMs: 1500 });
    await assert.rejects(stranger.get('/a'), StoreUnavailableError);
    await assert.rejects(stranger.create('/b', bytes('v')), StoreUnavailableError);
    assert.deepEqual(keysOf((await store.list('/')).entries), ['/a']);
  });

  it('logs in with a password, again after the token is lost, and reports denied access', async () => {
    const { endpoints, kill, restart, metrics } = await start();
    await enableAuthentication(endpoints);
    const directory = mkdtempSync(join(tmpdir(), 'etcd-password-'));
    const user = (name: string, password: string) => {
      writeFileSync(join(directory, name), `${password}\n`);
      return { username: 'pilot', passwordFile: join(directory, name) };
    };
    const pilot = user('right', 'secret');
    const store = await open({ endpoints, prefix: '/mine/', auth: pilot });
    const from = await create(store, 'a');
    const watching = collect(store, '', from, (events) => events.length === 2);
    await delay(200);
    // Tokens live in the member's memory.
    await kill(0);
    await restart(0);
    const others = Array.from({ length: 40 }, () => retry(() => store.create('a', bytes('v'))));
    const [second] = await Promise.all([retry(() => create(store, 'b')), ...others]);
    const events = await within(20_000, 'the watch', watching);
    assert.deepEqual(events.map(eventText), [`put a ${from} v`, `put b ${second} v`]);
    // One login for all calls that find the token invalid, because each login costs etcd a password hash.
    const logins = /^grpc_server_started_total\{grpc_method="Authenticate".*\} (\d+)$/m.exec(await metrics(0))?.[1];
    assert.ok(Number(logins) >= 1 && Number(logins) <= 8, logins);

    for (const [options, text] of [
      [{ auth: user('wrong', 'wrong') }, /authentication failed/],
      [{ auth: pilot, prefix: '/theirs/' }, /permission denied/],
      [{}, /user name|auth/],
    ] as const) {
      const other = await open({ endpoints, ...options });
      const refused = (error: unknown) => {
        assert.ok(error instanceof StoreUnavailableError, String(error));
        assert.equal(error.outcomeUnknown, false);
        assert.match(error.message, text);
        return true;
      };
      await assert.rejects(other.get('x'), refused);
      await assert.rejects(other.create('x', bytes('v')), refused);
      const watch = collect(other, '', 2, () => true);
      await assert.rejects(within(8000, 'a forbidden watch', watch), StoreUnavailableError);
    }
    rmSync(directory, { recursive: true });
  });

  it('stays within its prefix', async () => {
    const { endpoints } = await start();
    const [one, two, all] = await Promise.all(['/one', '/two', ''].map((prefix) => open({ endpoints, prefix })));
    assert.ok(one !== undefined && two !== undefined && all !== undefined);
    const from = await create(one, '/a');
    await create(two, '/a');
    assert.deepEqual(keysOf((await one.list('')).entries), ['/a']);
    assert.deepEqual(keysOf((await all.list('')).entries), ['/one/a', '/two/a']);
    const events = await collect(all, '', from, (seen) => seen.length === 2);
    assert.deepEqual(keysOfEvents(events), ['/one/a', '/two/a']);
    assert.equal(await all.currentRevision(), from + 1);
  });

  it('delivers the events of one transaction in one batch', async () => {
    const { endpoints } = await start();
    const store = await open({ endpoints });
    const from = (await store.currentRevision()) + 1;
    const value = Buffer.alloc(100_000, 'x');
    const puts = Array.from({ length: 12 }, (_, i) => ({ type: 'put', key: Buffer.from(`/t/${i}`), value }) as const);
    const connection = await dial(endpoints[0] ?? '', { timeoutMs: 2000 });
    const { path, message } = txnRpc({ success: puts });
    for (let i = 0; i < 8; i++) await connection.unary(path, message, { metadata: {}, timeoutMs: 5000 });
    connection.destroy('done');
    const { signal } = new AbortController();
    let count = 0;
    for await (const batch of store.watch('/t/', { from, signal })) {
      assert.equal(batch.events.length % puts.length, 0, 'whole transactions only');
      count += batch.events.length;
      if (count >= 8 * puts.length) break;
    }
  });

  it('leaves no watch open in etcd', async () => {
    const { endpoints, metrics } = await start();
    const store = await open({ endpoints });
    const from = await create(store, '/a');
    const watchers = async () => /^etcd_debugging_mvcc_watcher_total (\d+)$/m.exec(await metrics(0))?.[1];
    const abort = new AbortController();
    const idle = collect(store, '/b', from, () => false).catch(() => undefined);
    const aborted = (async () => {
      for await (const batch of store.watch('/', { from: from + 1, signal: abort.signal })) assert.ok(batch);
    })();
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    await Promise.all(Array.from({ length: 12 }, () => collect(store, '/', from, (events) => events.length === 1)));
    process.off('warning', warn);
    assert.deepEqual(warnings, []);
    await waitFor(async () => (await watchers()) === '2');
    abort.abort();
    await aborted;
    await waitFor(async () => (await watchers()) === '1');
    await store.close();
    await idle;
    await waitFor(async () => (await watchers()) === '0');
  });

  it('uses a new lease when etcd no longer knows the shared one', async () => {
    const { endpoints } = await start();
    const store = await open({ endpoints });
    const first = written(await store.create('/first', bytes('v'), { ttl: 1000 }));
    const { leases } = await post(endpoints, 'lease/leases', {});
    for (const lease of leases as readonly object[]) await post(endpoints, 'lease/revoke', lease);
    const names = Array.from({ length: 20 }, (_, at) => `/${at}`);
    await Promise.all(names.map(async (name) => written(await store.create(name, bytes('v'), { ttl: 1000 }))));
    // No write had an unknown outcome.
    assert.equal(await store.currentRevision(), first + 1 + names.length);
    assert.equal(((await post(endpoints, 'lease/leases', {}))['leases'] as readonly object[]).length, 1);
  });

  it('rejects a value that is too large', async () => {
    const { endpoints } = await start({ flags: ['--max-request-bytes=10000'] });
    const store = await open({ endpoints });
    for (const size of [20_000, 5_000_000]) await assert.rejects(store.create('/a', Buffer.alloc(size)), RangeError);
    written(await store.create('/a', Buffer.alloc(5000)));
  });

  it('reports that etcd is out of space and that nothing was written', async () => {
    const { endpoints } = await start({ flags: ['--quota-backend-bytes=1000000'] });
    const store = await open({ endpoints });
    const fill = async () => {
      for (let i = 0; i < 100; i++) {
        written(await store.create(`/${i}`, Buffer.alloc(200_000)));
        // etcd checks its size every 100 ms.
        await delay(20);
      }
    };
    await assert.rejects(fill(), (error) => {
      assert.ok(error instanceof StoreFullError);
      assert.match(error.message, /space exceeded/);
      return !error.outcomeUnknown;
    });
  });

  it('names the missing program when there is no etcd for tests', async () => {
    const before = process.env['ETCD'];
    process.env['ETCD'] = '/nowhere/etcd';
    try {
      await assert.rejects(startEtcd(), /\/nowhere\/etcd cannot be started .*install etcd, or name it in ETCD/);
    } finally {
      if (before === undefined) delete process.env['ETCD'];
      else process.env['ETCD'] = before;
    }
  });
});

function keysOfEvents(events: readonly StoreEvent[]): string[] {
  return events.map((event) => (event.type === 'put' ? event.entry.key : event.key));
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'not in time');
    await delay(20);
  }
}

/** Retries while the store is unavailable. */
async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await delay(50);
    }
  }
}

/** Creates a key and returns it once it exists. Reads the key after an unknown outcome. */
async function createAcknowledged(store: Store, key: string): Promise<string[]> {
  for (;;) {
    const result = await retry(() => store.create(key, bytes('v')));
    if (result.ok || result.current !== undefined) return [key];
  }
}

/** Creates the user `pilot` (password `secret`) with access to the keys under `/mine/`. */
async function enableAuthentication(endpoints: readonly string[]): Promise<void> {
  for (const [name, password] of [
    ['root', 'root'],
    ['pilot', 'secret'],
  ] as const) {
    await post(endpoints, 'auth/user/add', { name, password });
    await post(endpoints, 'auth/role/add', { name });
    await post(endpoints, 'auth/user/grant', { user: name, role: name });
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const perm = { permType: 'READWRITE', key: base64('/mine/'), range_end: base64('/mine0') };
  await post(endpoints, 'auth/role/grant', { name: 'pilot', perm });
  await post(endpoints, 'auth/enable', {});
}

/** Calls etcd's JSON API. */
async function post([endpoint]: readonly string[], path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${endpoint}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Record<string, unknown>;
}
