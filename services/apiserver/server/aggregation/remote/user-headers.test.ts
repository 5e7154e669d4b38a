import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { userHeaders } from './user-headers.js';

describe('the headers of a user', () => {
  it('escape the keys of attributes', () => {
    const user = { ...authenticatedUser('ann', []), groups: [], extra: new Map([['a/b%ü', ['c']]]) };
    assert.deepEqual(userHeaders(user), ['X-Remote-User', 'ann', 'X-Remote-Extra-a%2Fb%25%C3%BC', 'c']);
  });
});
