import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient, type Client } from './client.js';
import { leases } from './coordination.js';
import { configMaps, namespaces } from './core.js';
import { clusterRoleBindings, clusterRoles, roleBindings, roles } from './rbac.js';
import { inDomain, type NamespacedType, type ResourceType } from './resource-type.js';
import { scriptedTransport, type Answer } from './scripted-transport.test.helper.js';

const widgets: NamespacedType = {
  group: 'example.com',
  version: 'v1beta1',
  resource: 'widgets',
  kind: 'Widget',
  scope: 'Namespaced',
};

const OBJECT: Answer = { body: { kind: 'ConfigMap', metadata: { name: 'a' } } };
const LIST: Answer = { body: { kind: 'ConfigMapList', metadata: { resourceVersion: '7' }, items: [] } };

interface Case {
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  readonly answer?: Answer;
  readonly sends: string;
  readonly contentType?: string;
  readonly body?: string;
}

const maps = (client: Client) => client.of(configMaps).namespace('ns');
const metadata = { name: 'a' };
const whole = '{"metadata":{"name":"a"},"apiVersion":"v1","kind":"ConfigMap"}';

const domain = createDomain({ apiDomain: 'example.org' });

/** Types whose group depends on the API domain, with the path of one object. */
const NAMED: readonly { readonly type: ResourceType; readonly path: string }[] = [
  { type: inDomain(clusterRoles, domain), path: 'rbac.authorization.example.org/v1/clusterroles/a' },
  { type: inDomain(clusterRoleBindings, domain), path: 'rbac.authorization.example.org/v1/clusterrolebindings/a' },
  { type: inDomain(roles, domain), path: 'rbac.authorization.example.org/v1/namespaces/ns/roles/a' },
  { type: inDomain(roleBindings, domain), path: 'rbac.authorization.example.org/v1/namespaces/ns/rolebindings/a' },
  { type: inDomain(leases, domain), path: 'coordination.example.org/v1/namespaces/ns/leases/a' },
];

