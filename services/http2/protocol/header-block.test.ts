import assert from 'node:assert/strict';
import { CODE } from './errors.js';
import { FLAG, FRAME, type Frame } from './frames.js';
import { blockCollector } from './header-block.js';

const enhanceYourCalm = { code: CODE.enhanceYourCalm };

describe('a header block in frames', () => {
  const frame = (at: number, flags: number, payload: Buffer): Frame => {
    const type = at === 0 ? FRAME.headers : FRAME.continuation;
    return { type, flags, stream: 3, payload };
  };

  for (const parts of [['abc'], ['abc', ''], ['a', 'b', 'c'], ['', 'abc'], Array.from({ length: 32 }, () => 'a')]) {
    it(`is assembled from ${parts.length}: ${parts.join(' ')}`, () => {
      const { add, pending } = blockCollector();
      // Twice, to check that no state remains.
      for (const end of [FLAG.endStream, 0]) {
        for (const [at, part] of parts.entries()) {
          assert.equal(pending(), at === 0 ? undefined : 3);
          const received = Buffer.from(part);
          const isLast = at === parts.length - 1;
          const block = add(frame(at, (at === 0 ? end : 0) | (isLast ? FLAG.endHeaders : 0), received));
          const whole = { stream: 3, isEnd: end !== 0, dependsOn: undefined, bytes: Buffer.from(parts.join('')) };
          assert.deepEqual(block, isLast ? whole : undefined);
          // The receive buffer is reused.
          received.fill('x');
        }
        assert.equal(pending(), undefined);
      }
    });
  }

  it('is limited to 32 frames and 96 KiB', () => {
    const many = blockCollector();
    for (let at = 0; at < 32; at++) assert.equal(many.add(frame(at, 0, Buffer.alloc(1))), undefined);
    assert.throws(() => many.add(frame(32, FLAG.endHeaders, Buffer.alloc(1))), enhanceYourCalm);
    const long = blockCollector();
    assert.equal(long.add(frame(0, 0, Buffer.alloc(96 * 1024))), undefined);
    assert.throws(() => long.add(frame(1, FLAG.endHeaders, Buffer.alloc(1))), enhanceYourCalm);
  });
});
