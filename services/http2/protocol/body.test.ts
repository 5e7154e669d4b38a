import assert from 'node:assert/strict';
import { receiveWindow } from './receive-window.js';
import { incomingBody, type IncomingBody } from './body.js';

describe('the body of an HTTP/2 stream', () => {
  let taken: number;
  let wanted: number;
  let body: IncomingBody;
  beforeEach(() => {
    [taken, wanted] = [0, 0];
    body = incomingBody({ onTaken: (bytes) => (taken += bytes), onWanted: () => (wanted += 1) });
  });
  const all = async (): Promise<string> => {
    let text = '';
    for await (const part of body.bytes) text += Buffer.from(part).toString();
    return text;
  };

  it('is delivered as it arrives, and counts as buffered until it is read', async () => {
    body.push(Buffer.from('ab'));
    assert.deepEqual([taken, wanted], [0, 0]);
    const text = all();
    await Promise.resolve();
    assert.deepEqual([taken, wanted], [2, 1]);
    body.push(Buffer.from('cd'));
    body.end();
    assert.equal(await text, 'abcd');
    assert.equal(taken, 4);
  });

  it('keeps small parts in one buffer', async () => {
    const part = Buffer.from('x');
    for (let sent = 0; sent < 1000; sent++) body.push(part);
    part.fill('y');
    body.end();
    assert.equal(body.waiting(), 1000);
    const parts: Buffer[] = [];
    for await (const each of body.bytes) parts.push(each);
    assert.deepEqual(parts.map(String), ['x'.repeat(1000)]);
    assert.ok((parts[0]?.buffer.byteLength ?? Infinity) <= Buffer.poolSize);
  });

  it('fails for its reader on a reset, and releases its buffer', async () => {
    body.push(Buffer.from('ab'));
    body.fail(() => new Error('gone'));
    await assert.rejects(all(), /gone/);
    assert.equal(taken, 2);
  });

  it('is never complete when the stream breaks, even when all data have arrived', async () => {
    const part = Buffer.alloc(16 * 1024, 'x');
    for (const hasEnded of [false, true]) {
      body = incomingBody({ onTaken: (bytes) => (taken += bytes), onWanted: () => undefined });
      const reader = body.bytes[Symbol.asyncIterator]();
      body.push(part);
      assert.equal((await reader.next()).value?.length, part.length);
      body.push(part);
      if (hasEnded) body.end();
      body.fail(() => new Error('answered'));
      await assert.rejects(reader.next(), /answered/);
    }
    assert.equal(taken, 4 * part.length);
  });

  it('ends normally when it was complete, whatever follows', async () => {
    body.push(Buffer.from('ab'));
    body.end();
    const reader = body.bytes[Symbol.asyncIterator]();
    await reader.next();
    body.fail(() => new Error('answered'));
    assert.equal((await reader.next()).done, true);
  });

  it('is discarded when its reader stops', async () => {
    body.push(Buffer.from('ab'));
    for await (const part of body.bytes) if (part.byteLength > 0) break;
    body.push(Buffer.from('cd'));
    assert.equal(taken, 4);
  });

  it('grants a window update when half of the window is free', () => {
    const window = receiveWindow(10);
    assert.deepEqual([window.take(8), window.give(4), window.give(2), window.give(1)], [true, 0, 6, 0]);
    assert.deepEqual([window.take(9), window.take(1)], [true, false]);
  });
});
