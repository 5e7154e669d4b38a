/**
 * Many cheap watches: raw TLS connections that only count the ends of events. The parent process sends the order, and
 * is notified when all are open and when all events have arrived. A watch that the server ends is resumed from its last event, as
 * client-go does: kube-apiserver ends watches whose clients read too slowly.
 */
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createSecureContext } from 'node:tls';
import { openClientSession } from '@pilothouse/http2/client/client-session.js';
import type { StreamFailure } from '@pilothouse/http2/client/client-stream.js';
import { trustIn } from './client.js';
import { eventCount, type CountedWatch } from './event-count.js';

export interface WatchersOrder {
  readonly url: string;
  readonly caPem?: string;
  readonly isInsecure?: boolean;
  readonly token: string;
  /** Of the collection. */
  readonly path: string;
  /** The resourceVersion from which each watch begins. */
  readonly from: string;
  readonly connections: number;
  /** Watches on each connection over HTTP/2; one over HTTP/1.1 when absent. */
  readonly streams?: number;
  /** The expected number of events of each watch. */
  readonly events: number;
}

export interface FromWatchers {
  readonly type: 'open' | 'delivered';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** CPU seconds that this process has taken. */
  readonly cpu: number;
  /** How often the server has ended a watch so far. */
  readonly ended: number;
}

let ended = 0;

const STREAM_WINDOW = 100_000;
/** Responses of a watch without an event in succession, and milliseconds before the next request. */
const MOST_EMPTY = 10;
const PAUSE = 100;
/** Concurrent handshakes. */
const AT_ONCE = 50;

process.once('message', (order: WatchersOrder) => void watchAll(order));
// The parent process has ended.
process.once('disconnect', () => process.exit());

async function watchAll(order: WatchersOrder): Promise<void> {
  const { url, token, path, from, connections, streams, events, ...trust } = order;
  const { hostname, port } = new URL(url);
  const { rejectUnauthorized, ...context } = trustIn({ url, token, ...trust });
  const secureContext = createSecureContext(context);
  const servername = isIP(hostname) === 0 ? hostname : '';
  const to = { host: hostname, port: Number(port || 443), secureContext, servername, rejectUnauthorized };
  const beginCount = eventCount({ watches: connections * (streams ?? 1), events }, () => tell('delivered'));
  const begin = (): Followed =>
    followed(beginCount(), (version = from) => `${path}?watch=1&resourceVersion=${version}`);
  const openStreams = async (count: number): Promise<void> => {
    const socket = connect({ ...to, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve) => {
      let waiting = count;
      const session = openClientSession({
        socket,
        streamWindow: STREAM_WINDOW,
        connectionWindow: count * STREAM_WINDOW,
        onGoAway: () => fail('the server sent GOAWAY'),
        onClose: fail,
        onSettings() {
          if (session.streams() > 0) return;
          for (let stream = 0; stream < count; stream++) void follow(begin(), () => (waiting -= 1) === 0 && resolve());
        },
      });
      async function follow(watch: Followed, onHead: () => void): Promise<void> {
        const fields = [
          [':method', 'GET'],
          [':scheme', 'https'],
          [':authority', hostname],
          [':path', await watch.nextPath()],
          ['authorization', `Bearer ${token}`],
        ] as const;
        const onData = (part: Buffer): void => {
          watch.receive(part);
          opened.taken(part.length);
        };
        const onClose = (failure?: StreamFailure): void => {
          if (failure !== undefined) fail(failure.reason);
          ended += 1;
          void follow(watch, () => undefined);
        };
        const opened = session.open(fields, { onHead, onData, onClose }, true);
      }
    });
  };
  const open = async (watch: Followed): Promise<void> => {
    const own = await watch.nextPath();
    const socket = connect(to);
    // The server then closes the connection when it ends the watch, and not later when the connection is idle.
    const headers = [`host: ${hostname}`, `authorization: Bearer ${token}`, 'connection: close'];
    const request = `GET ${own} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
    await new Promise<void>((resolve) => {
      socket.on('error', (error) => fail(error.message)).on('data', watch.receive);
      socket.once('secureConnect', () => socket.write(request)).once('data', () => resolve());
      socket.once('close', () => {
        ended += 1;
        void open(watch);
      });
    });
  };
  let left = connections;
  const openSome = async (): Promise<void> => {
    while (left-- > 0) await (streams === undefined ? open(begin()) : openStreams(streams));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  tell('open');
}

interface Followed extends Pick<CountedWatch, 'receive'> {
  /** The path of the next request, which continues after the last event. */
  readonly nextPath: () => Promise<string>;
}

/** Waits after a response without an event, and fails after several: they would have no end. */
function followed(watch: CountedWatch, pathFrom: (version: string | undefined) => string): Followed {
  let [former, empty] = ['', 0];
  return {
    receive: watch.receive,
    async nextPath() {
      const next = pathFrom(watch.resume());
      empty = next === former ? empty + 1 : 0;
      former = next;
      if (empty > MOST_EMPTY) fail(`it ended ${empty} times without an event`);
      if (empty > 0) await sleep(PAUSE);
      return next;
    },
  };
}

/** The measurement is invalid. */
function fail(reason: string): never {
  process.stderr.write(`a watch failed: ${reason}\n`);
  process.exit(1);
}

function tell(type: FromWatchers['type']): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ type, at: Date.now(), cpu: (user + system) / 1e6, ended } satisfies FromWatchers);
}
