import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { textOf, type Recipient } from './client.js';
import type { FromWatchers, WatchersOrder } from './watchers.js';

export interface Watchers {
  /** What the process reported once all were open. */
  readonly opened: FromWatchers;
  /** Resolves when the process reports it; rejects when the process exits first. */
  readonly reported: (type: FromWatchers['type']) => Promise<FromWatchers>;
  readonly stop: () => Promise<void>;
}

/** Milliseconds for all watches to be answered. */
const OPENING = 60_000;

/** Opens watches in a separate process. Resolves when all were answered, and rejects after a minute. */
export async function openWatchers(
  { url, caPem, isInsecure, token }: Recipient,
  order: Pick<WatchersOrder, 'path' | 'from' | 'connections' | 'streams' | 'events'>,
): Promise<Watchers> {
  const child = fork(new URL('watchers.js', import.meta.url));
  const reported = (type: FromWatchers['type']): Promise<FromWatchers> => message(child, type);
  const open = reported('open');
  child.send({
    ...order,
    url,
    token,
    ...(caPem !== undefined && { caPem }),
    ...(isInsecure !== undefined && { isInsecure }),
  } satisfies WatchersOrder);
  const late = setTimeout(() => child.kill(), OPENING);
  const opened = await open.finally(() => clearTimeout(late));
  return {
    opened,
    reported,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** The collection and its current resourceVersion, for watches from now on. */
export async function watchFromNow(recipient: Recipient, path: string): Promise<Pick<WatchersOrder, 'path' | 'from'>> {
  const list = JSON.parse(await textOf(recipient, `${path}?limit=1`)) as JsonObject;
  const { resourceVersion: from } = list['metadata'] as JsonObject;
  if (typeof from !== 'string') throw new Error('the list has no resourceVersion');
  return { path, from };
}

async function message(child: ChildProcess, type: FromWatchers['type']): Promise<FromWatchers> {
  const off = new AbortController();
  const ended = once(child, 'exit', off).then(() => {
    throw new Error('the watches ended, or did not all open');
  });
  // After an abort, no caller waits for it.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const [next] = (await Promise.race([once(child, 'message', off), ended])) as [FromWatchers];
      if (next.type === type) return next;
    }
  } finally {
    off.abort();
  }
}
