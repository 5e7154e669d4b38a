import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP port of the loopback interface that forwards to another one and simulates network faults. */
export interface Forwarder {
  readonly port: number;
  /** The target of new connections. */
  readonly lead: (port: number) => void;
  /** Resets all connections, and new ones until `heal`. */
  readonly cut: () => void;
  /** Holds back all bytes in both directions until `heal`, like a network that drops every packet. */
  readonly freeze: () => void;
  /** Delays each chunk by this many milliseconds until `heal`. */
  readonly slow: (milliseconds: number) => void;
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

type State = { readonly type: 'open' | 'cut' | 'frozen' } | { readonly type: 'slow'; readonly milliseconds: number };

export async function startForwarder(target: number): Promise<Forwarder> {
  let to = target;
  let state: State = { type: 'open' };
  const sockets = new Set<Socket>();
  /** The bytes held back. */
  let held: (() => void)[] = [];

  const pass = (go: () => void): void => {
    if (state.type === 'slow') setTimeout(go, state.milliseconds);
    else if (state.type === 'frozen') held.push(go);
    else go();
  };
  const way = (): Transform =>
    new Transform({ transform: (chunk, _encoding, callback) => pass(() => callback(null, chunk)) });

  const server = createServer({ noDelay: true }, (near) => {
    if (state.type === 'cut') {
      near.destroy();
      return;
    }
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          // A connection that closed cleanly still delivers what it sent.
          if (!socket.readableEnded) other.destroy();
        })
        .pipe(way())
        .pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      to = port;
    },
    cut() {
      state = { type: 'cut' };
      breakAll();
    },
    freeze() {
      state = { type: 'frozen' };
    },
    slow(milliseconds) {
      state = { type: 'slow', milliseconds };
    },
    heal() {
      state = { type: 'open' };
      const waiting = held;
      held = [];
      for (const go of waiting) go();
    },
    async close() {
      const closed = once(server.close(), 'close');
      breakAll();
      await closed;
    },
  };
}
