import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@pilothouse/client/https-transport.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { askOnce, statusOf, type Answer } from './support/ask.js';
import { newAuthority, newClient } from './support/certificates.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MASTER = { commonName: 'boss', organization: 'system:masters' };

describe('access', () => {
  let storage: TestStorage;
  let server: Server;
  /** Two authorities. The server trusts only the first one. */
  let known: KeyPair;
  let unknown: KeyPair;

  before(async () => {
    storage = await createTestStorage('embedded');
    [known, unknown] = await Promise.all([newAuthority(), newAuthority()]);
    const [tokens, ca] = [join(storage.directory, 'tokens.csv'), join(storage.directory, 'ca.crt')];
    await writeFile(tokens, 'secret-1,jane,1,"dev,ops"\nsecret-2,root,2,"system:masters"\n');
    await writeFile(ca, known.certPem);
    server = await startServer([...storage.flags, `--token-auth-file=${tokens}`, `--client-ca-file=${ca}`]);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const ask = (credentials: Credentials | undefined, target: string, method = 'GET'): Promise<Answer> => {
    const { caPem = '', url } = server.connection;
    return askOnce({ url, caPem, ...(credentials && { credentials }) }, method, target);
  };

  const allowed: readonly (readonly [
    who: string,
    credentials: () => Credentials | undefined | Promise<Credentials>,
  ])[] = [
    ['the kubeconfig', () => server.connection.credentials],
    ['a token of the group system:masters', () => ({ token: 'secret-2' })],
    ['a certificate of that group from the other authority', () => newClient(known, MASTER)],
  ];
  for (const [who, credentials] of allowed) {
    it(`allows a client with ${who}`, async () => {
      assert.equal((await ask(await credentials(), CONFIG_MAPS)).status, 200);
    });
  }

  const jane = (): Credentials => ({ token: 'secret-1' });
  const anonymous = (): undefined => undefined;
  const forbidden: readonly (readonly [
    who: string,
    credentials: () => Credentials | undefined | Promise<Credentials>,
    method: string,
    target: string,
    message: string,
  ])[] = [
    [
      'a token',
      jane,
      'GET',
      CONFIG_MAPS,
      'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      'a token',
      jane,
      'DELETE',
      '/api/v1/namespaces/default',
      'namespaces "default" is forbidden: User "jane" cannot delete resource "namespaces" in API group "" in the namespace "default"',
    ],
    [
      'a token',
      jane,
      'GET',
      '/api/v1/secrets?watch=1',
      'secrets is forbidden: User "jane" cannot watch resource "secrets" in API group "" at the cluster scope',
    ],
    [
      'a certificate',
      () => newClient(known, { commonName: 'bob', organization: 'dev' }),
      'PUT',
      `${CONFIG_MAPS}/x`,
      'configmaps "x" is forbidden: User "bob" cannot update resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      'no credentials',
      anonymous,
      'GET',
      `${CONFIG_MAPS}/x`,
      'configmaps "x" is forbidden: User "system:anonymous" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ],
    ['no credentials', anonymous, 'GET', '/metrics', 'forbidden: User "system:anonymous" cannot get path "/metrics"'],
    ['no credentials', anonymous, 'POST', '/healthz', 'forbidden: User "system:anonymous" cannot post path "/healthz"'],
  ];
  for (const [who, credentials, method, target, message] of forbidden) {
    it(`forbids a client with ${who} and without permissions: ${method} ${target}`, async () => {
      const status = statusOf(await ask(await credentials(), target, method));
      assert.deepEqual([status.code, status.reason, status.message], [403, 'Forbidden', message]);
    });
  }

  const unauthorized: readonly (readonly [who: string, credentials: () => Credentials | Promise<Credentials>])[] = [
    ['an unknown token', () => ({ token: 'secret-3' })],
    ['the beginning of a token', () => ({ token: 'secret-' })],
    ['a certificate of an unknown authority', () => newClient(unknown, MASTER)],
    ['a certificate that has expired', () => newClient(known, MASTER, true)],
  ];
  for (const [who, credentials] of unauthorized) {
    it(`rejects ${who} with 401 before authorization`, async () => {
      for (const target of [CONFIG_MAPS, '/healthz']) {
        const status = statusOf(await ask(await credentials(), target));
        assert.deepEqual([status.code, status.reason, status.message], [401, 'Unauthorized', 'Unauthorized']);
      }
    });
  }

  it('allows health requests from everyone', async () => {
    for (const path of ['/healthz', '/livez', '/readyz']) assert.equal((await ask(undefined, path)).text, 'ok');
  });
});
