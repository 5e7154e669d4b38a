import assert from 'node:assert/strict';
import { webhookTarget } from './target.js';

describe('the target of a webhook', () => {
  const CASES: readonly (readonly [url: string, authority: string, path: string, http2: boolean])[] = [
    ['https://example.com', 'example.com:443', '/', false],
    ['https://example.com:8443/a/../b/', 'example.com:8443', '/b', false],
    ['https://EXAMPLE.com/a%20b', 'example.com:443', '/a%20b', false],
    ['https://localhost:1/a', 'localhost:1', '/a', true],
    ['https://localhost.example.com/a', 'localhost.example.com:443', '/a', false],
    ['https://127.1:1/a', '127.0.0.1:1', '/a', true],
    ['https://127.0.0.1.nip.io/a', '127.0.0.1.nip.io:443', '/a', false],
    ['https://[0:0::1]:1/a', '[::1]:1', '/a', true],
    ['https://10.0.0.1/a', '10.0.0.1:443', '/a', false],
  ];
  for (const [url, authority, path, http2] of CASES) {
    it(`is that of ${url}`, () => {
      const target = webhookTarget({ url });
      assert.deepEqual([target.authority, target.path, target.http2], [authority, path, http2]);
    });
  }

  it('is the name of a service', () => {
    const service = { namespace: 'system', name: 'hook', path: 'a//b' };
    assert.deepEqual(webhookTarget({ service }), {
      origin: 'https://hook.system.svc:443',
      authority: 'hook.system.svc:443',
      path: '/a/b',
      http2: false,
      service: { namespace: 'system', name: 'hook', port: 443 },
    });
  });
});
