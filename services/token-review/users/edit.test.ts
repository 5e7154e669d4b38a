import assert from 'node:assert/strict';
import type { TokenEntry, UsersDocument } from './document.js';
import { addUser, EditError, expiryAfter, removeUser, rotateToken } from './edit.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const scrypt = { N: 1024, r: 8, p: 1, salt: '', hash: '' };
const token = (id: string, expires?: string): TokenEntry => ({ id, scrypt, ...(expires !== undefined && { expires }) });
const EMPTY: UsersDocument = { version: 1 };
const BOTH: UsersDocument = { version: 1, users: [{ name: 'ann', tokens: [token('old')] }, { name: 'bob' }] };

describe('edits of the users file', () => {
  it('add a user with a unique name', () => {
    assert.deepEqual(addUser(EMPTY, { name: 'ann' }), { version: 1, users: [{ name: 'ann' }] });
    assert.throws(() => addUser(BOTH, { name: 'bob' }), EditError);
  });

  it('remove an existing user', () => {
    assert.deepEqual(removeUser(BOTH, 'ann'), { version: 1, users: [{ name: 'bob' }] });
    assert.throws(() => removeUser(BOTH, 'carl'), { message: 'there is no user "carl"' });
  });

  const HOUR = '2026-01-02T04:04:05Z';
  const rotations: readonly (readonly [what: string, former: TokenEntry[], grace: number, kept: TokenEntry[]])[] = [
    ['revokes the former token', [token('a')], 0, []],
    ['revokes all former tokens', [token('a'), token('b', HOUR)], 0, []],
    ['expires them after the grace period', [token('a')], 3600, [token('a', HOUR)]],
    ['keeps an earlier expiry', [token('a', '2026-01-02T03:30:00Z')], 3600, [token('a', '2026-01-02T03:30:00Z')]],
    ['shortens a later expiry', [token('a', '2027-01-01T00:00:00Z')], 3600, [token('a', HOUR)]],
    ['removes expired tokens', [token('a', '2026-01-02T03:04:05Z')], 3600, []],
    ['adds a token to a user without one', [], 3600, []],
  ];
  for (const [what, former, grace, kept] of rotations) {
    it(`rotate: ${what}`, () => {
      const document: UsersDocument = { version: 1, users: [{ name: 'ann', tokens: former }, { name: 'bob' }] };
      const rotated = rotateToken(document, 'ann', { token: token('new'), now: NOW, grace });
      const expected = { version: 1, users: [{ name: 'ann', tokens: [...kept, token('new')] }, { name: 'bob' }] };
      assert.deepEqual(rotated, expected);
    });
  }

  it('rotate without grace revokes at once, not at the end of the second', () => {
    const now = new Date(NOW.getTime() + 1);
    const { users } = rotateToken(BOTH, 'ann', { token: token('new'), now, grace: 0 });
    assert.deepEqual(users?.[0], { name: 'ann', tokens: [token('new')] });
  });

  it('reject an expiry beyond the year 9999', () => {
    assert.equal(expiryAfter(new Date(NOW.getTime() + 1), 59), '2026-01-02T03:05:05Z');
    assert.throws(() => expiryAfter(NOW, 9e12), EditError);
  });
});
