import assert from 'node:assert/strict';
import type { IncomingRequest } from '../request/context.js';
import { answeredHeaders, forwardedHeaders } from './headers.js';

describe('headers of forwarded requests', () => {
  const forwarded = (headers: Record<string, string>, more: Partial<IncomingRequest> = {}): string[] =>
    forwardedHeaders({
      method: 'GET',
      target: '/',
      headers,
      body: undefined,
      peer: { address: '10.0.0.1', certificate: { type: 'none' } },
      ...more,
    });
  const OWN = ['x-forwarded-for', '10.0.0.1'];
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

  it('ask for the upgrade of a connection that can be upgraded, without the bearer token of the client', () => {
    const headers = {
      connection: 'keep-alive, Upgrade',
      upgrade: 'websocket',
      'sec-websocket-protocol': 'a, base64url.bearer.authorization.k8s.io.c2VjcmV0, b',
    };
    async function* upgraded(): AsyncGenerator<Uint8Array> {}
    const protocols = ['sec-websocket-protocol', 'a, b'];
    assert.deepEqual(forwarded(headers), [...protocols, ...OWN]);
    const wanted = [...protocols, ...OWN, 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
    assert.deepEqual(forwarded(headers, { upgraded: upgraded() }), wanted);
  });

  it('of responses omit those of the connection, of browsers and of this server', () => {
    const headersDistinct = {
      connection: ['x-own'],
      'x-own': ['a'],
      'content-length': ['3'],
      'set-cookie': ['b', 'c'],
      etag: ['d'],
      'access-control-allow-origin': ['*'],
      date: ['e'],
    };
    assert.deepEqual(answeredHeaders({ headersDistinct }), {
      'content-length': '3',
      'set-cookie': ['b', 'c'],
      etag: 'd',
    });
  });
});
