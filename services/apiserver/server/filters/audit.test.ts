import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { recorder } from '../../audit/recorder.test.helper.js';
import { startTestApi, type TestRequest } from '../api.test.helper.js';
import { auditedApi, MAPS } from './audited-api.test.helper.js';

const jane = authenticatedUser('jane', ['devs'], 'u1');

describe('the audit log', () => {
  const { api, use, take, request, events, eventsOf, lastOf } = auditedApi();

  describe('records', () => {
    const node = { metadata: { name: 'n' } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    const apply = { 'content-type': 'application/apply-patch+yaml' };
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } };
    const map = { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' };
    const cases: readonly (readonly [
      method: string,
      target: string,
      request: TestRequest,
      verb: string,
      code: number,
      reference: JsonObject | undefined,
    ])[] = [
      ['POST', MAPS, { body: { metadata: { name: 'new' } } }, 'create', 201, { ...map, name: 'new' }],
      ['POST', MAPS, { body: { metadata: { name: 'old' } } }, 'create', 409, { ...map, name: 'old' }],
      ['POST', MAPS, { body: Buffer.from('{') }, 'create', 400, map],
      ['GET', `${MAPS}/old`, {}, 'get', 200, { ...map, name: 'old' }],
      ['GET', `${MAPS}/absent`, {}, 'get', 404, { ...map, name: 'absent' }],
      ['GET', MAPS, {}, 'list', 200, map],
      ['GET', '/api/v1/configmaps', {}, 'list', 200, { resource: 'configmaps', apiVersion: 'v1' }],
      ['GET', `${MAPS}?fieldSelector=metadata.name%3Dold`, {}, 'list', 200, { ...map, name: 'old' }],
      ['GET', `${MAPS}?fieldSelector=metadata.name%3Dold,foo`, {}, 'list', 400, map],
      ['DELETE', `${MAPS}?fieldSelector=metadata.name%3Dabsent`, {}, 'deletecollection', 200, map],
      [
        'PUT',
        `${MAPS}/old`,
        { body: { metadata: { name: 'old', uid: 'other', resourceVersion: '1' } } },
        'update',
        409,
        { ...map, name: 'old', uid: 'other', resourceVersion: '1' },
      ],
      ['PUT', `${MAPS}/old`, { body: { metadata: { name: 'other' } } }, 'update', 400, { ...map, name: 'old' }],
      [
        'PATCH',
        `${MAPS}/old`,
        { body: { metadata: { labels: { a: 'b' } } }, headers: merge },
        'patch',
        200,
        { ...map, name: 'old' },
      ],
      [
        'PATCH',
        `${MAPS}/applied?fieldManager=m`,
        { body: applied, headers: apply },
        'patch',
        201,
        { ...map, name: 'applied' },
      ],
      ['DELETE', `${MAPS}/new`, {}, 'delete', 200, { ...map, name: 'new' }],
      ['DELETE', `${MAPS}?labelSelector=none`, {}, 'deletecollection', 200, map],
      ['POST', '/api/v1/nodes', { body: node }, 'create', 201, { resource: 'nodes', name: 'n', apiVersion: 'v1' }],
      [
        'PATCH',
        '/api/v1/nodes/n/status',
        { body: {}, headers: merge },
        'patch',
        200,
        { resource: 'nodes', name: 'n', apiVersion: 'v1', subresource: 'status' },
      ],
      [
        'GET',
        '/apis/apps/v1/namespaces/default/controllerrevisions',
        {},
        'list',
        200,
        { resource: 'controllerrevisions', namespace: 'default', apiGroup: 'apps', apiVersion: 'v1' },
      ],
      ['GET', '/version', {}, 'get', 200, undefined],
      ['POST', '/version', {}, 'post', 405, undefined],
      ['GET', '/nowhere?a=b', {}, 'get', 404, undefined],
    ];
    for (const [method, target, sent, verb, code, reference] of cases) {
      it(`${method} ${target} with ${code}`, async () => {
        use({});
        assert.equal((await request(method, target, sent)).status, code);
        const [received, complete, ...others] = events();
        assert.ok(received && complete);
        assert.deepEqual([received.stage, complete.stage, others], ['RequestReceived', 'ResponseComplete', []]);
        assert.deepEqual([received.verb, received.requestURI, complete.verb], [verb, target, verb]);
        assert.equal(received.responseStatus, undefined);
        assert.equal(complete.responseStatus?.code, code);
        assert.deepEqual(complete.objectRef, reference);
        assert.equal(received.user.username, 'admin');
        assert.deepEqual([complete.requestObject, complete.responseObject], [undefined, undefined]);
      });
    }
  });

  it('has all fields of a request', async () => {
    const headers = { 'audit-id': 'mine', 'user-agent': `agent ${'x'.repeat(2000)}`, 'x-forwarded-for': '1.2.3.4' };
    use({ level: 'Metadata' });
    await request('GET', `${MAPS}/old?pretty=false`, { headers, user: jane });
    const [received, complete] = events();
    const common = {
      level: 'Metadata',
      auditID: 'mine',
      requestURI: `${MAPS}/old?pretty=false`,
      verb: 'get',
      user: { username: 'jane', uid: 'u1', groups: ['devs', 'system:authenticated'] },
      sourceIPs: ['1.2.3.4', '127.0.0.1'],
      userAgent: `${headers['user-agent'].slice(0, 1024)}...TRUNCATED`,
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'old', apiVersion: 'v1' },
      requestReceivedTimestamp: '2026-01-02T03:04:05.000000Z',
    };
    const message =
      'configmaps "old" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"';
    assert.deepEqual(received, { ...common, stage: 'RequestReceived', stageTimestamp: '2026-01-02T03:04:05.000000Z' });
    assert.deepEqual(complete, {
      ...common,
      stage: 'ResponseComplete',
      responseStatus: {
        metadata: {},
        status: 'Failure',
        message,
        reason: 'Forbidden',
        details: { name: 'old', kind: 'configmaps' },
        code: 403,
      },
      stageTimestamp: '2026-01-02T03:04:06.500000Z',
      annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
    });
  });

  it('omits the stages of omitStages', async () => {
    use({ omitStages: ['RequestReceived'] });
    await request('GET', '/version');
    assert.deepEqual(
      events().map(({ stage }) => stage),
      ['ResponseComplete'],
    );
  });

  describe('of a watch', () => {
    it('records its beginning, and its end when the client disconnects', async () => {
      use({ level: 'RequestResponse' });
      const watch = api().watch(`${MAPS}?watch=true&fieldSelector=metadata.name%3Dold`);
      await watch.next();
      const begun = events().map((event) => [
        event.stage,
        event.verb,
        event.objectRef?.name,
        event.responseStatus?.code,
      ]);
      assert.deepEqual(begun, [
        ['RequestReceived', 'watch', 'old', undefined],
        ['ResponseStarted', 'watch', 'old', 200],
      ]);
      await watch.return(undefined);
      const [complete, ...others] = events();
      assert.deepEqual([complete?.stage, complete?.responseStatus?.code, others], ['ResponseComplete', 200, []]);
      assert.equal(complete?.responseObject, undefined);
    });

    it('records both if it cannot begin', async () => {
      const events = await eventsOf('Metadata', 'GET', `${MAPS}?watch=true&resourceVersion=x`);
      assert.deepEqual(
        events.map(({ stage, responseStatus }) => [stage, responseStatus?.code]),
        [
          ['RequestReceived', undefined],
          ['ResponseStarted', 400],
          ['ResponseComplete', 400],
        ],
      );
    });
  });

  describe('records impersonation', () => {
    it('with the original and the impersonated user', async () => {
      const headers = { 'impersonate-user': 'joe', 'impersonate-group': 'qa' };
      const [received, complete] = await eventsOf('Metadata', 'GET', MAPS, { headers });
      assert.deepEqual([received?.user.username, received?.impersonatedUser], ['admin', undefined]);
      assert.equal(complete?.user.username, 'admin');
      assert.deepEqual(complete?.impersonatedUser, { username: 'joe', groups: ['qa', 'system:authenticated'] });
      assert.equal(complete?.annotations?.['authorization.k8s.io/decision'], 'forbid');
    });

    it('as a user with permission', async () => {
      const headers = { 'impersonate-user': 'joe', 'impersonate-group': 'system:masters' };
      const event = await lastOf('Metadata', 'GET', MAPS, { headers });
      assert.deepEqual([event.impersonatedUser?.username, event.responseStatus?.code], ['joe', 200]);
    });

    it('without an impersonated user if it is forbidden', async () => {
      const headers = { 'impersonate-user': 'joe' };
      const event = await lastOf('Metadata', 'GET', MAPS, { headers, user: jane });
      assert.deepEqual([event.user.username, event.impersonatedUser], ['jane', undefined]);
      assert.equal(event.responseStatus?.code, 403);
    });
  });

  describe('of failed authentication', () => {
    it('records the method, and never the credentials', async () => {
      use({ level: 'RequestResponse' });
      const response = await request('GET', MAPS, { headers: { authorization: 'Bearer secret' } });
      assert.equal(response.status, 401);
      const recorded = events();
      const [event, ...others] = recorded;
      assert.deepEqual([event?.stage, event?.user, others], ['ResponseStarted', {}, []]);
      assert.equal(event?.objectRef?.resource, 'configmaps');
      const message = 'Authentication failed, attempted: bearer';
      assert.deepEqual(event?.responseStatus, { metadata: {}, message, code: 401 });
      assert.ok(!JSON.stringify(recorded).includes('secret'));
      assert.equal(response.headers['audit-id'], event?.auditID);
    });

    it('records nothing if the rules name users', async () => {
      use({ users: [''] }, { userGroups: ['system:unauthenticated'] });
      await request('GET', MAPS, { headers: { authorization: 'Bearer secret' } });
      assert.deepEqual(events(), []);
    });
  });

  describe('of requests that are rejected before authentication', () => {
    for (const [method, target, code] of [
      ['GET', '/api/v1/namespaces/%2e%2e/configmaps', 400],
      ['GET', '/api/v1/namespaces/%zz/configmaps', 400],
      ['TRACE', MAPS, 405],
    ] as const) {
      it(`records ${method} ${target}, with no user and no resource`, async () => {
        const [event, ...others] = await eventsOf('Metadata', method, target);
        assert.deepEqual([event?.stage, event?.user, event?.requestURI, others], ['ResponseStarted', {}, target, []]);
        assert.deepEqual(event?.responseStatus, { metadata: {}, code });
        assert.equal(event?.objectRef, undefined);
      });
    }
  });

  describe('has an audit ID for each request', () => {
    const long = 'x'.repeat(100);
    for (const [given, expected] of [
      [undefined, /^00000000-0000-4000-8000-\d{12}$/],
      ['', /^00000000-/],
      ['mine', /^mine$/],
      [long, /^x{64}$/],
    ] as const) {
      it(`that is given as ${JSON.stringify(given)}`, async () => {
        const headers: Record<string, string> = given === undefined ? {} : { 'audit-id': given };
        use({ level: 'None', verbs: ['delete'] }, {});
        for (const [method, target] of [
          ['GET', '/version'],
          ['GET', `${MAPS}/absent`],
          ['DELETE', `${MAPS}/absent`],
        ] as const) {
          const id = (await request(method, target, { headers })).headers['audit-id'] ?? '';
          assert.match(id, expected);
          assert.ok(events().every(({ auditID }) => auditID === id));
        }
      });
    }

    it('on a server without auditing too', async () => {
      const plain = await startTestApi({ store: api().store });
      for (const [target, given, expected] of [
        ['/version', 'mine', /^mine$/],
        ['/version', long, /^x{64}$/],
        ['/version', '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/],
        ['/healthz', '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/],
        [`${MAPS}/absent`, 'mine', /^mine$/],
        ['/api/v1/namespaces/%zz/configmaps', 'mine', /^mine$/],
      ] as const) {
        const { headers } = await plain.request('GET', target, { headers: { 'audit-id': given } });
        assert.match(headers['audit-id'] ?? '', expected);
      }
    });
  });

  it('annotates deprecated versions', async () => {
    const event = await lastOf('Metadata', 'GET', '/apis/storage.k8s.io/v1beta1/csistoragecapacities');
    assert.equal(event.annotations?.['k8s.io/deprecated'], 'true');
    assert.equal(event.annotations?.['k8s.io/removed-release'], '1.27');
  });

  it('annotates an issued service account token with its id', async () => {
    const target = '/api/v1/namespaces/default/serviceaccounts';
    await request('POST', target, { body: { metadata: { name: 'robot' } } });
    const { annotations = {}, objectRef } = await lastOf('Metadata', 'POST', `${target}/robot/token`, { body: {} });
    assert.match(annotations['authentication.kubernetes.io/issued-credential-id'] ?? '', /^JTI=0{8}-/);
    assert.deepEqual([objectRef?.name, objectRef?.subresource], ['robot', 'token']);
  });

  it('has annotations of the API domain', async () => {
    const recorded = recorder({ apiDomain: 'example.org' });
    recorded.use({});
    const other = await startTestApi({ audit: recorded.audit, apiDomain: 'example.org', formerVersions: true });
    await other.request('GET', '/apis/storage.example.org/v1beta1/csistoragecapacities');
    await other.close();
    const { annotations = {} } = recorded.events().at(-1) ?? {};
    assert.deepEqual(Object.keys(annotations), [
      'authorization.example.org/decision',
      'authorization.example.org/reason',
      'example.org/deprecated',
      'example.org/removed-release',
    ]);
  });

  it('fails a request whose event cannot be written, before it is executed', async () => {
    use({});
    take(({ stage }) => stage !== 'RequestReceived');
    const { status, message } = await request('POST', MAPS, { body: { metadata: { name: 'unheard' } } });
    assert.equal(status, 500);
    assert.match(message, /failed to store audit event/);
    assert.equal(events().length, 1);
    take(() => true);
    assert.equal((await request('GET', `${MAPS}/unheard`)).status, 404);
  });

  it('does not fail a request that is already executed', async () => {
    use({});
    take(({ stage }) => stage === 'RequestReceived');
    assert.equal((await request('POST', MAPS, { body: { metadata: { name: 'heard' } } })).status, 201);
  });
});
