import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { answeredHeaders, forwardedHeaders, userHeaders } from './headers.js';

describe('headers of forwarded requests', () => {
  const forwarded = (headers: Record<string, string>): string[] =>
    forwardedHeaders({
      request: {
        method: 'GET',
        target: '/',
        headers,
        body: undefined,
        peer: { address: '10.0.0.1', certificate: { type: 'none' } },
      },
      user: { ...authenticatedUser('ann', []), groups: [] },
      header: (name) => headers[name],
    });
  const OWN = ['x-forwarded-for', '10.0.0.1', 'X-Remote-User', 'ann'];
  const dropped = [
    'authorization',
    'impersonate-user',
    'impersonate-extra-scope',
    'x-remote-user',
    'x-remote-uid',
    'x-remote-extra-a',
    'host',
    'connection',
    'transfer-encoding',
    'upgrade',
    'expect',
    'te',
  ];
  for (const name of dropped) {
    it(`omit ${name}`, () => assert.deepEqual(forwarded({ [name]: 'a' }), OWN));
  }

  it('omit those that the connection names', () => {
    assert.deepEqual(forwarded({ connection: 'close, X-Own', 'x-own': 'a', accept: 'b' }), ['accept', 'b', ...OWN]);
  });

  it('escape the keys of attributes', () => {
    const user = { ...authenticatedUser('ann', []), groups: [], extra: new Map([['a/b%ü', ['c']]]) };
    assert.deepEqual(userHeaders(user), [
      ['X-Remote-User', 'ann'],
      ['X-Remote-Extra-a%2Fb%25%C3%BC', 'c'],
    ]);
  });

  it('of responses omit those of the connection', () => {
    const headers = { connection: 'x-own', 'x-own': 'a', 'content-length': '3', 'set-cookie': ['b', 'c'], etag: 'd' };
    assert.deepEqual(answeredHeaders(headers), { 'set-cookie': 'b, c', etag: 'd' });
  });
});
