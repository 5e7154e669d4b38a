import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { newToken, parseToken, tokenText } from './token.js';

describe('parseToken', () => {
  it('returns the id of the entry', () => {
    const token = newToken(randomBytes);
    assert.match(tokenText(token), /^pht_[0-9a-f]{20}\.[\w-]{43}$/);
    assert.deepEqual(parseToken(tokenText(token)), token);
  });

  const secret = 'a'.repeat(43);
  for (const text of ['', 'pht_', secret, `pht_abcdefgh${secret}`, `pht_abc.${secret}`, `pht_ABCDEFGH.${secret}`]) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseToken(text), undefined));
  }
  for (const text of [`pht_abcdefgh.${secret}a`, `pht_abcdefgh.${secret}\n`, ` pht_abcdefgh.${secret}`, 'a.b.c']) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseToken(text), undefined));
  }
});
