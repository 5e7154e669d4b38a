import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGate } from './gate.js';
import { createOutput, type Output } from './output.js';
import { createWriteBuffers } from './write-buffers.js';

describe('the output of an HTTP/2 connection', () => {
  let writes: string[];
  let written: Promise<void>;
  let flush: () => void;
  let output: Output;

  beforeEach(() => {
    writes = [];
    let isWritten: () => void;
    written = new Promise((resolve) => (isWritten = resolve));
    const socket = new Duplex({
      read: () => undefined,
      writev(chunks, done) {
        writes.push(chunks.map(({ chunk }) => String(chunk)).join(''));
        isWritten();
        done();
      },
    });
    const later = (flushed: () => void): void => {
      flush = flushed;
      setImmediate(flushed);
    };
    output = createOutput({ socket: socket as Socket, gate: createGate(socket as Socket), now: Date.now, later });
  });

  const frame = (text: string): Buffer => Buffer.from(text);

  it('writes the frames of one event-loop turn together', async () => {
    output.send(frame('a'));
    output.send(frame('b'));
    await written;
    assert.deepEqual(writes, ['ab']);
  });

  it('piggybacks a frame on the next write', () => {
    output.piggyback(frame('a'));
    output.piggyback(frame('b'));
    output.send(frame('c'));
    flush();
    assert.deepEqual(writes, ['abc']);
  });

  it('piggybacks a frame on the current write', () => {
    output.send(frame('a'));
    output.piggyback(frame('b'));
    flush();
    assert.deepEqual(writes, ['ab']);
  });

  it('flushes a piggybacked frame after a delay when nothing else is sent', async () => {
    output.piggyback(frame('a'));
    // The timer alone does not keep the process running.
    const going = setInterval(() => undefined, 1000);
    await written.finally(() => clearInterval(going));
    assert.deepEqual(writes, ['a']);
  });

  it('reports how much data the socket accepted while more wait, whatever other frames are sent', async () => {
    const sender = { id: 1, window: 0, chunk: frame('data'), isEnd: true, movedAt: 0, onSent: () => undefined };
    const taken: (number | undefined)[] = [output.taken()];
    output.queue(sender);
    taken.push(output.taken());
    output.send(frame('ping'));
    await written;
    taken.push(output.taken());
    for (const more of [1, 2]) {
      output.grant(more, sender);
      flush();
      taken.push(output.taken());
    }
    output.grant(1, sender);
    flush();
    assert.deepEqual([...taken, output.taken()], [undefined, 0, 0, 1, 3, undefined]);
  });

  it('drops waiting data when their stream is reset', () => {
    const sender = { id: 1, window: 0, chunk: frame('data'), isEnd: true, movedAt: 0, onSent: () => undefined };
    output.queue(sender);
    output.forget(sender);
    assert.equal(output.taken(), undefined);
  });
});

describe('the buffers of large writes', () => {
  const LARGE = 40_000;
  /** Writes that the socket has not taken yet. */
  let pending: { readonly bytes: Buffer; readonly done: (error?: Error) => void }[];
  let given: number;
  let output: Output;

  beforeEach(() => {
    pending = [];
    given = 0;
    const buffers = createWriteBuffers();
    const socket = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _, done) => void pending.push({ bytes, done }),
    });
    socket.on('error', () => undefined);
    output = createOutput({
      socket: socket as Socket,
      gate: createGate(socket as Socket),
      now: Date.now,
      buffers: {
        ...buffers,
        give(buffer) {
          given += 1;
          buffers.give(buffer);
        },
      },
    });
  });

  function sendLarge(fill: string): void {
    for (const size of [10, LARGE]) output.send(Buffer.alloc(size, fill));
    output.flush();
  }
  function take(error?: Error): Promise<void> {
    pending.shift()?.done(error);
    return nextTurn();
  }

  it('are reused, but not before the socket has taken the bytes', async () => {
    sendLarge('a');
    const [first] = pending;
    sendLarge('b');
    sendLarge('c');
    assert.equal(first?.bytes.toString(), 'a'.repeat(LARGE + 10));
    await take();
    const [second] = pending;
    sendLarge('d');
    assert.equal(second?.bytes.toString(), 'b'.repeat(LARGE + 10));
    await take();
    assert.equal(pending[0]?.bytes.toString(), 'c'.repeat(LARGE + 10));
    await take();
    assert.equal(pending[0]?.bytes.toString(), 'd'.repeat(LARGE + 10));
    assert.equal(pending[0]?.bytes.buffer, first?.bytes.buffer);
  });

  it('are not reused after an error', async () => {
    sendLarge('a');
    await take(new Error('the connection is lost'));
    assert.equal(given, 0);
  });

  it('do not serve small writes', async () => {
    for (const text of ['a', 'b']) output.send(Buffer.from(text));
    output.flush();
    await take();
    assert.equal(given, 0);
  });
});
