import assert from 'node:assert/strict';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { loginIn } from './find-issuer.js';

const SERVER = 'https://api.example';
const document = (more: object = {}): JsonObject =>
  Object.assign(newObject(), {
    resource: SERVER,
    authorization_servers: ['https://id.example/'],
    pilothouse_client_id: 'kubectl',
    ...more,
  });

describe('the document of a server about signing in', () => {
  it('names the issuer, the client and the scopes', () => {
    const named = { issuer: 'https://id.example/', clientId: 'kubectl' };
    assert.deepEqual(loginIn(document(), SERVER), named);
    assert.deepEqual(loginIn(document({ resource: `${SERVER}/`, scopes_supported: ['email'] }), SERVER), named);
    const scopes = ['openid', 'groups'];
    assert.deepEqual(loginIn(document({ scopes_supported: scopes }), SERVER), { ...named, scopes });
  });

  for (const [wrong, expected] of [
    [{ resource: 'https://evil.example' }, /its document is that of "https:\/\/evil\.example"/],
    [{ resource: undefined }, /its document is that of null/],
    [{ authorization_servers: [] }, /it names no issuer/],
    [{ authorization_servers: ['http://id.example'] }, /it names no issuer with an https URL/],
    [{ authorization_servers: [5] }, /it names no issuer/],
    [{ pilothouse_client_id: undefined }, /no client; set --issuer-url and --client-id/],
  ] as const) {
    it(`is rejected with ${JSON.stringify(wrong)}`, () =>
      assert.throws(() => loginIn(document(wrong), SERVER), { name: 'LoginError', message: expected }));
  }
});
