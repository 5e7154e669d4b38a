import type { Client } from '@pilothouse/client/client.js';
import { namespaces } from '@pilothouse/client/core.js';
import { ALWAYS_EXPLAINED, createRecorder, type Recorder } from '../model/recorder.js';
import { runModel } from '../model/run.js';
import { eventually } from '../support/eventually.js';
import type { Disturbance, Span } from './disturb.js';
import { FORBIDDEN_PLACE, tryForbidden } from './forbidden.js';
import { lateWrites } from './leaders.js';
import { converged, makeNamespaces } from './namespaces.js';
import { observe, type Observation } from './observe.js';
import type { Production } from './place.js';
import { productionSystem } from './system.js';

export interface ProductionResult {
  /** What no fault explains; nothing where all is well. */
  readonly anomalies: readonly string[];
  /** What was done and seen, line by line. */
  readonly summary: readonly string[];
}

/** Few and slow, so that what is checked is order and not speed. */
const LOAD = { writers: 6, readers: 4, watchers: 8, pace: 40 };
/** MiB; far more than any process takes that holds on to nothing. */
const MOST_MEMORY = 700;

/** Lets clients and controllers work while everything breaks, and holds what they saw against etcd's own log. */
export async function runProduction(
  production: Production,
  { seed, milliseconds }: { readonly seed: number; readonly milliseconds: number },
): Promise<ProductionResult> {
  const system = await productionSystem(production);
  const recorder = createRecorder(ALWAYS_EXPLAINED);
  const stop = new AbortController();
  try {
    const admin = system.connect();
    const observation = observe(production, recorder);
    const model = runModel({ system, seed, milliseconds, load: LOAD, recorder }).finally(() => stop.abort());
    await Promise.race([eventually(() => isThere(admin, FORBIDDEN_PLACE), 'the model has made its namespaces'), model]);
    const [{ violations, summary }, made, forbidden] = await Promise.all([
      model,
      makeNamespaces(admin, stop.signal),
      tryForbidden(admin, production.anomalies, stop.signal),
    ]);
    await observation.stop();
    const unsettled = await converged(admin, made).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    const disturbance = system.disturbance() ?? { counts: new Map(), outlived: [], spans: [] };
    const late = await lateWrites(production, disturbance.outlived);
    const heavy = [...observation.memory]
      .filter(([, most]) => most > MOST_MEMORY)
      .map(([name, most]) => `${name} took ${most} MiB`);
    return {
      anomalies: [...production.anomalies, ...violations, ...unsettled, ...late, ...heavy],
      summary: [
        summary,
        `${made.kept.length + made.deleted.length} namespaces made, ${made.deleted.length} deleted; ${forbidden} forbidden writes refused`,
        ...describe(recorder, disturbance, observation),
      ],
    };
  } finally {
    await system.remove();
  }
}

async function isThere(client: Client, name: string): Promise<boolean> {
  return (await client.of(namespaces).list()).items.some(({ metadata }) => metadata.name === name);
}

function describe(recorder: Recorder, { counts, outlived, spans }: Disturbance, observation: Observation): string[] {
  const { writes, reads, memory } = observation;
  const causes = new Map<string, number>();
  for (const { cause } of recorder.lost) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  return [
    `longest time without a write that went well ${writes.milliseconds} ms (${writes.during.join(', ')})`,
    `longest time without a read that went well ${reads.milliseconds} ms (${reads.during.join(', ')})`,
    `${recorder.expired} relists after 410; ${outlived.length} leaders outlived their lease`,
    `operations: ${told(operations(recorder))}`,
    `requests without an answer: ${told(causes)}`,
    ...noticed(recorder, spans),
    `faults: ${told(counts)}`,
    `most memory in MiB: ${told(memory)}`,
  ];
}

/** How many there were of each kind and outcome. */
function operations({ writes, gets, lists }: Recorder): Map<string, number> {
  const counts = new Map<string, number>([
    ['gets', gets.length],
    ['lists', lists.length],
  ]);
  for (const { state, effect, expected, outcome } of writes) {
    const over = expected === undefined ? 'any version' : 'a version';
    const verb = effect === 'change' ? 'patch' : 'update';
    const named = effect === 'apply' ? 'apply' : expected === 0 ? 'create' : `${verb} over ${over}`;
    const kind = `${state === undefined ? 'delete' : named} ${outcome}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function told(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Faults that no client may notice, but by waiting longer. */
const HARMLESS = /API server is restarted|service|manager/;
/** Milliseconds after the end of a fault in which what it broke is still found out. */
const AFTER = 10_000;

/** Requests that were lost while nothing was broken that could have lost them. */
function noticed({ lost }: Recorder, spans: readonly Span[]): string[] {
  const harmful = spans.filter(({ name }) => !HARMLESS.test(name));
  return lost
    .filter(({ from, to }) => !harmful.some((span) => span.from <= to && from <= span.to + AFTER))
    .map(({ what, cause, from, to }) => {
      const during = spans.filter((span) => span.from <= to && from <= span.to + AFTER).map(({ name }) => name);
      return `${what} was lost for no reason (${cause}) during ${during.join(', ')}`;
    });
}
