import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { createBalance } from './balance.js';
import type { WorkerProcess } from './worker-process.js';

/** A worker that notes what it is handed. */
class FakeWorker implements WorkerProcess {
  readonly handed: Socket[] = [];
  readonly ended = new Promise<string>(() => undefined);
  fails = false;
  tell(): void {}
  kill(): void {}
  hand(connection: Socket, failed: () => void): void {
    if (this.fails) failed();
    else this.handed.push(connection);
  }
}

describe('the balance of connections', () => {
  const setUp = (workers: number) => {
    const balance = createBalance(() => 0);
    const all = Array.from({ length: workers }, () => new FakeWorker());
    for (const worker of all) balance.add(worker);
    balance.open();
    const connect = (): Socket => {
      const socket = new Socket();
      balance.hand(socket);
      return socket;
    };
    return { balance, all, connect };
  };

  it('hands a connection only after the worker has taken the last one', () => {
    const {
      balance,
      all: [worker],
      connect,
    } = setUp(1);
    assert.ok(worker);
    const first = connect();
    assert.deepEqual(worker.handed, [], 'it waits for the worker to listen');
    balance.hear(worker, { type: 'listening' });
    const second = connect();
    assert.deepEqual(worker.handed, [first]);
    balance.hear(worker, { type: 'taken' });
    assert.deepEqual(worker.handed, [first, second]);
    assert.ok(first.destroyed, 'the copy of the supervisor is closed');
    assert.ok(!second.destroyed);
    balance.close();
  });

  it('waits until it is opened', () => {
    const balance = createBalance(() => 0);
    const worker = new FakeWorker();
    balance.add(worker);
    balance.hear(worker, { type: 'listening' });
    const connection = new Socket();
    balance.hand(connection);
    assert.deepEqual(worker.handed, []);
    balance.open();
    assert.deepEqual(worker.handed, [connection]);
    balance.close();
  });

  it('hands what a worker has not taken when it ends to another one', () => {
    const {
      balance,
      all: [one, other],
      connect,
    } = setUp(2);
    assert.ok(one && other);
    for (const worker of [one, other]) balance.hear(worker, { type: 'listening' });
    const connection = connect();
    assert.deepEqual([one.handed, other.handed], [[connection], []]);
    balance.remove(one);
    assert.deepEqual(other.handed, [connection]);
    assert.ok(!connection.destroyed);
    balance.close();
  });

  it('hands what cannot be handed to one worker to another one, and that one nothing more', () => {
    const {
      balance,
      all: [one, other],
      connect,
    } = setUp(2);
    assert.ok(one && other);
    one.fails = true;
    for (const worker of [one, other]) balance.hear(worker, { type: 'listening' });
    const first = connect();
    assert.deepEqual(other.handed, [first]);
    balance.hear(other, { type: 'taken' });
    one.fails = false;
    const second = connect();
    assert.deepEqual([one.handed, other.handed], [[], [first, second]]);
    balance.close();
  });

  it('hands nothing more to a worker that does not answer, unless none does', () => {
    const {
      balance,
      all: [one, other],
      connect,
    } = setUp(2);
    assert.ok(one && other);
    for (const worker of [one, other]) balance.hear(worker, { type: 'listening' });
    const connectTo = (worker: FakeWorker): void => {
      connect();
      balance.hear(worker, { type: 'taken' });
    };
    balance.setAnswering(one, false);
    for (let count = 0; count < 3; count++) connectTo(other);
    assert.deepEqual([one.handed.length, other.handed.length], [0, 3]);
    balance.setAnswering(other, false);
    connectTo(one);
    assert.deepEqual([one.handed.length, other.handed.length], [1, 3]);
    balance.setAnswering(other, true);
    connectTo(other);
    assert.deepEqual([one.handed.length, other.handed.length], [1, 4]);
    balance.close();
  });

  it('counts the connections that have ended', () => {
    const {
      balance,
      all: [one, other],
      connect,
    } = setUp(2);
    assert.ok(one && other);
    for (const worker of [one, other]) balance.hear(worker, { type: 'listening' });
    for (let count = 0; count < 6; count++) {
      connect();
      for (const worker of [one, other]) balance.hear(worker, { type: 'taken' });
    }
    assert.deepEqual([one.handed.length, other.handed.length], [3, 3]);
    balance.hear(other, { type: 'ended', count: 3 });
    for (let count = 0; count < 3; count++) {
      connect();
      balance.hear(other, { type: 'taken' });
    }
    assert.deepEqual([one.handed.length, other.handed.length], [3, 6]);
    balance.close();
  });

  it('closes connections for which there is no room, and those left at the end', () => {
    const { balance, connect } = setUp(0);
    const waiting = Array.from({ length: 1024 }, connect);
    assert.ok(connect().destroyed);
    assert.ok(waiting.every(({ destroyed }) => !destroyed));
    balance.close();
    assert.ok(waiting.every(({ destroyed }) => destroyed));
  });
});
