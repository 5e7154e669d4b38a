import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@pilothouse/client/client.js';
import { createInformer, type Informer } from '@pilothouse/client/informer.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { isNotFound } from '../refusals.js';
import type { Graph } from './graph.js';
import { trim } from './object.js';

/** The watches that show the graph what there is, one for each type. */
export interface Monitors {
  /** From now on these types are watched, and no others. Resolves when what there is of the new ones is in the graph. */
  readonly follow: (types: readonly ResourceType[]) => Promise<void>;
  /**
   * Whether everything there is of the types in a scope is in the graph, or of all types where there is none. A type that
   * could not be read for so many milliseconds is no longer waited for.
   */
  readonly knows: (scope: ResourceType['scope'] | undefined, patience: number) => boolean;
  /** Resolves when the signal has been aborted and every watch has ended. */
  readonly ended: () => Promise<void>;
}

export interface MonitorsOptions {
  readonly client: Pick<Client, 'metadataOf'>;
  readonly graph: Graph;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
  /** Called with the type of every object that comes, changes or goes. */
  readonly onChange?: (type: ResourceType) => void;
  /** Called where the server says that it has no such type. That is an error only where it stays so for a while. */
  readonly onMissing?: (type: ResourceType) => void;
}

const IN_A_TURN = 10;
/** Milliseconds after which a type that is listed, and is not there, is an error. */
const MISSING = 10_000;

interface Monitor {
  readonly type: ResourceType;
  /** When it was started. */
  readonly since: number;
  hasSynced: boolean;
  readonly informer: Informer<ApiObject>;
  readonly stop: AbortController;
}

export function createMonitors(options: MonitorsOptions): Monitors {
  const { client, graph, signal, onError, timing, onChange, onMissing } = options;
  let monitors: readonly Monitor[] = [];
  const driven = new Set<Promise<void>>();

  const start = (type: ResourceType): Monitor => {
    let missingSince: number | undefined;
    const informer = createInformer({
      source: client.metadataOf(type),
      transform: trim,
      timing,
      onError(error, retryIn) {
        missingSince = isNotFound(error) ? (missingSince ?? timing.now()) : undefined;
        if (missingSince !== undefined) onMissing?.(type);
        if (missingSince === undefined || timing.now() - missingSince >= MISSING) onError(error, retryIn);
      },
    });
    const stop = new AbortController();
    return { type, since: timing.now(), hasSynced: false, informer, stop };
  };

  /** Begins to watch, a few types in each turn of the event loop: there may be thousands of them. */
  const driveEach = async (started: readonly Monitor[]): Promise<void> => {
    for (const [index, monitor] of started.entries()) {
      if (index > 0 && index % IN_A_TURN === 0) await nextTurn();
      const ended = drive(monitor, AbortSignal.any([signal, monitor.stop.signal]));
      driven.add(ended);
      void ended.then(() => driven.delete(ended));
    }
  };

  const drive = async ({ type, informer }: Monitor, until: AbortSignal): Promise<void> => {
    for await (const { type: change, object } of informer.changes(until)) {
      // What comes late from a watch that has ended is lost already.
      if (until.aborted) return;
      const { metadata } = object;
      if (change === 'deleted') graph.remove(metadata.uid ?? '');
      else graph.observe({ type, metadata });
      onChange?.(type);
    }
  };

  /** Resolves once all that the server had is in the graph; the changes that tell of it come one by one, after this. */
  const sync = async (monitor: Monitor): Promise<void> => {
    const { type, informer } = monitor;
    await informer.hasSynced;
    for (const { metadata } of informer.objects.values()) graph.observe({ type, metadata });
    monitor.hasSynced = true;
  };

  /** Ends a watch. What it has shown is lost, save what its successor, if there is one, shows as well. */
  const retire = async ({ type, informer, stop }: Monitor, succeeded: Promise<void> | undefined): Promise<void> => {
    stop.abort();
    // Where that has failed, nobody shows it.
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
      const driving = driveEach(started);
      const synced = new Map(started.map((monitor) => [resourceOf(monitor.type), sync(monitor)]));
      const retired = before
        .filter((monitor) => !isKept(monitor))
        .map((monitor) => retire(monitor, synced.get(resourceOf(monitor.type))));
      // What ends before it has synced has not failed.
      await Promise.allSettled([driving, ...synced.values(), ...retired]);
    },
    knows: (scope, patience) =>
      monitors.every(
        ({ type, since, hasSynced }) =>
          hasSynced || timing.now() - since >= patience || (scope !== undefined && type.scope !== scope),
      ),
    async ended() {
      await Promise.all(driven);
    },
  };
}

function resourceOf({ group, resource }: ResourceType): string {
  return `${group}/${resource}`;
}

/** Types of one resource are different where they are read differently, or where their objects are called differently. */
function formOf({ group, resource, version, kind, scope }: ResourceType): string {
  return `${group}/${resource}/${version}/${kind}/${scope}`;
}
