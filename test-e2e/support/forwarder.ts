import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP port of the loopback interface that leads to another one, for as long as a test lets it. */
export interface Forwarder {
  readonly port: number;
  /** Where new connections lead. */
  readonly lead: (port: number) => void;
  /** Breaks all connections; new ones are broken too until `heal`. */
  readonly cut: () => void;
  /** Holds back all bytes, both ways, as a network does that loses every packet, until `heal`. */
  readonly freeze: () => void;
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

export async function startForwarder(target: number): Promise<Forwarder> {
  let to = target;
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer({ noDelay: true }, (near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      // Either end may go at any time, which the other one is told.
      socket
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(pair);
          near.destroy();
          far.destroy();
        });
    }
    if (state === 'open') join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const breakAll = (): void => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      to = port;
    },
    cut() {
      state = 'cut';
      breakAll();
    },
    freeze() {
      state = 'frozen';
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    heal() {
      if (state === 'frozen') for (const pair of pairs) join(pair);
      state = 'open';
    },
    async close() {
      const closed = once(server.close(), 'close');
      breakAll();
      await closed;
    },
  };
}

function join([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}
