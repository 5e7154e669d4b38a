import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { startTestApi, type TestApi } from '@pilothouse/apiserver/server/api.test.helper.js';
import { cacheInFront } from '@pilothouse/apiserver/server/stores/cache.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { openStore } from '@pilothouse/storage/open.js';
import type { Store } from '@pilothouse/storage/store.js';
import { CONFIG_MAPS } from './api.js';
import type { RunningEtcd } from './etcd.js';
import { generated, objectText } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { etcdFor } from './server.js';
import { medianOf } from './statistics.js';

const RUNS = 5;
const CREATES = 2000;
/** Creates in flight, as in the rows over a socket. */
const CONCURRENT = 16;
const MICROSECONDS = 1_000_000;

/** The layers of a create. Each has a store of its own. */
interface Layers {
  readonly store: Store;
  readonly cached: CachedStore;
  readonly api: TestApi;
  readonly etcd: RunningEtcd | undefined;
}

/** CPU time of a create with 16 in flight: each row includes those above it, so that a difference is the cost of a layer. */
export const createParts = group<Layers>({
  start: async (store) => (store === 'embedded' ? undefined : openLayers(store)),
  async stop({ store, cached, api, etcd }) {
    await api.close();
    await Promise.all([store.close(), cached.close()]);
    await etcd?.stop();
  },
  rows: [
    {
      name: 'create, store',
      why: 'CPU time of this process for the write alone: on etcd the transaction, its frames and system calls.',
      better: 'lower',
      run: ({ store, etcd }) => cpuTime((index) => written(store, index), etcd),
    },
    {
      name: 'create, store and watch cache',
      why: 'The same with the event that comes back, its attributes, and the collection in memory.',
      better: 'lower',
      run: ({ cached, etcd }) => cpuTime((index) => written(cached, index), etcd),
    },
    {
      name: 'create, whole API without a socket',
      why: 'The same with filters, decoding, defaults, field ownership, admission, validation and encoding.',
      better: 'lower',
      run: ({ api, etcd }) => cpuTime(() => created(api), etcd),
    },
  ],
});

async function openLayers(store: StoreName): Promise<Layers> {
  const etcd = await etcdFor(store);
  const open = (prefix: string): Promise<Store> =>
    openStore(etcd === undefined ? { type: 'ephemeral' } : { type: 'etcd', servers: [etcd.url], prefix }, {
      address: '',
      onError: () => undefined,
    });
  const options = { definitions: builtInResources(createDomain()), logger: createLogger(0) };
  const cached = cacheInFront(await open('/cached'), options);
  const own = cacheInFront(await open('/api'), options);
  await Promise.all([cached.ready(), own.ready()]);
  const api = await startTestApi({ store: own });
  return {
    store: await open('/store'),
    cached,
    api: {
      ...api,
      async close() {
        await api.close();
        await own.close();
      },
    },
    etcd,
  };
}

async function written(store: Store, index: number): Promise<void> {
  const { ok } = await store.create(`/configmaps/default/bench-${index}`, Buffer.from(objectText('bench')));
  if (!ok) throw new Error('the key exists');
}

const BODY = Buffer.from(generated(objectText));

async function created(api: TestApi): Promise<void> {
  const { status, message } = await api.request('POST', CONFIG_MAPS, { body: BODY });
  if (status !== 201) throw new Error(`the create was answered with ${status}: ${message}`);
}

/** The first run is not measured, because a new process still compiles its code. The note has the CPU time of etcd. */
async function cpuTime(create: (index: number) => Promise<void>, etcd: RunningEtcd | undefined): Promise<Measurement> {
  let next = 0;
  const run = (): Promise<void> => inParallel(() => create(next++));
  await run();
  const etcdBefore = etcd && (await cpuSecondsOf(etcd));
  const value = await medianOf(RUNS, async () => {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CREATES;
  });
  if (etcd === undefined || etcdBefore === undefined) return { value, unit: 'µs' };
  const ofEtcd = (((await cpuSecondsOf(etcd)) - etcdBefore) * MICROSECONDS) / (RUNS * CREATES);
  return { value, unit: 'µs', note: `etcd takes ${ofEtcd.toFixed(0)} µs` };
}

async function cpuSecondsOf({ url }: RunningEtcd): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

async function inParallel(create: () => Promise<void>): Promise<void> {
  let left = CREATES;
  const work = async (): Promise<void> => {
    while (left-- > 0) await create();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}
