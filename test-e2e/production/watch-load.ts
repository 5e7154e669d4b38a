import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';

/** What many watches of few namespaces saw of the acknowledged writes. */
export interface Watched {
  readonly events: number;
  /** Acknowledged writes without an event, duplicate or late events, and watches that got 410. */
  readonly lost: number;
  readonly disordered: number;
  readonly relists: number;
}

export interface WatchedLoad {
  readonly acknowledged: (namespace: string, revision: number) => void;
  /** Waits for the last events, and ends all watches. */
  readonly finish: () => Promise<Watched>;
}

const TIMEOUTS = 20_000;

export async function watchLoad(
  clientOf: (index: number) => Client,
  names: readonly string[],
  watches: number,
): Promise<WatchedLoad> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const written = new Map(names.map((name) => [name, new Set<number>()]));
  const streams = await Promise.all(
    Array.from({ length: watches }, async (_, index) => {
      const namespace = names[index % names.length] ?? '';
      const maps = clientOf(index).of(configMaps).namespace(namespace);
      const { resourceVersion } = await maps.list();
      return { namespace, maps, from: resourceVersion, seen: new Set<number>(), last: 0 };
    }),
  );
  let [events, disordered, relists] = [0, 0, 0];
  const follow = async (stream: (typeof streams)[number]): Promise<void> => {
    let version = stream.from;
    while (!stop.signal.aborted) {
      try {
        const watch = stream.maps.watch({ resourceVersion: version, bookmarks: true, signal: stop.signal });
        for await (const { type, object } of watch) {
          version = object.metadata.resourceVersion ?? version;
          if (type === 'BOOKMARK') continue;
          const revision = Number(version);
          if (revision <= stream.last) disordered += 1;
          stream.last = revision;
          stream.seen.add(revision);
          events += 1;
        }
      } catch (error) {
        if (error instanceof StatusError && error.code === 410) {
          relists += 1;
          version = (await stream.maps.list()).resourceVersion;
        }
        await pause(stop.signal.aborted ? 0 : 100);
      }
    }
  };
  const following = streams.map(follow);
  const missing = (): number =>
    streams.reduce((sum, { namespace, seen }) => {
      const wanted = [...(written.get(namespace) ?? [])];
      return sum + wanted.filter((revision) => !seen.has(revision)).length;
    }, 0);
  return {
    acknowledged: (namespace, revision) => written.get(namespace)?.add(revision),
    async finish() {
      const deadline = performance.now() + TIMEOUTS;
      while (missing() > 0 && performance.now() < deadline) await pause(200);
      const lost = missing();
      stop.abort();
      await Promise.all(following);
      return { events, lost, disordered, relists };
    },
  };
}
