import assert from 'node:assert/strict';
import { createFraming } from './http1-framing.js';

describe('the framing of chunks', () => {
  it('writes the size in hexadecimal', () => {
    const framing = createFraming();
    assert.equal(framing(Buffer.from('x'.repeat(26))).toString(), `1a\r\n${'x'.repeat(26)}\r\n`);
  });

  it('frames a chunk once for connections that write it one after the other', () => {
    const framing = createFraming();
    const [first, second] = [Buffer.from('same'), Buffer.from('same')];
    const framed = framing(first);
    assert.equal(framing(first), framed);
    assert.notEqual(framing(second), framed);
    assert.deepEqual(framing(first), framed);
  });
});
