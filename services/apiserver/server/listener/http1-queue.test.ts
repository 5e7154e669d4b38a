import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createScheduler, TURN } from '@pilothouse/http2/server/scheduler.js';
import { http1Queue } from './http1-queue.js';

describe('the queue of HTTP/1.1 requests', () => {
  let begun: string[];
  let queue: ReturnType<typeof http1Queue>;
  let isBusy: boolean;
  beforeEach(() => {
    begun = [];
    isBusy = false;
    queue = http1Queue(createScheduler({ ...TURN, areWaiting: () => isBusy }));
  });

  function arrive(socket: Socket, name: string): ServerResponse {
    const outgoing = new ServerResponse(new IncomingMessage(socket));
    queue(outgoing, () => {
      begun.push(name);
      void Promise.resolve().then(() => begun.push(`${name} goes on`));
    });
    return outgoing;
  }

  it('begins the requests of a turn together, before any of them goes on', async () => {
    for (const name of ['a', 'b', 'c']) arrive(new Socket(), name);
    assert.deepEqual(begun, []);
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c', 'a goes on', 'b goes on', 'c goes on']);
  });

  it('begins a request at once while others wait', () => {
    isBusy = true;
    arrive(new Socket(), 'a');
    assert.deepEqual(begun, ['a']);
  });

  it('begins no request of a connection that has closed', async () => {
    const socket = new Socket();
    arrive(socket, 'a').destroy();
    arrive(socket, 'b');
    await nextTurn();
    assert.deepEqual(begun, ['b', 'b goes on']);
  });
});
