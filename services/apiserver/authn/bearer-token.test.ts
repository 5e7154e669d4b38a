import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { bearerToken } from './bearer-token.js';

describe('the bearer token of a request', () => {
  const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('a/b').toString('base64url')}`;
  const cases: readonly (readonly [headers: Record<string, string>, token: string | undefined])[] = [
    [{}, undefined],
    [{ authorization: 'Bearer a' }, 'a'],
    [{ authorization: 'Basic a' }, undefined],
    [{ upgrade: 'websocket', 'sec-websocket-protocol': 'v4' }, undefined],
    [{ upgrade: 'websocket', 'sec-websocket-protocol': `v4,${token}` }, 'a/b'],
    [{ upgrade: 'WebSocket', 'sec-websocket-protocol': `${token}, v4`, authorization: 'Basic a' }, 'a/b'],
    [{ upgrade: 'websocket', 'sec-websocket-protocol': `v4, ${token}`, authorization: 'Bearer a' }, 'a'],
    [{ upgrade: 'websocket', 'sec-websocket-protocol': token }, ''],
    [{ upgrade: 'websocket', 'sec-websocket-protocol': `${token}, v4, ${token}` }, ''],
    [{ upgrade: 'SPDY/3.1', 'sec-websocket-protocol': `${token}, v4` }, undefined],
  ];
  for (const [headers, wanted] of cases) {
    it(`${JSON.stringify(headers)} is ${wanted}`, () => {
      async function* upgraded(): AsyncGenerator<Uint8Array> {}
      const peer = { address: '', certificate: { type: 'none' } } as const;
      const request = { method: 'GET', target: '/', headers, body: undefined, upgraded: upgraded(), peer };
      assert.equal(bearerToken(new RequestContext(request)), wanted);
    });
  }
});
