import { setTimeout as pause } from 'node:timers/promises';
import { namespaces } from '@pilothouse/client/core.js';
import { violationsOf } from './check.js';
import type { ClientOptions } from './client.js';
import type { LogEntry, Scope } from './history.js';
import { createModel, type Model } from './model.js';
import { createRandom, type Random } from './random.js';
import { randomScope, readList, runReader } from './reader.js';
import { createRecorder, type Recorder } from './recorder.js';
import { NAMESPACES, type Replicas } from './replica.js';
import type { System } from './system.js';
import { startWatcher, type Watcher } from './watcher.js';
import { runWriter } from './writer.js';

export interface RunOptions {
  readonly system: System;
  readonly seed: number;
  /** Duration of the faults and of the load. */
  readonly milliseconds: number;
  readonly load?: Load;
  readonly recorder?: Recorder;
}

/** The number of clients, and the average milliseconds that each pauses between two requests. */
export interface Load {
  readonly writers: number;
  readonly readers: number;
  readonly watchers: number;
  readonly pace: number;
}

export interface RunResult {
  readonly violations: readonly string[];
  /** A summary in one line. */
  readonly summary: string;
}

const FULL_LOAD: Load = { writers: 6, readers: 3, watchers: 8, pace: 0 };
/** Scopes that are always watched. */
const SCOPES: readonly Scope[] = [{}, { namespace: 'model-a' }, { namespace: 'model-a', name: 'n0' }];
/** Milliseconds after the last repair within which a watch must have delivered everything. */
const CATCH_UP = 20_000;
/** Where the log cannot be read, a watch without an event for so long counts as complete. */
const QUIET = 1500;

/** Runs clients against the system, injects faults, and checks all observations against the store's log. */
export async function runModel(options: RunOptions): Promise<RunResult> {
  const { system, seed, milliseconds, load = FULL_LOAD, recorder = createRecorder() } = options;
  const { replicas } = system;
  await Promise.all(NAMESPACES.map((name) => replicas[0].client().of(namespaces).create({ metadata: { name } })));
  const [writing, watching] = [new AbortController(), new AbortController()];
  const known = new Map<string, number>();
  const client = (name: string, index: number, signal: AbortSignal): ClientOptions => ({
    name: `${name}${index}`,
    replicas: preferredBy(index, replicas),
    recorder,
    random: createRandom(seed * 1000 + index),
    pace: load.pace,
    signal,
    known,
  });
  const watchers = Array.from({ length: load.watchers }, (_, index) => {
    const options = { ...client('watcher', index, watching.signal), replicas: system.watched ?? replicas };
    return startWatcher(options, SCOPES[index] ?? randomScope(options.random));
  });
  const busy = [
    ...Array.from({ length: load.writers }, (_, index) => runWriter(client('writer', 100 + index, writing.signal))),
    ...Array.from({ length: load.readers }, (_, index) => runReader(client('reader', 200 + index, writing.signal))),
  ];
  const random = createRandom(seed * 1000 + 300);
  const until = performance.now() + milliseconds;
  let disturbed = '';
  try {
    disturbed = await system.disturb(random, until);
  } finally {
    writing.abort();
    await Promise.all(busy);
  }

  const through = await lastRevision(system, recorder, random);
  await catchUp(system, watchers, through);
  for (const watcher of watchers) {
    const stream = watcher.stream();
    if (stream === undefined) recorder.wrongAnswers.push(`a watch of ${JSON.stringify(watcher.scope)} never came back`);
    else stream.through = through;
  }
  watching.abort();
  await Promise.all(watchers.map(({ ended }) => ended));
  const log = await system.finish();
  const violations = [...recorder.wrongAnswers, ...violationsOf({ ...recorder, log })];
  return { violations, summary: `${summaryOf(recorder, log)}; ${disturbed}` };
}

/** Some clients always use one server, so that not all of them wait for one that hangs. */
function preferredBy(index: number, replicas: Replicas): Replicas {
  const preferred = replicas[index % (replicas.length + 1)];
  return preferred === undefined ? replicas : [preferred];
}

/** The resourceVersion of a list after the last repair. It must be available within the time limit of watches. */
async function lastRevision({ replicas }: System, recorder: Recorder, random: Random): Promise<number> {
  const deadline = performance.now() + CATCH_UP;
  const everything = { scope: {}, version: { type: 'mostRecent' }, limit: undefined } as const;
  while (performance.now() < deadline) {
    const list = await readList({ replicas, recorder, random }, replicas[0], everything);
    if (list !== undefined) return list.revision;
    await pause(100);
  }
  recorder.wrongAnswers.push(`no list could be had ${CATCH_UP} ms after everything was mended`);
  return 0;
}

/** Resolves when every watch has delivered everything, or its time is over. */
async function catchUp({ logSoFar }: System, watchers: readonly Watcher[], through: number): Promise<void> {
  const deadline = performance.now() + CATCH_UP;
  const model = logSoFar && createModel(await logSoFar());
  let last = { count: -1, at: 0 };
  while (performance.now() < deadline) {
    await pause(50);
    if (model !== undefined) {
      if (watchers.every((watcher) => hasAll(watcher, model, through))) return;
      continue;
    }
    const count = watchers.reduce((sum, watcher) => sum + watcher.count(), 0);
    if (count !== last.count) last = { count, at: performance.now() };
    if (performance.now() - last.at > QUIET && watchers.every((watcher) => watcher.stream() !== undefined)) return;
  }
}

function hasAll(watcher: Watcher, model: Model, through: number): boolean {
  const stream = watcher.stream();
  if (stream === undefined) return false;
  const reached = stream.seen.at(-1)?.revision ?? stream.from;
  const next = model.eventsAfter(reached, watcher.scope).next();
  return next.done === true || next.value.revision > through;
}

function summaryOf(recorder: Recorder, log: readonly LogEntry[]): string {
  const { writes, lists, gets, streams, expired, refused } = recorder;
  const events = streams.reduce((sum, { seen }) => sum + seen.length, 0);
  const unknown = writes.filter(({ outcome }) => outcome === 'unknown').length;
  return (
    `${writes.length} writes (${log.length} in the log, ${unknown} of unknown outcome), ${lists.length} lists, ${gets.length} gets, ` +
    `${events} events of ${streams.length} watches checked; ${refused} refused, ${expired} expired`
  );
}
