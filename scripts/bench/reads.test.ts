import assert from 'node:assert/strict';
import { createResponse } from './reads.js';

describe('a response that is read in parts', () => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';

  it('is complete with its last byte', () => {
    for (let size = 1; size <= whole.length; size++) {
      const response = createResponse();
      const done: boolean[] = [];
      for (let at = 0; at < whole.length; at += size) done.push(response.add(Buffer.from(whole.slice(at, at + size))));
      assert.deepEqual(done, [...done.slice(1).map(() => false), true], `parts of ${size}`);
    }
  });

  it('is complete without a body', () => {
    assert.equal(createResponse().add(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')), true);
  });

  for (const head of ['HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0', 'HTTP/1.1 200 OK\r\nserver: x']) {
    it(`cannot be measured: ${head.split('\r\n').join(', ')}`, () => {
      assert.throws(() => createResponse().add(Buffer.from(`${head}\r\n\r\n`)), /cannot be measured/);
    });
  }
});
