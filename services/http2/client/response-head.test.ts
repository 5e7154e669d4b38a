import assert from 'node:assert/strict';
import { readResponseHead } from './response-head.js';

describe('the head of a response', () => {
  it('joins the values of a repeated header', () => {
    assert.deepEqual(readResponseHead([':status', '200', 'warning', 'a', 'content-length', '5', 'warning', 'b']), {
      type: 'head',
      status: 200,
      headers: Object.assign(Object.create(null), { warning: 'a, b', 'content-length': '5' }),
      contentLength: 5,
    });
  });

  it('may be informational', () => {
    assert.deepEqual(readResponseHead([':status', '103', 'link', 'x']), { type: 'interim' });
  });

  const malformed: readonly (readonly [fields: readonly string[], problem: RegExp])[] = [
    [[], /:status is absent/],
    [['a', 'b', ':status', '200'], /:status is absent/],
    [[':status', '2000'], /:status is absent or invalid/],
    [[':status', '099'], /:status is absent or invalid/],
    [[':status', '101'], /no upgrades/],
    [[':status', '200', ':status', '200'], /repeated/],
    [[':status', '200', ':path', '/'], /unknown/],
    [[':status', '200', 'A', 'b'], /"A" has invalid characters/],
    [[':status', '200', 'a', 'b\r\nc: d'], /value of the header a has invalid/],
    [[':status', '200', 'a', ' b'], /value of the header a has invalid/],
    [[':status', '200', 'connection', 'close'], /connection is not allowed/],
    [[':status', '200', 'content-length', '5, 5'], /content-length is not a number/],
    [[':status', '200', 'content-length', '5', 'content-length', '6'], /content-length is not a number/],
  ];
  for (const [fields, problem] of malformed) {
    it(`is malformed with ${JSON.stringify(fields)}`, () => {
      const reading = readResponseHead(fields);
      assert.equal(reading.type, 'malformed');
      assert.match(reading.type === 'malformed' ? reading.problem : '', problem);
    });
  }
});
