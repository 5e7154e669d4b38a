import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { allowed, openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const AUTHENTICATION = '/apis/authentication.k8s.io/v1';
const LOCAL = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`;
const ASKED = { verb: 'get', resource: 'pods' };
const EVERYTHING = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];

/** Valid reviews, and the same without what they need. */
const REVIEWS: readonly (readonly [kind: string, path: string, body: JsonObject, invalid: JsonObject | undefined])[] = [
  [
    'SubjectAccessReview',
    `${AUTHORIZATION}/subjectaccessreviews`,
    { spec: { user: 'ada', resourceAttributes: ASKED } },
    {},
  ],
  ['SelfSubjectAccessReview', `${AUTHORIZATION}/selfsubjectaccessreviews`, { spec: { resourceAttributes: ASKED } }, {}],
  ['SelfSubjectRulesReview', `${AUTHORIZATION}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }, {}],
  [
    'LocalSubjectAccessReview',
    LOCAL,
    { spec: { user: 'ada', resourceAttributes: { ...ASKED, namespace: 'default' } } },
    {},
  ],
  ['TokenReview', `${AUTHENTICATION}/tokenreviews`, { spec: { token: 'x' } }, {}],
  ['SelfSubjectReview', `${AUTHENTICATION}/selfsubjectreviews`, {}, undefined],
];

describe('the admission of objects that are not stored', () => {
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks();
  });
  after(() => hooks.close());
  afterEach(() => hooks.reset());

  const seenKinds = (): readonly unknown[] =>
    hooks.seen.map(({ url, request }) => [url.split('?')[0], (request['kind'] as { kind: string }).kind]);

  for (const [kind, path, body, invalid] of REVIEWS) {
    it(`asks webhooks about a ${kind}, which can refuse it`, async () => {
      await hooks.configure('mutating', 'mutating', { rules: EVERYTHING });
      await hooks.configure('validating', 'validating', { rules: EVERYTHING });
      const { status } = await hooks.api.request('POST', `${path}?dryRun=All`, { body });
      assert.equal(status, 201);
      assert.deepEqual(seenKinds(), [
        ['/mutating', kind],
        ['/validating', kind],
      ]);
      const { operation, dryRun, object } = hooks.seen[1]?.request ?? ({} as JsonObject);
      assert.deepEqual([operation, dryRun, (object as JsonObject)['kind']], ['CREATE', true, kind]);
      if (invalid !== undefined) {
        hooks.seen.length = 0;
        const refused = await hooks.api.request('POST', path, { body: invalid });
        assert.ok(refused.status >= 400);
        assert.deepEqual(seenKinds(), [['/mutating', kind]]);
      }
      hooks.handle('validating', ({ request: { uid } }) => ({ uid, allowed: false, status: { message: 'not now' } }));
      const { message } = await hooks.api.request('POST', path, { body });
      assert.match(message, /denied the request: not now$/);
    });
  }

  it('lets a webhook change the question, but not the namespace of a local one', async () => {
    const rules = EVERYTHING;
    hooks.handle('patch', (review) => patched(review, { op: 'add', path: '/spec/user', value: 'eve' }));
    await hooks.configure('mutating', 'patch', { rules });
    const body = { spec: { user: 'ada', resourceAttributes: { ...ASKED, namespace: 'default' } } };
    const { json } = await hooks.api.request('POST', LOCAL, { body });
    assert.equal((json['spec'] as { user: string }).user, 'eve');
    hooks.handle('patch', (review) =>
      patched(
        review,
        { op: 'add', path: '/metadata/namespace', value: 'kube-system' },
        { op: 'add', path: '/spec/resourceAttributes/namespace', value: 'kube-system' },
      ),
    );
    const { status, message } = await hooks.api.request('POST', LOCAL, { body });
    assert.deepEqual([status, message], [400, 'spec.resourceAttributes.namespace must match namespace: default']);
  });

  it('does not tell whether the namespace of a local review exists', async () => {
    const path = `${AUTHORIZATION}/namespaces/nowhere/localsubjectaccessreviews`;
    const body = { spec: { user: 'ada', resourceAttributes: { ...ASKED, namespace: 'nowhere' } } };
    assert.equal((await hooks.api.request('POST', path, { body })).status, 201);
  });

  it('admits a Binding as the resource that the request names', async () => {
    const namespace = '/api/v1/namespaces/default';
    const containers = [{ name: 'c', image: 'i' }];
    await hooks.api.request('POST', `${namespace}/pods`, { body: { metadata: { name: 'p' }, spec: { containers } } });
    hooks.handle('hook', (review) => allowed(review));
    await hooks.configure('validating', 'hook', { rules: [{ ...EVERYTHING[0], resources: ['bindings'] }] });
    const quota = { metadata: { name: 'few' }, spec: { hard: { 'count/bindings': '1' } } };
    await hooks.api.request('POST', `${namespace}/resourcequotas`, { body: quota });
    const body = { metadata: { name: 'p' }, target: { name: 'n' } };
    assert.equal((await hooks.api.request('POST', `${namespace}/bindings`, { body })).status, 201);
    const { resource, name } = hooks.seen[0]?.request ?? ({} as JsonObject);
    assert.deepEqual([(resource as { resource: string }).resource, name], ['bindings', 'p']);
    const { json } = await hooks.api.request('GET', `${namespace}/pods/p`);
    assert.equal((json['spec'] as { nodeName: string }).nodeName, 'n');
  });
});
