import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { configMaps } from '@pilothouse/client/core.js';
import { collectionPath } from '@pilothouse/client/resource-type.js';
import { decodeWatch, type WatchEvent } from '@pilothouse/client/watch.js';
import type { ClientOptions } from './client.js';
import type { Scope, SeenBookmark, SeenEvent, SeenObject, StreamRecord, Tick } from './history.js';
import { readList } from './reader.js';
import { RETRY } from './recorder.js';
import type { Replica } from './replica.js';
import { isOfModel, seenObject, selectorsOf } from './replica.js';

export interface Watcher {
  readonly scope: Scope;
  /** The latest stream; undefined before the first. */
  readonly stream: () => OpenStream | undefined;
  /** The number of events seen. */
  readonly count: () => number;
  /** Resolves when the signal was aborted. */
  readonly ended: Promise<void>;
}

export type OpenStream = { -readonly [Field in keyof StreamRecord]: StreamRecord[Field] };

/** The annotation of the bookmark after the initial objects of a watch. */
const INITIAL_END = 'k8s.io/initial-events-end';

/** Watches a scope until the signal is aborted. Each broken watch is resumed from its last version, through any replica. */
export function startWatcher(options: ClientOptions, scope: Scope): Watcher {
  const { recorder, random, replicas, signal } = options;
  let stream: OpenStream | undefined;
  let count = 0;
  /** The resourceVersion of the next watch; undefined if the state must be read again. */
  let version: number | undefined;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const replica = random.pick(replicas);
      if (version === undefined && random.chance(0.5)) {
        const wanted = { scope, version: { type: 'mostRecent' }, limit: undefined } as const;
        version = (await readList(options, replica, wanted))?.revision;
        if (version === undefined) await pause(RETRY);
        continue;
      }
      const stop = new AbortController();
      const end = (): void => stop.abort();
      const timer = setTimeout(end, random.between(200, 8000));
      signal.addEventListener('abort', end);
      try {
        await follow(replica, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) await afterFailure(error);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    }
  }

  async function afterFailure(error: unknown): Promise<void> {
    if (error instanceof StatusError && error.code === 410) {
      recorder.expired += 1;
      version = undefined;
      stream = undefined;
      return;
    }
    recorder.refused += 1;
    if (error instanceof StatusError && ![429, 503, 504].includes(error.code)) {
      recorder.wrongAnswers.push(`a watch was answered with ${error.code} ${error.message}`);
    }
    await pause(RETRY);
  }

  /** One watch to its end. */
  async function follow(replica: Replica, until: AbortSignal): Promise<void> {
    const initial = version === undefined ? { began: recorder.tick(), objects: [] } : undefined;
    const path = collectionPath(configMaps, scope.namespace);
    const start =
      version === undefined
        ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
        : { resourceVersion: String(version) };
    const query = {
      ...selectorsOf(scope),
      ...start,
      watch: true,
      allowWatchBookmarks: initial !== undefined || random.chance(0.7),
      timeoutSeconds: 1 + random.below(6),
    };
    const { body } = await replica.client().request({ path, query, signal: until });
    if (version !== undefined) begin(replica, version);
    for await (const event of decodeWatch<ConfigMap>(async () => body)) {
      if (version === undefined && initial !== undefined) {
        if (readInitial(replica, initial, event)) begin(replica, (version = revisionOf(event)));
      } else {
        version = revisionOf(event);
        if (event.type === 'BOOKMARK') seen.push({ type: 'BOOKMARK', revision: version });
        else note(seenEvent(event.type, event.object));
      }
    }
  }

  let seen: (SeenEvent | SeenBookmark)[] = [];

  function begin(replica: Replica, from: number): void {
    seen = [];
    stream = { replica: replica.index, scope, from, seen };
    recorder.streams.push(stream);
  }

  function note(event: SeenEvent): void {
    if (!isOfModel(event.key)) return;
    count += 1;
    seen.push(event);
  }

  /** True at the bookmark that ends the initial state, which is recorded as a list. */
  function readInitial(replica: Replica, initial: Initial, event: WatchEvent<ConfigMap>): boolean {
    if (event.type === 'ADDED') {
      const object = seenObject(event.object);
      if (isOfModel(object.key)) initial.objects.push(object);
      return false;
    }
    if (event.type === 'BOOKMARK' && event.object.metadata.annotations?.[INITIAL_END] === 'true') {
      const request = { began: initial.began, ended: recorder.tick(), replica: replica.index };
      const list = { scope, version: { type: 'mostRecent' } as const, revision: revisionOf(event) };
      recorder.lists.push({ ...request, ...list, objects: initial.objects });
      return true;
    }
    recorder.wrongAnswers.push(`a watch began with ${event.type} before the bookmark behind its first objects`);
    return false;
  }

  return { scope, stream: () => stream, count: () => count, ended: run() };
}

interface Initial {
  readonly began: Tick;
  readonly objects: SeenObject[];
}

function revisionOf({ object }: WatchEvent<ConfigMap>): number {
  return Number(object.metadata.resourceVersion);
}

function seenEvent(type: SeenEvent['type'], object: ConfigMap): SeenEvent {
  return { type, ...seenObject(object) };
}
