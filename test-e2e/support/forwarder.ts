import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP port of the loopback interface that leads to another one, for as long as a test lets it. */
export interface Forwarder {
  readonly port: number;
  /** Where new connections lead. */
  readonly lead: (port: number) => void;
  /** Breaks all connections; new ones are broken too until `heal`. */
  readonly cut: () => void;
  /** Holds back all bytes, both ways, as a network does that loses every packet, until `heal`. */
  readonly freeze: () => void;
  /** Passes each piece on only after so many milliseconds, until `heal`. */
  readonly slow: (milliseconds: number) => void;
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

type State = { readonly type: 'open' | 'cut' | 'frozen' } | { readonly type: 'slow'; readonly milliseconds: number };

export async function startForwarder(target: number): Promise<Forwarder> {
  let to = target;
  let state: State = { type: 'open' };
  const sockets = new Set<Socket>();
  /** What is held back. */
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
          // One that ended in peace still delivers what it sent.
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
