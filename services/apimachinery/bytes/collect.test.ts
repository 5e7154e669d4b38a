import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createByteBuffer } from './byte-buffer.js';
import { collect } from './collect.js';

async function* chunksOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const limit = { bytes: 4, error: () => new Error('too long') };

describe('collecting bytes', () => {
  it('returns the appended bytes for any chunks and expected length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), fc.nat(5000), (chunks, expected) => {
        const buffer = createByteBuffer(expected);
        for (const chunk of chunks) buffer.append(chunk);
        const whole = Buffer.concat(chunks);
        assert.deepEqual([buffer.length, buffer.view()], [whole.length, whole]);
        assert.deepEqual([buffer.take(), buffer.length], [whole, 0]);
      }),
    );
  });

  for (const expected of [0, 10, 3_000_000, 100_000_000]) {
    it(`allocates at most twice the bytes that arrived if ${expected} are expected, and copies them`, () => {
      const buffer = createByteBuffer(expected);
      const chunk = Buffer.alloc(1000, 'x');
      for (let count = 1; count <= 100; count++) {
        buffer.append(chunk);
        assert.ok(buffer.view().buffer.byteLength <= Math.max(2 * 1000 * count, Buffer.poolSize));
      }
      chunk.fill('y');
      assert.equal(buffer.take().includes('y'), false);
    });
  }

  it('rejects with the error of the limit as soon as a body exceeds it, and closes the body', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('ab');
      } finally {
        isClosed = true;
      }
    }
    assert.equal(String(await collect(chunksOf('ab', '', 'cd'), { limit })), 'abcd');
    await assert.rejects(collect(endless(), { limit }), /too long/);
    assert.equal(isClosed, true);
  });

  it('rejects with an error thrown for a chunk', async () => {
    const lengths: number[] = [];
    const onChunk = (bytes: number): void => {
      lengths.push(bytes);
      if (bytes === 3) throw new Error('no room');
    };
    await assert.rejects(collect(chunksOf('a', 'bcd', 'e'), { onChunk }), /no room/);
    assert.deepEqual(lengths, [1, 3]);
  });
});
