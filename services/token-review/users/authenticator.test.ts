import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { usersAuthenticator } from './authenticator.js';
import type { TokenEntry, UsersDocument } from './document.js';
import { createFairQueue } from './fair-queue.js';
import { hashSecret } from './scrypt.js';
import { newToken, tokenText } from './token.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');

async function newEntry(expires?: string): Promise<{ readonly entry: TokenEntry; readonly token: string }> {
  const parts = newToken(randomBytes);
  const scrypt = await hashSecret(parts.secret, randomBytes(16), { N: 1024, r: 8, p: 1 });
  return { entry: { id: parts.id, scrypt, ...(expires !== undefined && { expires }) }, token: tokenText(parts) };
}

describe('usersAuthenticator', () => {
  let hashes = 0;
  const turns = createFairQueue({ concurrency: 2, waitingPerKey: 8, waiting: 64, onDepth: () => void hashes++ });
  const asker =
    (document: UsersDocument) =>
    async (token: string): Promise<Authentication> => {
      const authenticator = usersAuthenticator({ document, turns, now: () => new Date(NOW) });
      hashes = 0;
      return authenticator.authenticateToken(token, { audiences: ['a'], signal: () => new AbortController().signal });
    };

  it('authenticates tokens until they expire', async () => {
    const [first, second, over] = await Promise.all([
      newEntry(),
      newEntry('2026-01-02T03:04:06Z'),
      newEntry('2026-01-02T03:04:05Z'),
    ]);
    const tokens = [first.entry, second.entry, over.entry];
    const ask = asker({ version: 1, users: [{ name: 'ann', uid: '1', groups: ['g'], extra: { k: ['v'] }, tokens }] });
    const user = { name: 'ann', uid: '1', groups: ['g', 'system:authenticated'], extra: new Map([['k', ['v']]]) };
    assert.deepEqual(await ask(first.token), { type: 'authenticated', user });
    assert.deepEqual(await ask(second.token), { type: 'authenticated', user, expires: NOW + 1000 });
    assert.deepEqual(await ask(over.token), { type: 'rejected', reason: 'the token has expired' });
  });

  it('computes no hash for an unknown id, and answers it like a wrong secret', async () => {
    const [ann, bob] = await Promise.all([newEntry(), newEntry()]);
    const ask = asker({ version: 1, users: [{ name: 'ann', tokens: [ann.entry] }] });
    for (const token of [bob.token, 'x', '', 'a.b.c', ann.token.slice(0, -1)]) {
      assert.deepEqual([await ask(token), hashes], [{ type: 'unknown' }, 0]);
    }
    const wrong = `${ann.token.split('.')[0]}.${bob.token.split('.')[1]}`;
    assert.deepEqual(await ask(wrong), { type: 'unknown' });
    assert.ok(hashes > 0);
  });

  it('knows no token without users', async () => {
    assert.deepEqual(await asker({ version: 1 })((await newEntry()).token), { type: 'unknown' });
  });
});
