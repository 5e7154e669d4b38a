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
import type { Production } from './installation.js';
import { productionSystem } from './system.js';

export interface ProductionResult {
  /** Observations that no fault explains; empty in a good run. */
  readonly anomalies: readonly string[];
  /** The actions and observations, line by line. */
  readonly summary: readonly string[];
}

/** Few slow clients: this run checks order and not speed. */
const LOAD = { writers: 6, readers: 4, watchers: 8, pace: 40 };
/** MiB. Far above the memory of a process without a leak. */
const MOST_MEMORY = 700;

/** Runs clients and controllers under faults, and checks their observations against etcd's log. */
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
    const disturbance = system.disturbance() ?? { counts: new Map(), suspended: [], spans: [] };
    const late = await lateWrites(production, disturbance.suspended);
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

function describe(recorder: Recorder, { counts, suspended, spans }: Disturbance, observation: Observation): string[] {
  const { writes, reads, memory } = observation;
  const causes = new Map<string, number>();
  for (const { cause } of recorder.lost) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  return [
    `longest time without a write that went well ${writes.milliseconds} ms (${writes.during.join(', ')})`,
    `longest time without a read that went well ${reads.milliseconds} ms (${reads.during.join(', ')})`,
    `${recorder.expired} relists after 410; ${suspended.length} leaders suspended for longer than their lease`,
    `operations: ${listOf(operations(recorder))}`,
    `requests without an answer: ${listOf(causes)}`,
    ...noticed(recorder, spans),
    `faults: ${listOf(counts)}`,
    `most memory in MiB: ${listOf(memory)}`,
  ];
}

/** The number of requests by kind and outcome. */
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

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Faults that clients may notice only as delay. */
const HARMLESS = /API server is restarted|service|manager/;
/** Milliseconds after the end of a fault in which clients may still detect its effects. */
const AFTER = 10_000;

/** Requests that were lost without an active fault that explains it. */
function noticed({ lost }: Recorder, spans: readonly Span[]): string[] {
  const harmful = spans.filter(({ name }) => !HARMLESS.test(name));
  return lost
    .filter(({ from, to }) => !harmful.some((span) => span.from <= to && from <= span.to + AFTER))
    .map(({ what, cause, from, to }) => {
      const during = spans.filter((span) => span.from <= to && from <= span.to + AFTER).map(({ name }) => name);
      return `${what} was lost for no reason (${cause}) during ${during.join(', ')}`;
    });
}
