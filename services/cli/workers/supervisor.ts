import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { changing, type Settable } from '@pilothouse/apimachinery/changing/changing.js';
import { DEFAULT_OVERLOAD } from '@pilothouse/apiserver/options/flow-control.js';
import { USUAL_OPERATIONS } from '@pilothouse/apiserver/options/operations.js';
import type { ServerCertificates } from '@pilothouse/apiserver/server/certificates/certificates.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import { serveStore } from '@pilothouse/storage/remote/serve.js';
import type { RunOptions, RunningServer } from '../runner.js';
import { createBalance } from './balance.js';
import { createGathering } from './gathering.js';
import type { Held } from './held.js';
import type { FromWorker } from './messages.js';
import { createPulse, MOST_UNANSWERED } from './pulse.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

/** Milliseconds before a worker is replaced: none at first, then doubled up to the last. */
const DELAYS = { second: 500, last: 30_000 };
/**
 * Milliseconds after the first worker listens for all to become ready, before connections are handed out. Clients that wait for a
 * server then spread over all workers, instead of staying with the first one.
 */
const TOGETHER_MS = 1000;
/** A worker that ran for this many milliseconds is replaced without delay again. */
const STABLE_MS = 60_000;
/** Milliseconds between two reads of the metrics of each worker, which show whether it hangs. */
const BEAT_MS = 5000;
/** Milliseconds that a worker may take to stop beyond its delay and its last requests. */
const STOP_MARGIN_MS = 30_000;

export interface SuperviseOptions {
  readonly workers: number;
  /** Aborts the start. */
  readonly signal: AbortSignal;
  /** Called when a worker ends by itself, with the cause and the milliseconds until it is replaced. */
  readonly onEnd: (worker: number, cause: string, delayMs: number) => void;
  /** Called when a worker does not stop in time, and is killed. */
  readonly onStuck: (worker: number) => void;
  /** What this process keeps for the workers; undefined on etcd. */
  readonly held: Held | undefined;
}

interface WorkerOptions extends SuperviseOptions {
  /** Arguments of each worker. */
  readonly args: readonly string[];
  /** Milliseconds after which a worker that stops hangs. */
  readonly stopWithin: number;
}

/**
 * Runs a server as several processes of this command. This process, the supervisor, accepts all connections and hands each to a
 * worker, which serves it to its end. It replaces workers that end.
 */
