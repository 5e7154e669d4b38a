import assert from 'node:assert/strict';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { startApiServer, type RunningServer } from '@pilothouse/apiserver/main.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { namespaces, secrets, serviceAccounts } from '@pilothouse/client/core.js';
import { runInProcess } from '@pilothouse/controllers/in-process.js';
import type { RunningControllers } from '@pilothouse/controllers/run.js';
import { askOnce, type Answer } from '../support/ask.js';
import { eventually } from '../support/eventually.js';

const TYPE = 'kubernetes.io/service-account-token';
const GENERATED = /^[a-z0-9-]+-token-[bcdfghjklmnpqrstvwxz2456789]{5}$/;

/** A server without controllers. */
async function startServer(): Promise<{ readonly server: RunningServer; readonly client: Client }> {
  const server = await startApiServer(
    { bindAddress: '127.0.0.1', securePort: 0, storage: { type: 'ephemeral' }, apiDomain: 'k8s.io', verbosity: 0 },
    { signal: new AbortController().signal },
  );
  return { server, client: createClient({ transport: server.connect({ name: 'admin', groups: ['system:masters'] }) }) };
}

describe('token secrets', () => {
  let server: RunningServer;
  let client: Client;
  let caPem: string;
  let controllers: RunningControllers;
  before(async () => {
    ({ server, client } = await startServer());
    ({ caPem } = server.certificates.current());
    const { connect, rootCa, signLegacyToken } = server;
    controllers = runInProcess({ connect, config: { rootCa, signLegacyToken, legacyServiceAccountTokens: true } });
  });
  after(async () => {
    await controllers.stop();
    await server.stop();
  });

  const accounts = () => client.of(serviceAccounts).namespace('default');
  const kept = () => client.of(secrets).namespace('default');

  /** The names of the secrets of a service account. */
  const secretsOf = async (account: string): Promise<string[]> => {
    const { items } = await kept().list({ fieldSelector: `type=${TYPE}` });
    return items.flatMap(({ metadata }) =>
      metadata.annotations?.['kubernetes.io/service-account.name'] === account ? [metadata.name ?? ''] : [],
    );
  };
  const referencesOf = async (account: string): Promise<string[]> =>
    ((await accounts().get(account)).secrets ?? []).map(({ name = '' }) => name);
  /** Resolves to the name of the only secret of a service account, once the account refers to it. */
  const onlySecretOf = async (account: string): Promise<string> => {
    await eventually(async () => (await referencesOf(account)).length === 1);
    const names = await secretsOf(account);
    assert.deepEqual(names, await referencesOf(account));
    return names[0] ?? '';
  };
  const textIn = ({ data = {} }: Secret, key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();
  const ask = (token: string): Promise<Answer> =>
    askOnce({ url: server.url, caPem, credentials: { token } }, 'GET', '/api/v1/namespaces/default/secrets');
  /** A secret that a user creates for a service account, once it has a token. */
  const make = async (name: string, account: string): Promise<Secret> => {
    await kept().create({
      metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
      type: TYPE,
    });
    await eventually(async () => textIn(await kept().get(name), 'token') !== '');
    return kept().get(name);
  };
  const isGone = async (name: string): Promise<boolean> =>
    (await kept().list({ fieldSelector: `metadata.name=${name}` })).items.length === 0;

  it('are created for every service account that a user creates, and authenticate as it', async () => {
    const { metadata } = await accounts().create({ metadata: { name: 'robot' } });
    const name = await onlySecretOf('robot');
    assert.match(name, GENERATED);
    const secret = await kept().get(name);
    assert.equal(textIn(secret, 'ca.crt'), caPem);
    assert.equal(textIn(secret, 'namespace'), 'default');
    assert.equal(secret.metadata.annotations?.['kubernetes.io/service-account.uid'], metadata.uid);
    const { status, text } = await ask(textIn(secret, 'token'));
    assert.equal(status, 403);
    assert.match(text, /system:serviceaccount:default:robot/);
  });

  it('are not created for the default service accounts', async () => {
    await eventually(
      async () => (await accounts().list({ fieldSelector: 'metadata.name=default' })).items.length === 1,
    );
    await accounts().create({ metadata: { name: 'later' } });
    await onlySecretOf('later');
    assert.deepEqual(await secretsOf('default'), []);
  });
  it('that a user creates are filled, and filled again', async () => {
    const { metadata } = await accounts().create({ metadata: { name: 'owner' } });
    const full = await make('by-hand', 'owner');
    assert.equal((await ask(textIn(full, 'token'))).status, 403);
    assert.equal(full.metadata.annotations?.['kubernetes.io/service-account.uid'], metadata.uid);
    const garbage = Buffer.from('garbage').toString('base64');
    await kept().update({ ...full, data: { more: garbage, token: garbage, 'ca.crt': garbage } });
    await eventually(async () => textIn(await kept().get('by-hand'), 'namespace') === 'default');
    const again = await kept().get('by-hand');
    assert.deepEqual([textIn(again, 'ca.crt'), textIn(again, 'more')], [caPem, 'garbage']);
    assert.equal((await ask(textIn(again, 'token'))).status, 403);
  });

  it('are deleted with their service account, and their tokens become invalid', async () => {
    await accounts().create({ metadata: { name: 'short' } });
    const generated = await onlySecretOf('short');
    const token = textIn(await make('short-by-hand', 'short'), 'token');
    await accounts().delete('short');
    await accounts().create({ metadata: { name: 'short' } });
    await eventually(async () => (await isGone(generated)) && (await isGone('short-by-hand')));
    assert.equal((await ask(token)).status, 401);
    assert.notEqual(await onlySecretOf('short'), generated);
  });

  it('that name no existing service account are deleted', async () => {
    for (const [index, account] of ['nobody', '..', 'a/b', '-'].entries()) {
      const name = `orphan-${index}`;
      await kept().create({
        metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
        type: TYPE,
      });
      await eventually(() => isGone(name));
    }
  });

  it('are created again after deletion, and the references are updated', async () => {
    await accounts().create({ metadata: { name: 'renewed' } });
    const first = await onlySecretOf('renewed');
    await kept().delete(first);
    await eventually(async () => {
      const [name, ...more] = await referencesOf('renewed');
      return name !== undefined && name !== first && more.length === 0;
    });
    await onlySecretOf('renewed');
  });

  it('survive repeated replacement of the service account', async () => {
    await accounts().create({ metadata: { name: 'replaced' } });
    const name = await onlySecretOf('replaced');
    for (let round = 0; round < 3; round++) {
      await accounts().update({ metadata: { name: 'replaced' } });
      assert.equal(await onlySecretOf('replaced'), name);
    }
  });

  it('do not keep a namespace from being deleted', async () => {
    await client.of(namespaces).create({ metadata: { name: 'brief' } });
    await client
      .of(serviceAccounts)
      .namespace('brief')
      .create({ metadata: { name: 'robot' } });
    await client.of(namespaces).delete('brief');
    await eventually(
      async () => (await client.of(namespaces).list({ fieldSelector: 'metadata.name=brief' })).items.length === 0,
    );
  });
});

describe('token secrets without controllers', () => {
  let server: RunningServer;
  let client: Client;
  before(async () => {
    ({ server, client } = await startServer());
  });
  after(() => server.stop());

  const run = async (legacyServiceAccountTokens: boolean, isDone: () => Promise<boolean>): Promise<void> => {
    const { connect, rootCa, signLegacyToken } = server;
    const controllers = runInProcess({ connect, config: { rootCa, signLegacyToken, legacyServiceAccountTokens } });
    await eventually(isDone);
    await controllers.stop();
  };
  const kept = () => client.of(secrets).namespace('default');
  const accounts = () => client.of(serviceAccounts).namespace('default');
  const annotations = { 'kubernetes.io/service-account.name': 'robot' };

  it('are completed once the controllers run, including partial work', async () => {
    const { metadata } = await accounts().create({
      metadata: { name: 'robot' },
      secrets: [{ name: 'robot-token-zzzzz' }, { name: 'foreign' }],
    });
    const uid = { 'kubernetes.io/service-account.uid': metadata.uid ?? '' };
    await kept().create({
      metadata: { name: 'robot-token-bbbbb', annotations: { ...annotations, ...uid } },
      type: TYPE,
    });
    await kept().create({
      metadata: { name: 'stale', annotations: { ...annotations, 'kubernetes.io/service-account.uid': 'x' } },
      type: TYPE,
    });
    const references = async () => ((await accounts().get('robot')).secrets ?? []).map(({ name }) => name);
    const names = async () => (await kept().list()).items.map(({ metadata: { name } }) => name);
    await run(true, async () => {
      const { data = {} } = await kept().get('robot-token-bbbbb');
      return (
        (await references()).join() === 'foreign,robot-token-bbbbb' &&
        data['token'] !== undefined &&
        (await names()).length === 1
      );
    });
    assert.deepEqual(await names(), ['robot-token-bbbbb']);
  });

  it('are not created if that is disabled, and are filled nevertheless', async () => {
    await accounts().create({ metadata: { name: 'bare' } });
    await kept().create({
      metadata: { name: 'by-hand', annotations: { ...annotations, 'kubernetes.io/service-account.name': 'bare' } },
      type: TYPE,
    });
    await run(false, async () => (await kept().get('by-hand')).data?.['token'] !== undefined);
    assert.equal((await accounts().get('bare')).secrets, undefined);
  });
});
