import type { Client } from '@pilothouse/client/client.js';
import { createInformer, type Informer } from '@pilothouse/client/informer.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { isNotFound } from '../api-errors.js';
import type { Graph } from './graph.js';
import { trim } from './object.js';

/** The watches that feed the graph, one for each type. */
export interface Monitors {
  /** Watches exactly these types from now on. Resolves when the objects of new types are in the graph. */
  readonly follow: (types: readonly ResourceType[]) => Promise<void>;
  /**
   * Whether the graph contains all objects of the types of a scope, or of all types if it is undefined. A type that has not
   * synced within the timeout, in milliseconds, is ignored.
   */
  readonly knows: (scope: ResourceType['scope'] | undefined, timeout: number) => boolean;
  /** Resolves when the signal has aborted and every watch has ended. */
  readonly ended: () => Promise<void>;
}

export interface MonitorsOptions {
  readonly client: Pick<Client, 'metadataOf'>;
  readonly graph: Graph;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
  /** Called with the type of every changed object. */
  readonly onChange?: (type: ResourceType) => void;
  /** Called when the server answers 404 for a type, which is an error only after some time. */
  readonly onMissing?: (type: ResourceType) => void;
}

/** First lists that are under way at once. The server rejects requests beyond its queue, and answers in memory add up. */
const LISTS_AT_ONCE = 50;
/** Milliseconds after which a discovered type that is not found is an error. */
const MISSING_TIMEOUT = 10_000;

interface Monitor {
  readonly type: ResourceType;
  /** When it was started; Infinity before. */
  since: number;
  hasSynced: boolean;
  readonly informer: Informer<ApiObject>;
  /** Resolves after the first list, whether it failed or not. */
  readonly listed: Promise<void>;
  readonly stop: AbortController;
}

export function createMonitors(options: MonitorsOptions): Monitors {
  const { client, graph, signal, onError, timing, onChange, onMissing } = options;
  let monitors: readonly Monitor[] = [];
  const driven = new Set<Promise<void>>();
  const stopAll = (): void => {
    for (const { stop } of monitors) stop.abort(signal.reason);
  };
  // One listener for all: an AbortSignal.any for each would take kilobytes.
  signal.addEventListener('abort', stopAll, { once: true });

  const start = (type: ResourceType): Monitor => {
    let missingSince: number | undefined;
    let onListed: () => void = () => undefined;
    const listed = new Promise<void>((resolve) => (onListed = resolve));
    const informer = createInformer({
      source: client.metadataOf(type),
      transform: trim,
      timing,
      onError(error, retryIn) {
        onListed();
        missingSince = isNotFound(error) ? (missingSince ?? timing.now()) : undefined;
        if (missingSince !== undefined) onMissing?.(type);
        if (missingSince === undefined || timing.now() - missingSince >= MISSING_TIMEOUT) onError(error, retryIn);
      },
    });
    const stop = new AbortController();
    informer.hasSynced.then(onListed, onListed);
    return { type, since: Infinity, hasSynced: false, informer, listed, stop };
  };

  /** Starts watches with limited concurrency, since there may be thousands. */
  const driveEach = async (started: readonly Monitor[]): Promise<void> => {
    const left = started.values();
    const startNext = async (): Promise<void> => {
      for (const monitor of left) {
        monitor.since = timing.now();
        const ended = drive(monitor, monitor.stop.signal);
        driven.add(ended);
        void ended.then(() => driven.delete(ended));
        await monitor.listed;
      }
    };
    await Promise.all(Array.from({ length: LISTS_AT_ONCE }, startNext));
  };

  const drive = async ({ type, informer }: Monitor, until: AbortSignal): Promise<void> => {
    for await (const { type: change, object } of informer.changes(until)) {
      // The objects of a stopped watch are already untracked.
      if (until.aborted) return;
      const { metadata } = object;
      if (change === 'deleted') graph.remove(metadata.uid ?? '');
      else graph.observe({ type, metadata });
      onChange?.(type);
    }
  };

  /** Resolves once all listed objects are in the graph. */
  const sync = async (monitor: Monitor): Promise<void> => {
    await monitor.informer.hasSynced;
    monitor.hasSynced = true;
  };

  /** Stops a watch and untracks its objects, except those that its successor has observed. */
  const retire = async ({ type, informer, stop }: Monitor, succeeded: Promise<void> | undefined): Promise<void> => {
    stop.abort();
    // A failed successor has observed none.
    await succeeded?.catch(() => undefined);
    for (const { metadata } of informer.objects.values()) graph.lose(metadata.uid ?? '', type);
  };

  return {
    async follow(types) {
      const before = monitors;
      const wanted = new Set(types.map(formOf));
      const isKept = ({ type }: Monitor): boolean => wanted.has(formOf(type));
      const kept = before.filter(isKept);
      const present = new Set(kept.map(({ type }) => formOf(type)));
      const started = types.filter((type) => !present.has(formOf(type))).map(start);
      monitors = [...kept, ...started];
      if (signal.aborted) stopAll();
      const driving = driveEach(started);
      const synced = new Map(started.map((monitor) => [resourceOf(monitor.type), sync(monitor)]));
      const retired = before
        .filter((monitor) => !isKept(monitor))
        .map((monitor) => retire(monitor, synced.get(resourceOf(monitor.type))));
      // A watch that stops before its sync is no failure.
      await Promise.allSettled([driving, ...synced.values(), ...retired]);
    },
    knows: (scope, timeout) =>
      monitors.every(
        ({ type, since, hasSynced }) =>
          hasSynced || timing.now() - since >= timeout || (scope !== undefined && type.scope !== scope),
      ),
    async ended() {
      await Promise.all(driven);
    },
  };
}

function resourceOf({ group, resource }: ResourceType): string {
  return `${group}/${resource}`;
}

/** Identifies the watch of a type: it changes when the objects are read or named differently. */
function formOf({ group, resource, version, kind, scope }: ResourceType): string {
  return `${group}/${resource}/${version}/${kind}/${scope}`;
}
