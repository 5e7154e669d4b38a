import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { deployments } from './apps.js';
import { selfSubjectAccessReviews } from './authorization.js';
import { createClient, type Client } from './client.js';
import { configMaps, pods, serviceAccounts } from './core.js';
import { inDomain } from './resource-type.js';
import { scriptedTransport, type Answer } from './scripted-transport.test.helper.js';

interface Case {
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  readonly answer?: Answer;
  readonly sends: string;
  readonly body?: string;
}

const OBJECT: Answer = { body: { kind: 'ConfigMap', metadata: { name: 'a' } } };
const metadata = { name: 'a' };
const domain = createDomain({ apiDomain: 'example.org' });
const maps = (client: Client) => client.of(configMaps).namespace('ns');

const CASES: readonly Case[] = [
  {
    name: 'get of a subresource of another kind',
    answer: { body: { kind: 'Scale', metadata, spec: { replicas: 2 } } },
    call: async (client) => {
      const { spec } = await client.of(deployments).namespace('ns').subresource('scale').get('a');
      assert.equal(spec?.replicas, 2);
    },
    sends: 'GET /apis/apps/v1/namespaces/ns/deployments/a/scale',
  },
  {
    name: 'update of a subresource of another kind',
    call: (client) =>
      client
        .of(deployments)
        .namespace('ns')
        .subresource('scale')
        .update({ metadata, spec: { replicas: 3 } }),
    sends: 'PUT /apis/apps/v1/namespaces/ns/deployments/a/scale',
    body: '{"metadata":{"name":"a"},"spec":{"replicas":3},"apiVersion":"autoscaling/v1","kind":"Scale"}',
  },
  {
    name: 'an action that returns its own kind',
    answer: { body: { kind: 'TokenRequest', metadata: {}, status: { token: 't' } } },
    call: async (client) => {
      const tokens = client.of(serviceAccounts).namespace('ns').subresource('token');
      assert.equal((await tokens.create('a', { spec: { expirationSeconds: 600 } })).status?.token, 't');
    },
    sends: 'POST /api/v1/namespaces/ns/serviceaccounts/a/token',
    body: '{"spec":{"expirationSeconds":600},"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest"}',
  },
  {
    name: 'an action that returns a Status',
    answer: { body: { kind: 'Status', status: 'Success', metadata: {} } },
    call: async (client) => {
      const evictions = client.of(pods).namespace('ns').subresource('eviction');
      assert.equal(await evictions.create('a', { metadata }, { dryRun: true }), undefined);
    },
    sends: 'POST /api/v1/namespaces/ns/pods/a/eviction?dryRun=All',
    body: '{"metadata":{"name":"a"},"apiVersion":"policy/v1","kind":"Eviction"}',
  },
  {
    name: 'an action in another API domain',
    call: (client) => client.of(inDomain(serviceAccounts, domain)).namespace('ns').subresource('token').create('a', {}),
    sends: 'POST /api/v1/namespaces/ns/serviceaccounts/a/token',
    body: '{"apiVersion":"authentication.example.org/v1","kind":"TokenRequest"}',
  },
  {
    name: 'a review, which has no metadata',
    call: (client) => client.of(selfSubjectAccessReviews).create({ spec: { resourceAttributes: { verb: 'get' } } }),
    sends: 'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: '{"spec":{"resourceAttributes":{"verb":"get"}},"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview"}',
  },
];

describe('subresources', () => {
  for (const { name, call, answer = OBJECT, sends, body } of CASES) {
    it(`sends ${name}`, async () => {
      const transport = scriptedTransport([answer]);
      await call(createClient({ transport }));
      assert.deepEqual(transport.log, [sends]);
      const sent = transport.requests[0]?.body;
      assert.equal(sent === undefined ? undefined : Buffer.from(sent).toString(), body);
    });
  }

  it('accepts only subresources of the type', () => {
    const subresource: (name: never) => unknown = maps(createClient({ transport: scriptedTransport([]) })).subresource;
    assert.throws(() => subresource('status' as never), /^TypeError: configmaps have no subresource "status"$/);
  });
});

describe('impersonation', () => {
  it('sends the impersonation headers, one for each group', async () => {
    const transport = scriptedTransport([OBJECT, OBJECT]);
    const client = createClient({ transport, userAgent: 'me/1' });
    await maps(client.as({ name: 'jane', groups: ['a', 'b'], uid: 'u' })).get('a');
    await maps(client).get('a');
    const common = { accept: 'application/json', 'user-agent': 'me/1' };
    assert.deepEqual(
      transport.requests.map(({ headers }) => headers),
      [{ ...common, 'impersonate-user': 'jane', 'impersonate-group': ['a', 'b'], 'impersonate-uid': 'u' }, common],
    );
  });

  for (const name of ['', ' a', 'a\n', 'jäne']) {
    it(`rejects the user ${JSON.stringify(name)}`, () => {
      const client = createClient({ transport: scriptedTransport([]) });
      assert.throws(() => client.as({ name }), /^TypeError: ".*" cannot be impersonated$/);
    });
  }
});
