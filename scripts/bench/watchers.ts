/**
 * Many cheap watches: raw TLS connections that only count the ends of events. The parent process sends the order, and
 * is notified when all are open and when all events have arrived.
 */
import { isIP } from 'node:net';
import { connect, createSecureContext } from 'node:tls';
import { openClientSession } from '@pilothouse/http2/client/client-session.js';
import { trustIn } from './client.js';

export interface WatchersOrder {
  readonly url: string;
  readonly caPem?: string;
  readonly isInsecure?: boolean;
  readonly token: string;
  readonly path: string;
  readonly connections: number;
  /** Watches on each connection over HTTP/2; one over HTTP/1.1 when absent. */
  readonly streams?: number;
  /** The expected number of events. */
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
const NEWLINE = 0x0a;
const BRACE = 0x7d;
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
  let delivered = 0;
  const onEvents = (count: number): void => {
    delivered += count;
    if (count > 0 && delivered === events) tell('delivered');
  };
  const openStreams = async (count: number): Promise<void> => {
    const socket = connect({ ...to, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve, reject) => {
      let waiting = count;
      const ended = (): void => reject(new Error('the server ended a watch'));
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
        onGoAway: ended,
        onClose: ended,
        onSettings() {
          if (session.streams() > 0) return;
          for (let stream = 0; stream < count; stream++) {
            const onHead = (): void => {
              waiting -= 1;
              if (waiting === 0) resolve();
            };
            const count = eventCounter();
            const onData = (part: Buffer): void => {
              onEvents(count(part));
              opened.taken(part.length);
            };
            const opened = session.open(fields, { onHead, onData, onClose: ended }, true);
          }
        },
      });
    });
  };
  const open = async (): Promise<void> => {
    const socket = connect(to);
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Error('the server ended a watch')));
      socket.once('secureConnect', () => socket.write(request)).once('data', () => resolve());
    });
    const count = eventCounter();
    socket.on('data', (chunk: Buffer) => onEvents(count(chunk)));
  };
  let left = connections;
  const openSome = async (): Promise<void> => {
    while (left-- > 0) await (streams === undefined ? open() : openStreams(streams));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  tell('open');
}

/** Counts the ends of events. An event ends with a brace and a newline, which occur nowhere else in JSON or HTTP chunks. */
function eventCounter(): (chunk: Buffer) => number {
  let last = 0;
  return (chunk) => {
    let count = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
      if ((at === 0 ? last : chunk[at - 1]) === BRACE) count += 1;
    }
    last = chunk[chunk.length - 1] ?? last;
    return count;
  };
}

function tell(type: FromWatchers['type']): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ type, at: Date.now(), cpu: (user + system) / 1e6 } satisfies FromWatchers);
}
