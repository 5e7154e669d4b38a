import assert from 'node:assert/strict';
import type { TokenEntry, UsersDocument } from './document.js';
import { addUser, EditError, expiryAfter, removeUser, rotateToken } from './edit.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const scrypt = { N: 1024, r: 8, p: 1, salt: '', hash: '' };
const token = (id: string, expires?: string): TokenEntry => ({ id, scrypt, ...(expires !== undefined && { expires }) });
const EMPTY: UsersDocument = { version: 1 };
const BOTH: UsersDocument = { version: 1, users: [{ name: 'ann', tokens: [token('old')] }, { name: 'bob' }] };

describe('a change of users', () => {
  it('adds one, whose name nobody else has', () => {
    assert.deepEqual(addUser(EMPTY, { name: 'ann' }), { version: 1, users: [{ name: 'ann' }] });
    assert.throws(() => addUser(BOTH, { name: 'bob' }), EditError);
  });

  it('removes one, who must be there', () => {
    assert.deepEqual(removeUser(BOTH, 'ann'), { version: 1, users: [{ name: 'bob' }] });
    assert.throws(() => removeUser(BOTH, 'carl'), { message: 'there is no user "carl"' });
  });

  const HOUR = '2026-01-02T04:04:05Z';
  const rotations: readonly (readonly [what: string, former: TokenEntry[], grace: number, kept: TokenEntry[]])[] = [
    ['ends the former token', [token('a')], 0, []],
    ['ends all former tokens', [token('a'), token('b', HOUR)], 0, []],
    ['ends them after the grace', [token('a')], 3600, [token('a', HOUR)]],
    ['leaves those that end earlier', [token('a', '2026-01-02T03:30:00Z')], 3600, [token('a', '2026-01-02T03:30:00Z')]],
    ['shortens those that end later', [token('a', '2027-01-01T00:00:00Z')], 3600, [token('a', HOUR)]],
    ['forgets those that are over', [token('a', '2026-01-02T03:04:05Z')], 3600, []],
    ['is for those too who have none', [], 3600, []],
  ];
  for (const [what, former, grace, kept] of rotations) {
    it(`gives another token and ${what}`, () => {
      const document: UsersDocument = { version: 1, users: [{ name: 'ann', tokens: former }, { name: 'bob' }] };
      const rotated = rotateToken(document, 'ann', { token: token('new'), now: NOW, grace });
      const expected = { version: 1, users: [{ name: 'ann', tokens: [...kept, token('new')] }, { name: 'bob' }] };
      assert.deepEqual(rotated, expected);
    });
  }

  it('ends them at once without a grace, and not with the second', () => {
    const now = new Date(NOW.getTime() + 1);
    const { users } = rotateToken(BOTH, 'ann', { token: token('new'), now, grace: 0 });
    assert.deepEqual(users?.[0], { name: 'ann', tokens: [token('new')] });
  });

  it('never sets an end that the file cannot hold', () => {
    assert.equal(expiryAfter(new Date(NOW.getTime() + 1), 59), '2026-01-02T03:05:05Z');
    assert.throws(() => expiryAfter(NOW, 9e12), EditError);
  });
});
