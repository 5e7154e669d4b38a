import { readFile } from 'node:fs/promises';
import type { Recorder } from '../model/recorder.js';
import { childrenOf } from '../support/children.js';
import type { Installation, Production } from './installation.js';

/** Observations while clients run. */
export interface Observation {
  /** The longest time without a successful request. */
  readonly writes: Gap;
  readonly reads: Gap;
  /** The peak memory of processes, by name, in MiB. */
  readonly memory: ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
}

export interface Gap {
  readonly milliseconds: number;
  /** The faults that were active then. */
  readonly during: readonly string[];
}

const EVERY = 20;
const MEMORY_EVERY = 1000;

export function observe(production: Production, recorder: Recorder): Observation {
  const { gets, lists } = recorder;
  const memory = new Map<string, number>();
  const [writes, reads] = [gap(), gap()];
  let [seen, acknowledged] = [0, 0];
  const looking = setInterval(() => {
    for (; seen < recorder.writes.length; seen++)
      if (recorder.writes[seen]?.outcome === 'acknowledged') acknowledged += 1;
    writes.look(acknowledged, production.broken);
    reads.look(gets.length + lists.length, production.broken);
  }, EVERY);
  let weighing = Promise.resolve();
  const timer = setInterval(() => {
    weighing = weighing.then(() => weigh(production, memory));
  }, MEMORY_EVERY);
  return {
    writes: writes.longest,
    reads: reads.longest,
    memory,
    async stop() {
      clearInterval(looking);
      clearInterval(timer);
      await weighing;
    },
  };
}

/** The longest time in which a count did not change. */
function gap(): { readonly longest: Gap; readonly look: (count: number, broken: ReadonlySet<string>) => void } {
  let [last, at] = [0, Infinity];
  let during = new Set<string>();
  const longest = { milliseconds: 0, during: [] as readonly string[] };
  return {
    longest,
    look(count, broken) {
      const now = performance.now();
      for (const name of broken) during.add(name);
      if (now - at > longest.milliseconds)
        Object.assign(longest, { milliseconds: Math.round(now - at), during: [...during] });
      if (count !== last) [last, at, during] = [count, now, new Set(broken)];
    },
  };
}

/** The processes of an installation: names and pids. */
export function processesOf(installation: Installation): [name: string, pid: number][] {
  const { etcd, balancer, apiServers, managers, tokenReviews, admissions } = installation;
  const ours = [...apiServers, ...managers, ...tokenReviews, ...admissions];
  return [
    ...ours.map(({ name, pid }): [string, number] => [name, pid()]),
    ...apiServers.flatMap(({ name, pid }) =>
      childrenOf(pid()).map((worker, index): [string, number] => [`${name}, worker ${index}`, worker]),
    ),
    ...etcd.endpoints.map((_url, member): [string, number] => [`etcd ${member}`, etcd.pid(member) ?? 0]),
    ['balancer', balancer.pid()],
  ];
}

async function weigh(production: Production, memory: Map<string, number>): Promise<void> {
  for (const [name, pid] of processesOf(production)) {
    // A process that has just exited has none.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
    memory.set(name, Math.max(memory.get(name) ?? 0, Math.round(peak)));
  }
}
