import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCollector, type Collector } from '@pilothouse/runtime/tracing/collector.test.helper.js';
import { createMany, latencies } from './client.js';
import { cpuSeconds, requestsPerSecond } from './load.js';
import { objectText } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { createStoreLocation, startIn, type RunningServer, type StoreLocation } from './server.js';
import { median } from './statistics.js';
import { configMapsIn } from './target.js';

const ROUNDS = 4;
const SECONDS = 2;
/** Servers with the same settings: equal processes differ by some percent, since V8 optimises each in its own way. */
const EQUAL = 3;
/** Pairs of measurements on one server. */
const PAIRS = 15;
/** Connections of the client. */
const CONNECTIONS = 16;
/** Seconds of sampled requests, of which one percent would take minutes to warm up. */
const WARM_UP = 12;

/** Servers without tracing, and servers that leave the sampling to clients. */
interface Traced {
  readonly off: readonly RunningServer[];
  readonly on: readonly RunningServer[];
  readonly collector: Collector;
  readonly locations: readonly StoreLocation[];
}

/** What tracing adds to the processor time of a request, with a collector in this process. */
export const tracing = group<Traced>({
  async start(store: StoreName) {
    if (store !== 'ephemeral') return undefined;
    const collector = await startCollector();
    const [off, on]: [RunningServer[], RunningServer[]] = [[], []];
    const locations: StoreLocation[] = [];
    for (let index = 0; index < 2 * EQUAL; index++) {
      const location = await createStoreLocation(store);
      locations.push(location);
      const isOn = index % 2 === 1;
      const server = await startIn(location, isOn ? [await flagOf(location, collector)] : []);
      (isOn ? on : off).push(server);
      await createMany(server, { path: configMapsIn(server), bodies: [objectText('bench')] });
      await requestsPerSecond(server, { ...getsOf(server), seconds: WARM_UP, traceparent: sampledContext(0) });
    }
    return { off, on, collector, locations };
  },
  async stop({ off, on, collector, locations }) {
    await Promise.all([...off, ...on].map((server) => server.stop()));
    await Promise.all(locations.map((location) => location.remove()));
    collector.stop();
  },
  rows: [
    {
      name: 'tracing of 1 %, added to a get',
      why: 'Processor time that tracing adds to a get of 1 KB if the client samples one percent of requests. One server, with and without in turns.',
      target: 3,
      better: 'lower',
      run: ({ on }) => addedBySampling(on, 100),
    },
    {
      name: 'tracing of nothing, added to a get',
      why: 'The same if no request is sampled, beside servers without tracing.',
      target: 3,
      better: 'lower',
      run: addedByNothing,
    },
    {
      name: 'tracing of everything, added to a get',
      why: 'The same if all requests are sampled.',
      better: 'lower',
      run: ({ on }) => addedBySampling(on, 1),
    },
  ],
});

const getsOf = (server: RunningServer) => ({ path: `${configMapsIn(server)}/bench`, concurrent: CONNECTIONS });

/** The context of a sampled trace of its own. */
function sampledContext(index: number): string {
  return `00-${(index + 1).toString(16).padStart(32, '0')}-00f067aa0ba902b7-01`;
}

async function flagOf({ directory }: StoreLocation, { endpoint }: Collector): Promise<string> {
  const file = join(directory, 'tracing.json');
  const type = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'TracingConfiguration' };
  await writeFile(file, JSON.stringify({ ...type, endpoint, samplingRatePerMillion: 0 }));
  return `--tracing-config-file=${file}`;
}

async function addedByNothing({ off, on }: Traced): Promise<Measurement> {
  const microseconds = async (server: RunningServer): Promise<number> => {
    const { cpu } = await requestsPerSecond(server, { ...getsOf(server), seconds: SECONDS });
    return 1_000_000 / (cpu?.perSecond ?? Number.NaN);
  };
  const pairs = off.flatMap((without, index) => on.slice(index, index + 1).map((traced) => [without, traced] as const));
  return added(Array.from({ length: ROUNDS }, () => pairs).flat(), microseconds);
}

/** What it costs that one of so many requests is sampled. */
async function addedBySampling([server]: readonly RunningServer[], each: number): Promise<Measurement> {
  if (server === undefined) throw new Error('the server is missing');
  const { path } = getsOf(server);
  const options = { method: 'GET', path, connections: CONNECTIONS, seconds: SECONDS };
  const microseconds = async (isSampled: boolean): Promise<number> => {
    const before = await cpuSeconds(server);
    const traceparent = (index: number) => (isSampled && index % each === 0 ? sampledContext(index) : undefined);
    const { length } = await latencies(server, { ...options, traceparent });
    return (1_000_000 * ((await cpuSeconds(server)) - before)) / length;
  };
  return added(
    Array.from({ length: PAIRS }, () => [false, true] as const),
    microseconds,
  );
}

/** Measures pairs, without and with, one after the other. */
async function added<What>(
  pairs: readonly (readonly [What, What])[],
  microseconds: (what: What) => Promise<number>,
): Promise<Measurement> {
  const [off, on]: [number[], number[]] = [[], []];
  for (const [without, traced] of pairs) {
    off.push(await microseconds(without));
    on.push(await microseconds(traced));
  }
  const [without, traced] = [median(off), median(on)];
  return {
    value: (traced / without - 1) * 100,
    unit: '%',
    note: `${without.toFixed(1)} and ${traced.toFixed(1)} µs`,
  };
}
