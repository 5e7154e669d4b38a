import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { SignJWT } from 'jose';
import type { TokenAuthenticator } from '../token-authenticator.js';
import { oidcProvider } from './provider.js';

/** Two issuers on one server, `/users` and `/groups`, with different keys. */
describe('oidcProvider with a second issuer of groups, over HTTPS', () => {
  const keys = new Map(['users', 'groups'].map((name) => [name, generateKeyPairSync('ec', { namedCurve: 'P-256' })]));
  let server: Server;
  let origin: string;
  let tokens: TokenAuthenticator;
  let asked: string[];

  before(async () => {
    const ca = await newTestAuthority('ca');
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const { certPem, keyPem } = await testCertificate({ commonName: 's' }, { purpose, issuer: ca });
    server = createServer({ cert: certPem, key: keyPem }, (incoming, outgoing) => {
      asked.push(`${incoming.url} ${incoming.headers.authorization ?? ''}`.trim());
      void answer(incoming.url ?? '').then((text) => outgoing.end(text));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    tokens = oidcProvider(
      {
        issuer: `${origin}/users`,
        clientId: 'pilothouse',
        usernameClaim: 'sub',
        usernamePrefix: '',
        groupsClaim: 'groups',
        groupsPrefix: '',
        requiredClaims: [],
        algorithms: ['ES256'],
      },
      { caPem: () => ca.certPem, timeout: 5_000, onError: () => undefined, now: () => new Date() },
    );
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = [];
  });

  async function answer(path: string): Promise<string> {
    const [, name = '', rest] = /^\/(\w+)(.*)$/.exec(path) ?? [];
    const issuer = `${origin}/${name}`;
    if (rest === '/of/ann') return `${await sign('groups', { groups: ['dev'] })}\n`;
    if (rest === '/keys') return JSON.stringify({ keys: [keys.get(name)?.publicKey.export({ format: 'jwk' })] });
    return JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` });
  }
  function sign(name: string, claims: object): Promise<string> {
    const token = new SignJWT({ iss: `${origin}/${name}`, aud: 'pilothouse', sub: 'ann', ...claims });
    const key = keys.get(name)?.privateKey as KeyObject;
    return token.setProtectedHeader({ alg: 'ES256' }).setExpirationTime('1h').sign(key);
  }

  it('fetches keys once, and groups for each token', async () => {
    const token = await sign('users', {
      _claim_names: { groups: 'x' },
      _claim_sources: { x: { endpoint: `${origin}/groups/of/ann`, access_token: 'f00' } },
    });
    for (let turn = 0; turn < 2; turn++) {
      const context = { audiences: [], signal: () => new AbortController().signal };
      const result = await tokens.authenticateToken(token, context);
      assert.ok(result.type === 'authenticated', JSON.stringify(result));
      assert.deepEqual([result.user.name, result.user.groups], ['ann', ['dev', 'system:authenticated']]);
    }
    assert.deepEqual(asked, [
      '/users/.well-known/openid-configuration',
      '/users/keys',
      '/groups/of/ann Bearer f00',
      '/groups/.well-known/openid-configuration',
      '/groups/keys',
      '/groups/of/ann Bearer f00',
    ]);
  });
});
