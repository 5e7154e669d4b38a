import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Recipient } from './client.js';
import type { FromLoris, LorisOrder } from './loris.js';

export interface SlowLoris {
  /** Number of connections that the server holds open. */
  readonly open: number;
  readonly stop: () => Promise<void>;
}

/** Opens connections from a separate process; resolves once as many are open as the server accepts. */
export async function openSlowLoris({ url }: Recipient, connections: number): Promise<SlowLoris> {
  const child = fork(new URL('loris.js', import.meta.url));
  const ended = once(child, 'exit');
  child.send({ url, connections } satisfies LorisOrder);
  const isOver = ended.then((): never => {
    throw new Error('the slow-loris process has exited');
  });
  const [{ open }] = (await Promise.race([once(child, 'message'), isOver])) as [FromLoris];
  return {
    open,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
