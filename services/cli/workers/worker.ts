import { Socket } from 'node:net';
import type { ConnectionSource } from '@pilothouse/apiserver/server/listener/listener.js';
import type { ServerShare } from '@pilothouse/apiserver/server/start/share.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import { openRemoteStore } from '@pilothouse/storage/remote/store.js';
import { failureText, type Listening } from '../failure.js';
import type { RunOptions, Runner, RunningServer } from '../runner.js';
import { WORKER_VARIABLE, type FromWorker, type Place, type ToWorker } from './messages.js';

/** The supervisor, as a worker sees it. */
export interface Supervision {
  readonly tell: (message: FromWorker) => void;
  /** Calls the listener with each message, and its connection if it has one. */
  readonly listen: (hear: (message: ToWorker, connection?: Socket) => void) => void;
  /** No message comes any more. */
  readonly leave: () => void;
}

/** The supervisor of this process; undefined if it is not a worker. */
export function supervision(): Supervision | undefined {
  if (process.env[WORKER_VARIABLE] === undefined || process.send === undefined) return undefined;
  // For programs that this process starts.
  Reflect.deleteProperty(process.env, WORKER_VARIABLE);
  // Without its supervisor, a worker gets no connections, and another server may begin.
  const orphaned = (): never => process.exit(1);
  process.once('disconnect', orphaned);
  // A module that is preloaded may have released it.
  process.channel?.ref();
  return {
    tell: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    listen: (hear) =>
      void process.on('message', (message, handle: unknown) =>
        hear(message as ToWorker, handle instanceof Socket ? handle : undefined),
      ),
    leave() {
      process.off('disconnect', orphaned);
      if (process.connected) process.disconnect();
    },
  };
}

export interface WorkerContext {
  readonly start: Runner;
  readonly supervision: Supervision;
  /** Aborted to stop the worker. */
  readonly stop: AbortSignal;
}

/** Runs a worker until it is stopped. Resolves to the exit code. */
export async function runWorker(options: RunOptions, context: WorkerContext): Promise<number> {
  const {
    start,
    supervision: { tell, leave },
  } = context;
  const { begun, stopped, share } = hearSupervisor(context, options.server);
  const stop = AbortSignal.any([context.stop, stopped]);
  let running: RunningServer | undefined;
  try {
    const place = await unless(stop, begun);
    if (place === undefined) return 0;
    const { server } = options;
    // Controllers and other programs run once.
    const mine = place.index === 0 ? options : { server };
    const { port: securePort, certificatesDirectory = server.certificatesDirectory } = place;
    const placed = { ...server, securePort, ...(certificatesDirectory !== undefined && { certificatesDirectory }) };
    running = await start({ ...mine, server: placed }, { signal: stop, share: share(place) });
    const { url, certificates, lost } = running;
    tell({ type: 'ready', url, certificates: certificates.current() });
    certificates.onChange((next) => tell({ type: 'certificates', certificates: next }), stop);
    await unless(AbortSignal.any([stop, lost]), new Promise(() => undefined));
    if (!stop.aborted) lost.throwIfAborted();
    await running.stop();
    return 0;
  } catch (error) {
    if (running === undefined && stop.aborted) return 0;
    tell({ type: 'failed', message: failureText(error, listening(options)) });
    await running?.stop().catch(() => undefined);
    return 1;
  } finally {
    leave();
  }
}

function listening({ server: { bindAddress: host, securePort: port } }: RunOptions): Listening {
  return { host, port, hostFlag: '--bind-address', portFlag: '--secure-port' };
}

/** Resolves with the promise, or to undefined when the signal is aborted. */
async function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    }),
  ]);
}

interface Heard {
  readonly begun: Promise<Place>;
  readonly stopped: AbortSignal;
  readonly share: (place: Place) => ServerShare;
}

function hearSupervisor(
  { supervision: { tell, listen } }: Pick<WorkerContext, 'supervision'>,
  { storage }: Pick<ServerOptions, 'storage'>,
): Heard {
  const stopped = new AbortController();
  let begin: (place: Place) => void = () => undefined;
  const begun = new Promise<Place>((resolve) => {
    begin = resolve;
  });
  let accept: (connection: Socket) => void = (connection) => connection.destroy();
  let read: () => Promise<Snapshot> = async () => [];
  let noMoreConnections: () => void = () => undefined;
  const holder = storage.type === 'etcd' ? undefined : openRemoteStore((message) => tell({ type: 'store', message }));
  const gathering: ((snapshot: Snapshot) => void)[] = [];
  listen((message, connection) => {
    switch (message.type) {
      case 'begin':
        begin(message.place);
        break;
      case 'connection':
        tell({ type: 'taken' });
        // The client may be gone already.
        if (connection === undefined) tell({ type: 'ended', count: 1 });
        else accept(connection);
        break;
      case 'noMoreConnections':
        noMoreConnections();
        break;
      case 'read':
        void read().then((snapshot) => tell({ type: 'snapshot', snapshot }));
        break;
      case 'gathered':
        for (const resolve of gathering.splice(0)) resolve(message.snapshot);
        break;
      case 'store':
        holder?.hear(message.message);
        break;
      case 'stop':
        stopped.abort();
    }
  });
  tell({ type: 'started' });
  const countEnded = endedConnections((count) => tell({ type: 'ended', count }));
  const connections: ConnectionSource = {
    begin(take) {
      accept = (connection) => {
        connection.once('close', countEnded);
        take(connection);
      };
      tell({ type: 'listening' });
    },
    end: () =>
      new Promise((resolve) => {
        noMoreConnections = resolve;
        tell({ type: 'closing' });
      }),
  };
  return {
    begun,
    stopped: stopped.signal,
    share: ({ index, workers, restarts }) => ({
      index,
      workers,
      restarts,
      connections,
      store: holder,
      provide: (given) => void (read = given),
      gather: () =>
        new Promise((resolve) => {
          gathering.push(resolve);
          if (gathering.length === 1) tell({ type: 'gather' });
        }),
    }),
  };
}

/** Reports ended connections once in a turn. */
function endedConnections(report: (count: number) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setImmediate(() => {
      report(count);
      count = 0;
    });
  };
}
