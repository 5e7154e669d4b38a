import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCollector, type Collector } from '@pilothouse/runtime/tracing/collector.test.helper.js';
import { createMany } from './client.js';
import { requestsPerSecond } from './load.js';
import { objectText } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { createStoreLocation, startIn, type RunningServer, type StoreLocation } from './server.js';
import { median } from './statistics.js';
import { configMapsIn } from './target.js';

const ROUNDS = 4;
const SECONDS = 2;
/** Servers with the same settings: equal processes differ by some percent, since V8 optimises each in its own way. */
const EQUAL = 3;
const PERCENT = 10_000;
/** Samples each request while code is compiled. */
const SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
/** Seconds of sampled requests, of which one percent would take minutes to warm up. */
const WARM_UP = 12;

/** Servers for each rate, and without tracing, whose rate is undefined. */
interface Traced {
  readonly collector: Collector;
  readonly servers: ReadonlyMap<number | undefined, readonly RunningServer[]>;
  readonly locations: readonly StoreLocation[];
}

/** What tracing adds to the processor time of a request, with a collector in this process. */
export const tracing = group<Traced>({
  async start(store: StoreName) {
    if (store !== 'ephemeral') return undefined;
    const collector = await startCollector();
    const servers = new Map<number | undefined, RunningServer[]>();
    const locations: StoreLocation[] = [];
    for (const rate of Array.from({ length: EQUAL }, () => [undefined, 0, PERCENT, 100 * PERCENT]).flat()) {
      const location = await createStoreLocation(store);
      locations.push(location);
      const server = await startIn(location, rate === undefined ? [] : [await flagOf(location, collector, rate)]);
      servers.set(rate, [...(servers.get(rate) ?? []), server]);
      await createMany(server, { path: configMapsIn(server), bodies: [objectText('bench')] });
      await requestsPerSecond(server, { ...getsOf(server), seconds: WARM_UP, traceparent: SAMPLED });
    }
    return { collector, servers, locations };
  },
  async stop({ collector, servers, locations }) {
    await Promise.all([...servers.values()].flat().map((server) => server.stop()));
    await Promise.all(locations.map((location) => location.remove()));
    collector.stop();
  },
  rows: [
    {
      name: 'tracing of 1 %, added to a get',
      why: 'Processor time that tracing adds to a get of 1 KB if one percent of requests are sampled. Gets with and without alternate.',
      target: 3,
      better: 'lower',
      run: (traced) => addedBy(traced, PERCENT),
    },
    {
      name: 'tracing of nothing, added to a get',
      why: 'The same if only clients decide which requests are sampled.',
      target: 3,
      better: 'lower',
      run: (traced) => addedBy(traced, 0),
    },
    {
      name: 'tracing of everything, added to a get',
      why: 'The same for sampled requests.',
      better: 'lower',
      run: (traced) => addedBy(traced, 100 * PERCENT),
    },
  ],
});

const getsOf = (server: RunningServer) => ({ path: `${configMapsIn(server)}/bench`, concurrent: 16 });

async function flagOf({ directory }: StoreLocation, { endpoint }: Collector, rate: number): Promise<string> {
  const file = join(directory, 'tracing.json');
  const type = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'TracingConfiguration' };
  await writeFile(file, JSON.stringify({ ...type, endpoint, samplingRatePerMillion: rate }));
  return `--tracing-config-file=${file}`;
}

async function addedBy({ servers }: Traced, rate: number): Promise<Measurement> {
  const microseconds = async (which: number | undefined, index: number): Promise<number> => {
    const server = servers.get(which)?.[index];
    if (server === undefined) throw new Error('the server is missing');
    const { cpu } = await requestsPerSecond(server, { ...getsOf(server), seconds: SECONDS });
    return 1_000_000 / (cpu?.perSecond ?? Number.NaN);
  };
  const [off, on]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS * EQUAL; round += 1) {
    off.push(await microseconds(undefined, round % EQUAL));
    on.push(await microseconds(rate, round % EQUAL));
  }
  const [without, added] = [median(off), median(on)];
  return {
    value: (added / without - 1) * 100,
    unit: '%',
    note: `${without.toFixed(1)} and ${added.toFixed(1)} µs`,
  };
}
