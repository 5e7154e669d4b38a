import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { limitConnections, type ConnectionUse } from './connection-limit.js';

/** A simulated connection. */
interface Client {
  readonly socket: Socket;
  /** Bytes that the client has received; undefined if no response bytes are buffered. */
  taken: number | undefined;
  /** Number of reads of `taken`. */
  asked: number;
}

describe('stalled connections', () => {
  let time: number;
  let clients: Client[];
  let use: ConnectionUse;
  let connect: (user: 'anonymous' | 'authenticated') => Client;
  let close: () => void;
  beforeEach(() => {
    [time, clients] = [0, []];
    const server = createServer();
    use = limitConnections(server, { most: 3, onWarning: () => undefined, now: () => time, checkInterval: 1 });
    close = () => {
      for (const { socket } of clients) socket.destroy();
      server.emit('close');
    };
    connect = (user) => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remotePort', { value: clients.length });
      const client: Client = { socket, taken: 0, asked: 0 };
      clients.push(client);
      server.emit('connection', socket);
      if (user === 'authenticated') use.authenticated(socket);
      const taken = (): number | undefined => {
        client.asked += 1;
        return client.taken;
      };
      use.busy(socket, { end: () => socket.destroy(), taken });
      return client;
    };
  });
  afterEach(() => close());

  /** Advances the clock and waits for the next check. */
  async function after(milliseconds: number): Promise<void> {
    time += milliseconds;
    const asked = clients.map((client) => client.asked);
    const isSeen = (): boolean =>
      clients.every((client, index) => client.socket.destroyed || client.asked > (asked[index] ?? 0) + 1);
    while (!isSeen()) await pause(1);
  }
  const survivors = (): number[] => clients.flatMap(({ socket }, index) => (socket.destroyed ? [] : [index]));

  it('are evicted after 30 seconds, unless they make progress or have no buffered response', async () => {
    const [slow, , waiting] = [connect('authenticated'), connect('authenticated'), connect('authenticated')];
    waiting.taken = undefined;
    await after(0);
    await after(29_999);
    connect('authenticated');
    assert.deepEqual(survivors(), [0, 1, 2]);
    slow.taken = 1;
    await after(1);
    connect('authenticated');
    assert.deepEqual(survivors(), [0, 2, 4]);
  });

  it('are no longer stalled when they make progress', async () => {
    const [client] = [connect('authenticated'), connect('authenticated'), connect('authenticated')];
    await after(0);
    await after(40_000);
    client.taken = 1;
    await after(0);
    connect('authenticated');
    assert.deepEqual(survivors(), [0, 2, 3]);
  });

  it('are evicted after 5 seconds if they are anonymous, before authenticated ones', async () => {
    const [moving] = [connect('anonymous'), connect('anonymous'), connect('authenticated')];
    await after(0);
    moving.taken = 1;
    await after(5000);
    connect('authenticated');
    assert.deepEqual(survivors(), [0, 2, 3]);
  });
});
