import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError, type Revision, type Store } from '../store.js';
import { bytes, checked, revisionOf, within } from '../conformance/support.js';
import { openEtcdStore } from './store.js';
import { leaderOf, startEtcd, type EtcdOptions, type TestEtcd } from './testing.js';
import { startProxy } from './testing-proxy.js';

const { ETCD_NEW } = process.env;
/** Time limit in milliseconds for a failover of a watch. */
const SECONDS = 10_000;

describe('a watch of etcd', function () {
  this.timeout(90_000);
  let cleanups: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
    cleanups = [];
  });

  async function start(options: EtcdOptions): Promise<TestEtcd> {
    const etcd = await startEtcd(options);
    cleanups.push(() => etcd.stop());
    return etcd;
  }

  async function open(endpoints: readonly string[]): Promise<Store> {
    const store = await openEtcdStore({ endpoints, callTimeoutMs: 2000 });
    cleanups.push(() => store.close());
    return store;
  }

  /** A store that reaches only the first member until the others are opened to it. */
  async function openAtFirst([first = '', ...others]: readonly string[]) {
    const ways = await Promise.all(others.map(proxy));
    for (const way of ways) way.stall();
    const store = await open([first, ...ways.map(({ endpoint }) => endpoint)]);
    const letGo = () => {
      for (const way of ways) way.resume();
    };
    return { store, letGo };
  }

  async function proxy(target: string) {
    const made = await startProxy(target);
    cleanups.push(() => made.stop());
    return made;
  }

  const programs = [
    ['without progress notifications', undefined],
    ['with progress notifications', ETCD_NEW],
  ] as const;
  for (const [name, program] of programs) {
    if (name === 'with progress notifications' && program === undefined) {
      it.skip(`${name}: needs ETCD_NEW`);
      continue;
    }

    it(`fails over when its member hangs, ${name}`, async () => {
      const etcd = await start({ members: 3, program });
      // Not the leader: writes would wait for an election, and the watch would have moved by then.
      const own = (await leaderOf(etcd)) === 0 ? 1 : 0;
      const others = etcd.endpoints.filter((_url, member) => member !== own);
      const { store, letGo } = await openAtFirst([etcd.endpoints[own] ?? '', ...others]);
      const watched = await follow(store, await open(others));
      await watched.seesNewWrites();
      letGo();
      await etcd.kill(own, 'SIGSTOP');
      await watched.seesNewWrites();
      await etcd.kill(own, 'SIGCONT');
      await watched.seesNewWrites();
      await watched.isExact();
    });

    it(`fails over when the network drops its member's packets, ${name}`, async () => {
      const { endpoints } = await start({ members: 3, program });
      const stalling = await proxy(endpoints[0] ?? '');
      const { store, letGo } = await openAtFirst([stalling.endpoint, ...endpoints.slice(1)]);
      const watched = await follow(store, await open(endpoints));
      await watched.seesNewWrites();
      letGo();
      stalling.stall();
      await watched.seesNewWrites();
      stalling.resume();
      await watched.seesNewWrites();
      await watched.isExact();
    });
  }

  it('detects that the only member hangs, and continues afterwards', async () => {
    const { endpoints } = await start({});
    const stalling = await proxy(endpoints[0] ?? '');
    const watched = await follow(await open([stalling.endpoint]), await open(endpoints));
    await watched.seesNewWrites();
    stalling.stall();
    await watched.writes(20);
    await delay(6000);
    stalling.resume();
    await watched.seesNewWrites();
    await watched.isExact();
  });

  it('loses and repeats no event while connections break', async () => {
    const { endpoints } = await start({});
    const breaking = await proxy(endpoints[0] ?? '');
    const watched = await follow(await open([breaking.endpoint]), await open(endpoints));
    for (let i = 0; i < 10; i++) {
      const writing = watched.writes(60);
      await delay(10);
      breaking.cut();
      await writing;
    }
    await watched.seesNewWrites();
    await watched.isExact();
  });

  it('loses and repeats no event while members are killed, one by one and all at once', async () => {
    const etcd = await start({ members: 3, program: ETCD_NEW });
    const watched = await follow(await open(etcd.endpoints), await open(etcd.endpoints));
    // The leader is among them.
    for (const member of [0, 1, 2]) {
      await etcd.kill(member);
      await watched.seesNewWrites();
      await etcd.restart(member);
    }
    await Promise.all([0, 1, 2].map((member) => etcd.kill(member)));
    await Promise.all([0, 1, 2].map((member) => etcd.restart(member)));
    await watched.seesNewWrites();
    await watched.isExact();
  });

  if (ETCD_NEW === undefined) it.skip('progress notifications: needs ETCD_NEW');
  else {
    it('reports progress from another member when its own hangs', async () => {
      const { endpoints, kill } = await start({ members: 3, program: ETCD_NEW });
      const { store, letGo } = await openAtFirst(endpoints);
      const writer = await open(endpoints.slice(1));
      const quiet = await follow(store, writer, '/quiet/');
      letGo();
      await kill(0, 'SIGSTOP');
      const revision = await persist(writer, '/loud/0');
      await retry(() => store.currentRevision());
      await store.requestProgress();
      await within(SECONDS, 'progress', quiet.reached(revision));
      await kill(0, 'SIGCONT');
    });

    it("ignores progress notifications when a member's version is too old", async () => {
      const [fresh, old] = [await start({ program: ETCD_NEW }), await start({})];
      const store = await open([...fresh.endpoints, ...old.endpoints]);
      await store.currentRevision();
      const deadline = Date.now() + 2000;
      while (store.provesProgress && Date.now() < deadline) await delay(20);
      assert.equal(store.provesProgress, false);
    });

    it('sends heartbeats', async () => {
      const { endpoints } = await start({ program: ETCD_NEW });
      const store = await open(endpoints);
      await persist(store, '/loud/0');
      const { signal } = new AbortController();
      const from = (await store.currentRevision()) + 1;
      let beats = 0;
      for await (const batch of store.watch('/quiet/', { from, signal, heartbeat: 50 })) {
        assert.deepEqual([batch.revision, batch.events.length], [from - 1, 0]);
        if (++beats === 3) break;
      }
    });
  }

  /** Watches a prefix through one store while another one writes to it. */
  async function follow(store: Store, writer: Store, prefix = '/w/') {
    const from = await persist(writer, `${prefix}first`);
    const abort = new AbortController();
    const seen: Revision[] = [];
    const state = { revision: 0 };
    let count = 0;
    const ended = (async () => {
      for await (const batch of checked(store.watch(prefix, { from, signal: abort.signal }))) {
        seen.push(...batch.events.map(revisionOf));
        state.revision = batch.revision;
      }
    })();
    cleanups.push(async () => {
      abort.abort();
      await ended;
    });
    const reached = async (wanted: Revision) => {
      while (state.revision < wanted) await delay(10);
    };
    const writes = async (number: number) => {
      let last = 0;
      for (let i = 0; i < number; i++) last = await persist(writer, `${prefix}${count++}`);
      return last;
    };
    return {
      reached,
      writes,
      async seesNewWrites() {
        const last = await writes(5);
        await within(SECONDS, 'the watch', reached(last));
      },
      /** The watch delivered each event exactly once. */
      async isExact() {
        const { entries } = await retry(() => writer.list(prefix));
        const expected = entries.map((entry) => entry.revision).sort((a, b) => a - b);
        assert.deepEqual(seen, expected);
      },
    };
  }
});

/** Creates a key, with retries, and returns its revision. */
async function persist(store: Store, key: string): Promise<Revision> {
  for (;;) {
    const result = await retry(() => store.create(key, bytes('v')));
    if (result.ok) return result.revision;
    if (result.current !== undefined) return result.current.revision;
  }
}

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