export async function superviseWorkers(
  { server, args = [] }: RunOptions,
  options: SuperviseOptions,
): Promise<RunningServer> {
  const { signal } = options;
  const listener = createServer({ pauseOnConnect: true });
  const port = await listenAt(listener, server.bindAddress, server.securePort);
  const { operations = USUAL_OPERATIONS, overload = DEFAULT_OVERLOAD } = server;
  const stopWithin = operations.shutdownDelay + overload.requestTimeout + STOP_MARGIN_MS;
  const supervisor = supervise(listener, port, { ...options, args, stopWithin });
  const giveUp = (): void => supervisor.fail(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    const { url, certificates } = await supervisor.ready;
    const { lost = new AbortController().signal } = options.held ?? {};
    return { url, port, certificates, lost, stop: supervisor.stop };
  } catch (error) {
    await supervisor.stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function listenAt(listener: Server, host: string, port: number): Promise<number> {
  listener.listen(port, host);
  await once(listener, 'listening');
  // Accept fails when file descriptors are short. It is tried again.
  listener.on('error', () => undefined);
  return (listener.address() as AddressInfo).port;
}

interface Supervisor {
  /** Resolves when connections are handed out, and a worker is ready. Rejects when the first one ends before. */
  readonly ready: Promise<Pick<RunningServer, 'url' | 'certificates'>>;
  readonly fail: (reason: unknown) => void;
  readonly stop: () => Promise<void>;
}

function supervise(
  listener: Server,
  port: number,
  { workers, onEnd, onStuck, args, stopWithin, held }: WorkerOptions,
): Supervisor {
  const balance = createBalance();
  const gathering = createGathering({ own: createSnapshot(() => []) });
  const pulse = createPulse({
    onChange: balance.setAnswering,
    onHang: (worker) => worker.kill(`no answer for ${(MOST_UNANSWERED * BEAT_MS) / 1000} s`),
  });
  const beats = setInterval(pulse.beat, BEAT_MS);
  const off = new AbortController();
  const running = new Map<number, WorkerProcess>();
  /** Workers that have neither been ready nor ended. */
  const starting = new Set(Array.from({ length: workers }, (_, index) => index));
  const ready = new Set<number>();
  /** Ends of the loops that keep a worker running. */
  const kept: Promise<void>[] = [];
  let restarts = 0;
  let url: string | undefined;
  let certificates: Settable<ServerCertificates> | undefined;
  let succeed: () => void = () => undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const started = new Promise<void>((resolve, reject) => {
    [succeed, fail] = [resolve, reject];
  });

  let isOpen = false;
  let opening: NodeJS.Timeout | undefined;
  function open(): void {
    clearTimeout(opening);
    isOpen = true;
    balance.open();
    if (url !== undefined) succeed();
  }

  function settle(index: number): void {
    starting.delete(index);
    if (isOpen || starting.size === 0) open();
  }

  function hear(index: number, message: FromWorker): void {
    if (message.type === 'started') {
      const { certificatesDirectory } = held ?? {};
      const place = { index, workers, port, restarts, certificatesDirectory };
      running.get(index)?.tell(off.signal.aborted ? { type: 'stop' } : { type: 'begin', place });
    }
    if (message.type === 'listening' && !isOpen) opening ??= setTimeout(open, TOGETHER_MS);
    if (message.type === 'ready' || message.type === 'certificates') {
      if (certificates === undefined) certificates = changing(message.certificates);
      else if (index === 0) certificates.set(message.certificates);
    }
    if (message.type === 'ready') {
      ({ url } = message);
      ready.add(index);
      settle(index);
      // The first worker has made the files that the others read, such as certificates.
      if (kept.length === 1) kept.push(...[...starting].map(keep));
    }
    if (message.type === 'closing') {
      // All workers stop, and none would take another connection: those that are ready stop at the same time.
      if (off.signal.aborted && ready.has(index)) listener.close();
      running.get(index)?.tell({ type: 'noMoreConnections' });
    }
  }

  async function run(index: number): Promise<string> {
    const worker = startWorkerProcess(args, (message) => {
      balance.hear(worker, message);
      gathering.hear(worker, message);
      pulse.hear(worker, message);
      if (message.type === 'store') user?.hear(message.message);
      if (message.type === 'ready') pulse.add(worker);
      hear(index, message);
    });
    const user = held && serveStore(held, (message) => worker.tell({ type: 'store', message }));
    running.set(index, worker);
    balance.add(worker);
    const cause = await worker.ended;
    running.delete(index);
    ready.delete(index);
    balance.remove(worker);
    gathering.remove(worker);
    pulse.remove(worker);
    user?.end();
    return cause;
  }

  async function keep(index: number): Promise<void> {
    for (let wait = 0; !off.signal.aborted; wait = Math.min(Math.max(wait * 2, DELAYS.second), DELAYS.last)) {
      const began = performance.now();
      const cause = await run(index);
      if (off.signal.aborted) return;
      if (index === 0 && url === undefined) {
        fail(new Error(cause));
        return;
      }
      settle(index);
      restarts += 1;
      if (performance.now() - began >= STABLE_MS) wait = 0;
      onEnd(index, cause, wait);
      await delay(wait, undefined, { signal: off.signal }).catch(() => undefined);
    }
  }

  // No worker can go on, nor be replaced.
  held?.lost.addEventListener('abort', () => off.abort(), { once: true });
  listener.on('connection', balance.hand);
  kept.push(keep(0));
  return {
    ready: started.then(() => {
      if (url === undefined || certificates === undefined) throw new Error('no worker is ready');
      return { url, certificates };
    }),
    fail,
    async stop() {
      off.abort();
      for (const worker of running.values()) worker.tell({ type: 'stop' });
      const killing = setTimeout(() => {
        for (const [index, worker] of running) {
          onStuck(index);
          worker.kill('it did not stop');
        }
      }, stopWithin);
      await Promise.all(kept);
      clearTimeout(killing);
      clearInterval(beats);
      clearTimeout(opening);
      listener.close();
      balance.close();
    },
  };
}
