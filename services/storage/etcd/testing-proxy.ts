import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on the loopback interface that simulates network failures. */
export interface TestProxy {
  readonly endpoint: string;
  /** Number of connections opened by clients. */
  readonly opened: () => number;
  /** Drops all data in both directions from now on. Connections stay open, and new ones are accepted. */
  readonly stall: () => void;
  readonly resume: () => void;
  /** Breaks all open connections. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
}

/** `target` is `http://host:port`. */
export async function startProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let stalled = false;
  let opened = 0;

  function add(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => other.write(chunk));
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (stalled) socket.pause();
  }
  const server = createServer((client) => {
    opened += 1;
    const upstream = connect(Number(port), hostname);
    add(client, upstream);
    add(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    opened: () => opened,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