const cases: Case[] = [
  { name: 'get', call: (client) => maps(client).get('a'), sends: 'GET /api/v1/namespaces/ns/configmaps/a' },
  {
    name: 'get of a subresource with a least resourceVersion',
    call: (client) => client.of(namespaces).subresource('status').get('a', { resourceVersion: '5' }),
    sends: 'GET /api/v1/namespaces/a/status?resourceVersion=5',
  },
  {
    name: 'get in a named group, of a name that needs escaping',
    call: (client) => client.of(widgets).namespace('ns').get('a:b?c'),
    sends: 'GET /apis/example.com/v1beta1/namespaces/ns/widgets/a:b?c',
  },
  ...NAMED.map(({ type, path }) => ({
    name: `get of one of the ${type.resource}`,
    call: (client: Client) =>
      type.scope === 'Cluster' ? client.of(type).get('a') : client.of(type).namespace('ns').get('a'),
    sends: `GET /apis/${path}`,
  })),
  {
    name: 'list over all namespaces',
    answer: LIST,
    call: (client) => client.of(configMaps).list({ labelSelector: 'a in (b,c)', fieldSelector: 'x=1', limit: 5 }),
    sends: 'GET /api/v1/configmaps?labelSelector=a+in+(b,c)&fieldSelector=x=1&limit=5',
  },
  {
    name: 'list of one version',
    answer: LIST,
    call: (client) => maps(client).list({ resourceVersion: '7', resourceVersionMatch: 'Exact' }),
    sends: 'GET /api/v1/namespaces/ns/configmaps?resourceVersion=7&resourceVersionMatch=Exact',
  },
  {
    name: 'create',
    call: (client) =>
      maps(client).create({ metadata }, { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' }),
    sends: 'POST /api/v1/namespaces/ns/configmaps?dryRun=All&fieldManager=me&fieldValidation=Strict',
    contentType: 'application/json',
    body: whole,
  },
  {
    name: 'update',
    call: (client) => maps(client).update({ metadata, data: { x: '<&>' } }),
    sends: 'PUT /api/v1/namespaces/ns/configmaps/a',
    contentType: 'application/json',
    body: '{"metadata":{"name":"a"},"data":{"x":"<&>"},"apiVersion":"v1","kind":"ConfigMap"}',
  },
  {
    name: 'update of a subresource',
    call: (client) => client.of(namespaces).subresource('finalize').update({ metadata, spec: {} }),
    sends: 'PUT /api/v1/namespaces/a/finalize',
    contentType: 'application/json',
    body: '{"metadata":{"name":"a"},"spec":{},"apiVersion":"v1","kind":"Namespace"}',
  },
  {
    name: 'merge patch',
    call: (client) => maps(client).patch('a', { type: 'merge', value: { data: null } }),
    sends: 'PATCH /api/v1/namespaces/ns/configmaps/a',
    contentType: 'application/merge-patch+json',
    body: '{"data":null}',
  },
  {
    name: 'strategic merge patch of a subresource',
    call: (client) =>
      client.of(namespaces).subresource('status').patch('a', { type: 'strategic', value: {} }, { dryRun: false }),
    sends: 'PATCH /api/v1/namespaces/a/status',
    contentType: 'application/strategic-merge-patch+json',
    body: '{}',
  },
  {
    name: 'JSON patch',
    call: (client) => maps(client).patch('a', { type: 'json', value: [{ op: 'remove', path: '/data' }] }),
    sends: 'PATCH /api/v1/namespaces/ns/configmaps/a',
    contentType: 'application/json-patch+json',
    body: '[{"op":"remove","path":"/data"}]',
  },
  {
    name: 'apply',
    call: (client) => maps(client).apply({ metadata }, { fieldManager: 'me', force: true }),
    sends: 'PATCH /api/v1/namespaces/ns/configmaps/a?fieldManager=me&force=true',
    contentType: 'application/apply-patch+yaml',
    body: whole,
  },
  { name: 'delete', call: (client) => maps(client).delete('a'), sends: 'DELETE /api/v1/namespaces/ns/configmaps/a' },
  {
    name: 'delete with options',
    call: (client) =>
      maps(client).delete('a', {
        dryRun: true,
        preconditions: { uid: 'u', resourceVersion: '3' },
        propagationPolicy: 'Orphan',
        gracePeriodSeconds: 0,
      }),
    sends: 'DELETE /api/v1/namespaces/ns/configmaps/a',
    contentType: 'application/json',
    body: '{"kind":"DeleteOptions","apiVersion":"v1","dryRun":["All"],"preconditions":{"uid":"u","resourceVersion":"3"},"propagationPolicy":"Orphan","gracePeriodSeconds":0}',
  },
  {
    name: 'delete of a collection',
    call: (client) => maps(client).deleteCollection({ labelSelector: 'a=b', propagationPolicy: 'Background' }),
    sends: 'DELETE /api/v1/namespaces/ns/configmaps?labelSelector=a=b',
    contentType: 'application/json',
    body: '{"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background"}',
  },
];

describe('client', () => {
  for (const { name, call, answer = OBJECT, sends, contentType, body } of cases) {
    it(`sends ${name}`, async () => {
      const transport = scriptedTransport([answer]);
      await call(createClient({ transport, userAgent: 'me/1' }));
      assert.deepEqual(transport.log, [sends]);
      const [request] = transport.requests;
      assert(request);
      const type = contentType === undefined ? {} : { 'content-type': contentType };
      assert.deepEqual(request.headers, { accept: 'application/json', 'user-agent': 'me/1', ...type });
      assert.equal(request.body === undefined ? undefined : Buffer.from(request.body).toString(), body);
    });
  }

  it('escapes path segments', async () => {
    const transport = scriptedTransport([OBJECT]);
    await createClient({ transport }).of(widgets).namespace('ns').get('a/b?c%');
    assert.equal(transport.requests[0]?.target, '/apis/example.com/v1beta1/namespaces/ns/widgets/a%2Fb%3Fc%25');
  });

  for (const name of ['', '.', '..']) {
    it(`never sends a request for the name ${JSON.stringify(name)}`, async () => {
      const transport = scriptedTransport([OBJECT]);
      const { delete: remove } = maps(createClient({ transport }));
      await assert.rejects(remove(name), /cannot be a name/);
      assert.deepEqual(transport.log, []);
    });
  }

  it('accepts null as an empty list, and no other value', async () => {
    const transport = scriptedTransport([{ body: { items: null } }, { body: { kind: 'ConfigMap' } }]);
    const { metadataOf } = createClient({ transport });
    assert.deepEqual((await metadataOf(configMaps).list()).items, []);
    await assert.rejects(metadataOf(configMaps).list(), /not a list/);
  });

  it('sets kind and apiVersion of list items', async () => {
    const body = {
      kind: 'ConfigMapList',
      metadata: { resourceVersion: '7', remainingItemCount: 3, continue: 'c' },
      items: [{ metadata }],
    };
    const page = await createClient({ transport: scriptedTransport([{ body }]) })
      .of(configMaps)
      .list();
    assert.deepEqual(JSON.parse(JSON.stringify(page)), {
      items: [{ metadata, apiVersion: 'v1', kind: 'ConfigMap' }],
      resourceVersion: '7',
      continue: 'c',
      remaining: 3,
    });
  });

  it('requests further pages with the selectors and without the resourceVersion of the first', async () => {
    const page = (name: string, token: string): Answer => ({
      body: { metadata: { resourceVersion: '7', continue: token }, items: [{ metadata: { name } }] },
    });
    const transport = scriptedTransport([page('a', 'one'), page('b', 'two'), page('c', '')]);
    const names: (string | undefined)[] = [];
    const options = { labelSelector: 'x', limit: 1, resourceVersion: '0' } as const;
    for await (const { items } of createClient({ transport }).of(configMaps).pages(options)) {
      names.push(...items.map((item) => item.metadata.name));
    }
    assert.deepEqual(names, ['a', 'b', 'c']);
    assert.deepEqual(transport.log, [
      'GET /api/v1/configmaps?labelSelector=x&resourceVersion=0&limit=1',
      'GET /api/v1/configmaps?labelSelector=x&limit=1&continue=one',
      'GET /api/v1/configmaps?labelSelector=x&limit=1&continue=two',
    ]);
  });

  it('distinguishes a completed deletion from a pending one', async () => {
    const gone = { kind: 'Status', status: 'Success', metadata: {} };
    const transport = scriptedTransport([{ body: gone }, OBJECT]);
    const { delete: remove } = maps(createClient({ transport }));
    assert.equal(await remove('a'), undefined);
    assert.equal((await remove('a'))?.metadata.name, 'a');
  });

  const failures = [
    {
      name: 'a Status',
      answer: {
        status: 409,
        body: { kind: 'Status', reason: 'AlreadyExists', code: 409, message: 'there', details: { name: 'a' } },
      },
      error: { reason: 'AlreadyExists', code: 409, message: 'there', details: { name: 'a' }, continue: undefined },
    },
    {
      name: 'a Status with a continue token',
      answer: {
        status: 410,
        body: { kind: 'Status', reason: 'Expired', code: 410, message: 'old', metadata: { continue: 'x' } },
      },
      error: { reason: 'Expired', code: 410, message: 'old', details: undefined, continue: 'x' },
    },
    {
      name: 'a Status with an unknown reason',
      answer: { status: 500, body: { kind: 'Status', reason: 'StorageReadError', message: 'corrupt' } },
      error: { reason: 'InternalError', code: 500, message: 'corrupt', details: undefined, continue: undefined },
    },
    {
      name: 'plain text with Retry-After',
      answer: { status: 429, headers: { 'retry-after': '3' }, body: 'busy\n' },
      error: {
        reason: 'TooManyRequests',
        code: 429,
        message: 'busy',
        details: { retryAfterSeconds: 3 },
        continue: undefined,
      },
    },
    {
      name: 'an error page of a proxy',
      answer: { status: 502, body: '<html>' },
      error: { reason: 'InternalError', code: 502, message: '<html>', details: undefined, continue: undefined },
    },
    {
      name: 'an empty body',
      answer: { status: 418, body: '' },
      error: {
        reason: 'BadRequest',
        code: 418,
        message: 'the server answered with the status code 418',
        details: undefined,
        continue: undefined,
      },
    },
    {
      name: 'an empty 409',
      answer: { status: 409, body: '{}' },
      error: { reason: 'Conflict', code: 409, message: '{}', details: undefined, continue: undefined },
    },
  ] as const;
  for (const { name, answer, error } of failures) {
    it(`throws the StatusError of ${name}`, async () => {
      const client = createClient({ transport: scriptedTransport([answer]) });
      await assert.rejects(maps(client).get('a'), (thrown) => {
        assert(thrown instanceof StatusError);
        const { reason, code, message, details, continue: token } = thrown;
        assert.deepEqual({ reason, code, message, details: details && { ...details }, continue: token }, error);
        return true;
      });
    });
  }
});
