/**
 * Many cheap watches: raw TLS connections that only count the ends of events. The parent process sends the order, and
 * is notified when all are open and when all events have arrived. This process fails when a watch ends.
 */
import { isIP } from 'node:net';
import { connect, createSecureContext } from 'node:tls';
import { openClientSession } from '@pilothouse/http2/client/client-session.js';
import type { StreamFailure } from '@pilothouse/http2/client/client-stream.js';
import { trustIn } from './client.js';
import { eventCount } from './event-count.js';

export interface WatchersOrder {
  readonly url: string;
  readonly caPem?: string;
  readonly isInsecure?: boolean;
  readonly token: string;
  readonly path: string;
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
}

const STREAM_WINDOW = 100_000;
/** Concurrent handshakes. */
const AT_ONCE = 50;

process.once('message', (order: WatchersOrder) => void watchAll(order));
// The parent process has ended.
process.once('disconnect', () => process.exit());

async function watchAll({ url, token, path, connections, streams, events, ...trust }: WatchersOrder): Promise<void> {
  const { hostname, port } = new URL(url);
  const { rejectUnauthorized, ...context } = trustIn({ url, token, ...trust });
  const secureContext = createSecureContext(context);
  const servername = isIP(hostname) === 0 ? hostname : '';
  const to = { host: hostname, port: Number(port || 443), secureContext, servername, rejectUnauthorized };
  const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const watches = connections * (streams ?? 1);
  const begin = eventCount({ watches, events }, () => tell('delivered'));
  const openStreams = async (count: number): Promise<void> => {
    const socket = connect({ ...to, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve) => {
      let waiting = count;
      const fields = [
        [':method', 'GET'],
        [':scheme', 'https'],
        [':authority', hostname],
        [':path', path],
        ['authorization', `Bearer ${token}`],
      ] as const;
      const session = openClientSession({
        socket,
        streamWindow: STREAM_WINDOW,
        connectionWindow: count * STREAM_WINDOW,
        onGoAway: () => fail('the server sent GOAWAY'),
        onClose: fail,
        onSettings() {
          if (session.streams() > 0) return;
          for (let stream = 0; stream < count; stream++) {
            const onHead = (): void => {
              waiting -= 1;
              if (waiting === 0) resolve();
            };
            const count = begin();
            const onData = (part: Buffer): void => {
              count(part);
              opened.taken(part.length);
            };
            const onClose = (failure?: StreamFailure): void => fail(failure?.reason ?? 'the watch is over');
            const opened = session.open(fields, { onHead, onData, onClose }, true);
          }
        },
      });
    });
  };
  const open = async (): Promise<void> => {
    const socket = connect(to);
    await new Promise<void>((resolve) => {
      socket.on('error', (error) => fail(error.message)).on('close', () => fail('the connection was closed'));
      socket.once('secureConnect', () => socket.write(request)).once('data', () => resolve());
    });
    socket.on('data', begin());
  };
  let left = connections;
  const openSome = async (): Promise<void> => {
    while (left-- > 0) await (streams === undefined ? open() : openStreams(streams));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  tell('open');
}

/** The measurement is invalid. */
function fail(reason: string): never {
  process.stderr.write(`the server ended a watch: ${reason}\n`);
  process.exit(1);
}

function tell(type: FromWatchers['type']): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ type, at: Date.now(), cpu: (user + system) / 1e6 } satisfies FromWatchers);
}
