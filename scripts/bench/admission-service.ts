import { startAdmissionService } from './admission-process.js';
import { latencies } from './client.js';
import { inNewNamespace } from './namespace.js';
import { objectText } from './objects.js';
import { group, type Measurement } from './row.js';
import { createStoreLocation, startIn } from './server.js';
import { percentile } from './statistics.js';
import { configMapsIn } from './target.js';

const CALLERS = 16;
/** Milliseconds between two creates of one caller: 16 callers stay far below the limit. */
const EVERY = 50;
const WARM_UP_SECONDS = 5;
/** Short rounds, so that what else the machine does slows down both kinds. */
const SECONDS = 1;
const ROUNDS = 15;
/** Objects in this namespace are not sent to the service. */
const UNSEEN = 'unseen';

interface Judged {
  /** The latencies of creates with 16 callers, in alternating rounds; measured once. */
  readonly waits: () => Promise<Waits>;
  readonly stop: () => Promise<void>;
}

interface Waits {
  readonly seen: readonly number[];
  readonly unseen: readonly number[];
}

/** An admission service in its own process, called over mTLS. */
export const admissionService = group<Judged>({
  start: async (store) => (store === 'ephemeral' ? startJudged() : undefined),
  stop: ({ stop }) => stop(),
  rows: [
    {
      name: 'admission service, mTLS, added p50',
      why: 'Median of the time that one call to an admission service in another process adds to a create.',
      target: 0.7,
      better: 'lower',
      run: (judged) => added(judged, 0.5),
    },
    {
      name: 'admission service, mTLS, added p99',
      why: 'The same for the slowest in a hundred.',
      target: 2.5,
      better: 'lower',
      run: (judged) => added(judged, 0.99),
    },
  ],
});

/** A percentile of all rounds: in one of them, it would be that of the slowest moment. */
async function added({ waits }: Judged, share: number): Promise<Measurement> {
  const { seen, unseen } = await waits();
  const without = percentile(unseen, share);
  const pace = `${CALLERS} callers who create ${(CALLERS * 1000) / EVERY} objects a second`;
  return { value: percentile(seen, share) - without, unit: 'ms', note: `${without.toFixed(1)} ms without; ${pace}` };
}

async function startJudged(): Promise<Judged> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const location = await createStoreLocation('ephemeral');
    stops.push(location.remove);
    const service = await startAdmissionService(location, UNSEEN);
    stops.push(service.stop);
    const server = await startIn(location, [`--admission-control-config-file=${service.config}`]);
    stops.push(server.stop);
    await inNewNamespace(server, UNSEEN);
    const create = (namespace: string, seconds = SECONDS): Promise<number[]> => {
      const path = configMapsIn({ namespace });
      const body = (index: number): string => objectText(`object-${Math.round(performance.now())}-${index}`);
      return latencies(server, { method: 'POST', path, body, connections: CALLERS, every: EVERY, seconds });
    };
    const measure = async (): Promise<Waits> => {
      const [seen, unseen]: [number[], number[]] = [[], []];
      await create(server.namespace, WARM_UP_SECONDS);
      for (let round = 0; round < ROUNDS; round++) {
        unseen.push(...(await create(UNSEEN)));
        seen.push(...(await create(server.namespace)));
      }
      return { seen, unseen };
    };
    let waits: Promise<Waits> | undefined;
    return { waits: () => (waits ??= measure()), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
