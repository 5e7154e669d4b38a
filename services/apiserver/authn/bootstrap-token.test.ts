import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const TOKEN = 'abcdef.0123456789abcdef';

describe('bootstrap tokens', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({ authentication: { bootstrapTokens: true } });
  });
  afterEach(() => api.close());

  interface SecretChanges {
    readonly name?: string;
    readonly namespace?: string;
    readonly type?: string;
    readonly finalizers?: string[];
  }
  const SECRET = '/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef';

  async function make(
    changes: Readonly<Record<string, string | undefined>>,
    changed: SecretChanges = {},
  ): Promise<void> {
    const {
      name = 'bootstrap-token-abcdef',
      namespace = 'kube-system',
      type = 'bootstrap.kubernetes.io/token',
    } = changed;
    const texts = {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
      ...changes,
    };
    const stringData: JsonObject = {};
    for (const [key, text] of Object.entries(texts)) if (text !== undefined) stringData[key] = text;
    const metadata = { name, ...(changed.finalizers && { finalizers: changed.finalizers }) };
    const body = { metadata, type, stringData };
    const { status } = await api.request('POST', `/api/v1/namespaces/${namespace}/secrets`, { body });
    assert.equal(status, 201);
  }

  /** The user of a token, which needs no permissions here; undefined if the token is refused. */
  async function userOf(token: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${token}` };
    const { status, message, json } = await api.request('GET', '/api/v1/nodes', { headers });
    if (status === 401) {
      assert.deepEqual([json['kind'], json['reason'], message], ['Status', 'Unauthorized', 'Unauthorized']);
      return undefined;
    }
    assert.equal(status, 403);
    return /User "(.*?)" cannot/.exec(message)?.[1];
  }

  const time = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString().replace('.000', '');
  const good: readonly (readonly [name: string, data: Readonly<Record<string, string>>])[] = [
    ['unchanged', {}],
    ['before expiration', { expiration: time(1000) }],
    ['with other groups', { 'auth-extra-groups': 'system:bootstrappers:a,system:bootstrappers:b-c:d' }],
  ];
  for (const [name, data] of good) {
    it(`are accepted ${name}`, async () => {
      await make(data);
      assert.equal(await userOf(TOKEN), 'system:bootstrap:abcdef');
    });
  }

  const bad: readonly (readonly [
    name: string,
    data: Readonly<Record<string, string | undefined>>,
    changed?: SecretChanges,
    token?: string,
  ])[] = [
    ['with another secret', {}, {}, 'abcdef.0123456789abcdee'],
    ['with another id', {}, {}, 'abcdee.0123456789abcdef'],
    ['in another form', {}, {}, 'abcdef.0123456789ABCDEF'],
    ['with a suffix', {}, {}, `${TOKEN}0`],
    ['whose secret is in another namespace', {}, { namespace: 'default' }],
    ['whose secret has another name', {}, { name: 'bootstrap-token-abcdee' }],
    ['whose secret has another type', {}, { type: 'Opaque' }],
    ['whose secret has another token id', { 'token-id': 'abcdee' }],
    ['whose secret has no token secret', { 'token-secret': undefined }],
    ['after expiration', { expiration: time(-1000) }],
    ['with an invalid expiration', { expiration: 'tomorrow' }],
    ['for another usage', { 'usage-bootstrap-authentication': 'false' }],
    ['for nothing', { 'usage-bootstrap-authentication': undefined }],
    ['in the group system:masters', { 'auth-extra-groups': 'system:masters' }],
    ['in a group with a space', { 'auth-extra-groups': 'system:bootstrappers:a, system:bootstrappers:b' }],
    ['in a group with a line break', { 'auth-extra-groups': 'system:bootstrappers:a\n' }],
  ];
  for (const [name, data, changed, token = TOKEN] of bad) {
    it(`are refused ${name}`, async () => {
      await make(data, changed);
      assert.equal(await userOf(token), undefined);
    });
  }

  it('are invalid at once after deletion of their secret', async () => {
    await make({});
    assert.equal(await userOf(TOKEN), 'system:bootstrap:abcdef');
    await api.request('DELETE', SECRET);
    assert.equal(await userOf(TOKEN), undefined);
  });

  it('are invalid at once when deletion of their secret begins, even with finalizers', async () => {
    await make({}, { finalizers: ['example.org/hold'] });
    await api.request('DELETE', SECRET);
    assert.equal(await userOf(TOKEN), undefined);
  });

  it('are refused if not enabled', async () => {
    await api.close();
    api = await startTestApi();
    await make({});
    assert.equal(await userOf(TOKEN), undefined);
  });
});
