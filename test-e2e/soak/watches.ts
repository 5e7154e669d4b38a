import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { collectionOf, idOf, type Resource } from './change.js';
import { collectionIn, request, type Load } from './load.js';
import type { Stream } from './track.js';

export interface Place {
  readonly resource: Resource;
  readonly namespace: string;
}

export interface Watches {
  /** Lists after 410. */
  readonly relists: () => number;
  /** Connections of watches. */
  readonly starts: () => number;
  /** Stored changes that the slowest watch has not shown. */
  readonly behind: () => number;
  /** Resolves after the signal is aborted. */
  readonly ended: Promise<unknown>;
}

/** Milliseconds before a broken watch is resumed. */
const AGAIN = 200;

/** Watches each place in turn, `count` in all, until the signal is aborted. Resolves once all of them have begun. */
export async function runWatches(
  load: Load,
  places: readonly Place[],
  count: number,
  signal: AbortSignal,
): Promise<Watches> {
  let [relists, starts] = [0, 0];
  const streams: Stream[] = [];

  async function begin(index: number): Promise<() => Promise<void>> {
    const { resource, namespace } = places[index % places.length] ?? { resource: 'configmaps', namespace: '' };
    const objects = collectionIn(load.client(index), resource, namespace);
    const track = load.ledger.track(collectionOf(resource, namespace));
    let { resourceVersion } = await objects.list();
    const stream = track.stream(`watch ${index}`, Number(resourceVersion));
    streams.push(stream);

    async function follow(): Promise<void> {
      starts += 1;
      for await (const { type, object } of objects.watch({ resourceVersion, bookmarks: true, signal })) {
        resourceVersion = object.metadata.resourceVersion ?? '';
        const { name = '' } = object.metadata;
        const revision = Number(resourceVersion);
        if (type === 'BOOKMARK') stream.note({ type, revision });
        else if (name !== 'kube-root-ca.crt') {
          load.measure.event();
          stream.note({ type, revision, name, id: idOf(resource, object) });
        }
      }
    }
    async function relist(): Promise<void> {
      const what = `list of ${resource} in ${namespace} after 410`;
      const list = await request(load, { verb: 'list', what }, (limit) => objects.list({ signal: limit }));
      if (!list.ok) return;
      relists += 1;
      ({ resourceVersion } = list.value);
      stream.note({ type: 'relist', revision: Number(resourceVersion) });
    }
    return async () => {
      while (!signal.aborted) {
        try {
          await follow();
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof StatusError && error.code === 410) await relist();
          else await pause(AGAIN);
        }
      }
    };
  }

  const all = await Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
  return {
    relists: () => relists,
    starts: () => starts,
    behind: () => Math.max(0, ...streams.map((stream) => stream.behind())),
    ended: Promise.all(all.map((run) => run())),
  };
}
