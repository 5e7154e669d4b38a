import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';

const TOKEN = '/api/v1/namespaces/default/serviceaccounts/robot/token';
const ISSUER = 'https://kubernetes.default.svc.cluster.local';
const NOW = Date.parse('2026-01-02T03:04:05Z') / 1000;

function claimsOf({ json }: TestResponse): JsonObject {
  const [, payload = ''] = (json['status'] as { token: string }).token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const uidOf = ({ json }: TestResponse): string => (json['metadata'] as { uid: string }).uid;

describe('TokenRequest', () => {
  let api: TestApi;
  let account: string;
  let secret: string;
  let node: string;
  before(async () => {
    api = await startTestApi({ tokens: { maxExpiration: 7200 } });
    const make = async (path: string, name: string): Promise<string> =>
      uidOf(await api.request('POST', path, { body: { metadata: { name } } }));
    account = await make('/api/v1/namespaces/default/serviceaccounts', 'robot');
    secret = await make('/api/v1/namespaces/default/secrets', 'anchor');
    node = await make('/api/v1/nodes', 'anchor');
  });
  after(() => api.close());
  const ask = (body: JsonObject, target = TOKEN): Promise<TestResponse> => api.request('POST', target, { body });

  it('returns the completed request', async () => {
    const { status, json } = await ask({});
    assert.equal(status, 201);
    const { token, ...rest } = json['status'] as JsonObject;
    assert.equal(typeof token, 'string');
    assert.deepEqual(plain({ ...json, status: rest }), {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name: 'robot', namespace: 'default', uid: account, creationTimestamp: '2026-01-02T03:04:05Z' },
      spec: { audiences: [ISSUER], expirationSeconds: 3600 },
      status: { expirationTimestamp: '2026-01-02T04:04:05Z' },
    });
  });

  const claims: readonly (readonly [
    name: string,
    spec: () => JsonObject,
    claims: () => JsonObject,
    own: () => JsonObject,
  ])[] = [
    ['the defaults', () => ({}), () => ({}), () => ({})],
    ['audiences', () => ({ audiences: ['vault', 'api'] }), () => ({ aud: ['vault', 'api'] }), () => ({})],
    ['an expiration', () => ({ expirationSeconds: 600 }), () => ({ exp: NOW + 600 }), () => ({})],
    [
      'a secret',
      () => ({ boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'anchor', uid: secret } }),
      () => ({}),
      () => ({ secret: { name: 'anchor', uid: secret } }),
    ],
    [
      'a node',
      () => ({ boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'anchor' } }),
      () => ({}),
      () => ({ node: { name: 'anchor', uid: node } }),
    ],
  ];
  for (const [name, spec, expected, own] of claims) {
    it(`issues a token with the claims of ${name}`, async () => {
      const { jti, ...rest } = claimsOf(await ask({ spec: spec() }));
      assert.match(jti as string, /^00000000-0000-4000-8000-\d{12}$/);
      assert.deepEqual(rest, {
        aud: [ISSUER],
        exp: NOW + 3600,
        iat: NOW,
        nbf: NOW,
        iss: ISSUER,
        sub: 'system:serviceaccount:default:robot',
        'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid: account }, ...own() },
        ...expected(),
      });
    });
  }

  it('shortens the expiration to the limit, with a warning', async () => {
    const { json, headers } = await ask({ spec: { expirationSeconds: 7201 } });
    assert.equal(headers['warning'], '299 - "requested expiration of 7201 seconds shortened to 7200 seconds"');
    assert.equal((json['spec'] as JsonObject)['expirationSeconds'], 7200);
    assert.equal((json['status'] as JsonObject)['expirationTimestamp'], '2026-01-02T05:04:05Z');
  });

  it('issues a token in a dry run, too', async () => {
    const { status, json } = await ask({}, `${TOKEN}?dryRun=All`);
    assert.deepEqual([status, typeof (json['status'] as JsonObject)['token']], [201, 'string']);
  });

  it('ignores a sent status', async () => {
    const { json } = await ask({ status: { token: 'mine' } });
    assert.notEqual((json['status'] as JsonObject)['token'], 'mine');
  });

  it('binds a token only to a pod that runs as the account', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    for (const [name, serviceAccountName] of [
      ['mine', 'robot'],
      ['others', 'other'],
    ] as const) {
      const spec = { serviceAccountName, containers: [{ name: 'a', image: 'i' }] };
      const { status, text } = await api.request('POST', pods, { body: { metadata: { name }, spec } });
      assert.equal(status, 201, text);
    }
    const bound = (name: string) => ask({ spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name } } });
    const { json } = await api.request('GET', `${pods}/mine`);
    const claims = claimsOf(await bound('mine'))['kubernetes.io'] as JsonObject;
    assert.deepEqual(claims['pod'], { name: 'mine', uid: (json['metadata'] as JsonObject)['uid'] });
    const refused = await bound('others');
    assert.deepEqual(
      [refused.status, refused.message],
      [400, 'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.'],
    );
  });

  const INVALID = 'TokenRequest.authentication.k8s.io';
  const bad: readonly (readonly [name: string, body: JsonObject, status: number, message: string])[] = [
    [
      'less than 10 minutes',
      { spec: { expirationSeconds: 599 } },
      422,
      `${INVALID} "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
    ],
    [
      'more than 2^32 seconds',
      { spec: { expirationSeconds: 4294967297 } },
      422,
      `${INVALID} "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ],
    [
      'another name',
      { metadata: { name: 'other' } },
      422,
      `${INVALID} "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified`,
    ],
    [
      'another namespace',
      { metadata: { namespace: 'other' } },
      422,
      `${INVALID} "robot" is invalid: metadata.namespace: Invalid value: "other": must match the service account namespace if specified`,
    ],
    ['a pod', { spec: { boundObjectRef: { kind: 'Pod', name: 'p' } } }, 404, 'pods "p" not found'],
    [
      'a secret that does not exist',
      { spec: { boundObjectRef: { kind: 'Secret', name: 's' } } },
      404,
      'secrets "s" not found',
    ],
    ['a secret without a name', { spec: { boundObjectRef: { kind: 'Secret' } } }, 404, 'secrets "" not found'],
    [
      'a secret with an invalid name',
      { spec: { boundObjectRef: { kind: 'Secret', name: '../kube-system/s\0' } } },
      404,
      String.raw`secrets "../kube-system/s\u0000" not found`,
    ],
    [
      'a secret with another uid',
      { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'anchor', uid: 'u' } } },
      409,
      'Operation cannot be fulfilled on Secret "anchor": the UID in the bound object reference (u) does not match the UID in record. The object might have been deleted and then recreated',
    ],
    [
      'an object of another kind',
      { spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'c' } } },
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      'a secret of another group',
      { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'x.io/v1', name: 'anchor' } } },
      400,
      'cannot bind token to object of type x.io/v1, Kind=Secret',
    ],
    [
      'another kind in the body',
      { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' },
      400,
      'TokenReview in version "v1" cannot be handled as a TokenRequest: the kind in the data does not match the expected kind "TokenRequest"',
    ],
  ];
  for (const [name, body, status, message] of bad) {
    it(`rejects ${name}: ${status}`, async () => {
      const answer = await ask(body);
      assert.deepEqual([answer.status, answer.message], [status, message]);
    });
  }

  const cases: readonly (readonly [method: string, target: string, status: number, message: RegExp])[] = [
    ['POST', '/api/v1/namespaces/default/serviceaccounts/missing/token', 404, /^serviceaccounts "missing" not found$/],
    ['POST', '/api/v1/namespaces/nowhere/serviceaccounts/robot/token', 404, /^namespaces "nowhere" not found$/],
    ['POST', '/api/v1/namespaces/default/secrets/anchor/token', 404, /^the server could not find/],
    ['GET', TOKEN, 405, /^the server does not allow this method/],
  ];
  for (const [method, target, status, message] of cases) {
    it(`rejects ${method} ${target}: ${status}`, async () => {
      const answer = await api.request(method, target, { body: method === 'GET' ? '' : {} });
      assert.equal(answer.status, status);
      assert.match(answer.message, message);
    });
  }

  it('is refused in a terminating namespace', async () => {
    await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'going' } } });
    const accounts = '/api/v1/namespaces/going/serviceaccounts';
    await api.request('POST', accounts, { body: { metadata: { name: 'robot' } } });
    await api.request('DELETE', '/api/v1/namespaces/going');
    const { status, message } = await ask({}, `${accounts}/robot/token`);
    assert.equal(status, 403);
    assert.match(message, /unable to create new content in namespace going because it is being terminated$/);
  });

  /** Recorded from kubectl 1.32. */
  const KUBECTL = {
    plain:
      '6b3873000a280a1861757468656e7469636174696f6e2e6b38732e696f2f7631120c546f6b656e52657175657374121a0a100a0012001a0022002a0032003800420012001a040a0012001a002200',
    bound:
      '6b3873000a280a1861757468656e7469636174696f6e2e6b38732e696f2f7631120c546f6b656e52657175657374' +
      '12670a100a0012001a0022002a00320038004200124d0a057661756c740a056f746865721a3a0a06536563726574120276311a06616e63686f72' +
      '222430653262316333642d313131312d343232322d383333332d34343434353535353636363620b0091a040a0012001a002200',
  };
  const protobuf = (hex: string): Promise<TestResponse> =>
    api.request('POST', TOKEN, {
      body: Buffer.from(hex, 'hex'),
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf', accept: 'application/json' },
    });

  it('accepts the request of `kubectl create token`', async () => {
    const { status, json } = await protobuf(KUBECTL.plain);
    assert.equal(status, 201);
    assert.deepEqual(plain(json['spec']), { audiences: [ISSUER], expirationSeconds: 3600 });
  });

  it('accepts all options of `kubectl create token`', async () => {
    const { status, message } = await protobuf(KUBECTL.bound);
    assert.equal(status, 409);
    assert.match(
      message,
      /^Operation cannot be fulfilled on Secret "anchor": .*\(0e2b1c3d-1111-4222-8333-444455556666\)/,
    );
    const uid = Buffer.from('0e2b1c3d-1111-4222-8333-444455556666').toString('hex');
    const { json } = await protobuf(KUBECTL.bound.replace(uid, Buffer.from(secret).toString('hex')));
    assert.deepEqual(plain(json['spec']), {
      audiences: ['vault', 'other'],
      expirationSeconds: 1200,
      boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'anchor', uid: secret },
    });
  });

  it('returns protobuf', async () => {
    const { status, headers, text } = await api.request('POST', TOKEN, {
      body: {},
      headers: { accept: 'application/vnd.kubernetes.protobuf,application/json' },
    });
    assert.deepEqual([status, headers['content-type']], [201, 'application/vnd.kubernetes.protobuf']);
    assert.match(text, /^k8s\0/);
  });

  it('has the names of its API domain', async () => {
    const other = await startTestApi({ apiDomain: 'example.org' });
    await other.request('POST', '/api/v1/namespaces/default/serviceaccounts', {
      body: { metadata: { name: 'robot' } },
    });
    const answer = await other.request('POST', TOKEN, { body: {} });
    assert.equal(answer.json['apiVersion'], 'authentication.example.org/v1');
    assert.ok('example.org' in claimsOf(answer));
    await other.close();
  });
});

describe('ServiceAccount', () => {
  it('keeps only the names of its secrets', async () => {
    const api = await startTestApi();
    const target = '/api/v1/namespaces/default/serviceaccounts';
    const secrets = [{ name: 'a', kind: 'Secret', namespace: 'x' }, { name: 'b' }];
    const made = await api.request('POST', target, { body: { metadata: { name: 'robot' }, secrets } });
    assert.deepEqual(plain(made.json['secrets']), [{ name: 'a' }, { name: 'b' }]);
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const body = { secrets: [{ name: 'b', uid: '1' }, { name: 'c' }] };
    const { json } = await api.request('PATCH', `${target}/robot`, { body, headers });
    const names = (plain(json['secrets']) as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.sort(), ['a', 'b', 'c']);
    assert.doesNotMatch(JSON.stringify(json['secrets']), /uid/);
    await api.close();
  });
});
