import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../conformance/support.js';
import type { Cluster } from './cluster.js';
import type { WatchStream } from './endpoint.js';
import { createKeyspace } from './keyspace.js';
import { watchRange } from './watch.js';

describe('a watch of a range', () => {
  it('ends when it is aborted while its stream opens', async () => {
    const abort = new AbortController();
    let cancelled: () => void = () => {};
    const isCancelled = new Promise<void>((resolve) => (cancelled = resolve));
    const stream: WatchStream = {
      provesProgress: true,
      begin: () => {},
      askProgress: () => {},
      cancel: () => cancelled(),
      [Symbol.asyncIterator]: () => ({
        next: () => isCancelled.then(() => ({ done: true, value: undefined })),
      }),
    };
    const cluster: Pick<Cluster, 'watch' | 'reauthenticate'> = {
      async watch() {
        abort.abort();
        return stream;
      },
      reauthenticate: () => {},
    };
    const source = {
      cluster: cluster as Cluster,
      keyspace: createKeyspace(''),
      closing: new AbortController().signal,
      demand: { revision: 0, watches: new Set<never>() },
    };
    const watch = watchRange(source, '/', { from: 2, signal: abort.signal });
    assert.equal((await within(1000, 'the end', watch.next())).done, true);
    await delay(0);
    await within(1000, 'the cancellation', isCancelled);
  });
});
