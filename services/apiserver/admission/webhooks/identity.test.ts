import assert from 'node:assert/strict';
import { CONFIG_MAPS, openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

const NAMESPACE = 'the namespace of the provided object does not match the namespace sent on the request';
const IMMUTABLE = /: field is immutable/;
/** Of a built-in kind, and of a custom one. */
const OTHER_KIND = /converting \(v1\.Nothing\) to \(v1\.ConfigMap\)|kind: Invalid value: "Nothing": must be Widget/;
const OTHER = '11111111-1111-1111-1111-111111111111';
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

/** What a webhook sets, and how a creation and an update end. A name is that of the created object. */
const CASES: readonly (readonly [
  path: string,
  value: unknown,
  created: RegExp | string,
  updated: RegExp | 'unchanged',
])[] = [
  ['/metadata/name', 'other', 'other', IMMUTABLE],
  ['/metadata/name', '', /Required value: name or generateName is required/, IMMUTABLE],
  ['/metadata/namespace', 'kube-system', new RegExp(NAMESPACE), new RegExp(NAMESPACE)],
  ['/metadata/namespace', '', 'asked', 'unchanged'],
  ['/metadata/uid', OTHER, 'asked', IMMUTABLE],
  ['/metadata/creationTimestamp', '2020-01-01T00:00:00Z', 'asked', 'unchanged'],
  ['/metadata/resourceVersion', '1', /resourceVersion should not be set/, /the object has been modified/],
  ['/kind', 'Nothing', OTHER_KIND, OTHER_KIND],
];

describe('a webhook that changes the identity of an object', () => {
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks();
    const definition = {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    };
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    assert.equal((await hooks.api.request('POST', path, { body: definition })).status, 201);
  });
  after(() => hooks.close());

  const KINDS = [
    ['a built-in kind', CONFIG_MAPS, {}],
    ['a custom kind', WIDGETS, { apiVersion: 'example.com/v1', kind: 'Widget' }],
  ] as const;
  for (const [kind, collection, type] of KINDS) {
    for (const [path, value, created, updated] of CASES) {
      it(`sets ${path} of ${kind} to ${JSON.stringify(value)}`, async () => {
        const { api } = hooks;
        const start = async () =>
          (await api.request('POST', collection, { body: { ...type, metadata: { name: 'stored' } } })).json['metadata'];
        const { uid, creationTimestamp } = (await start()) as { uid: string; creationTimestamp: string };
        hooks.handle('patch', (review) => patched(review, { op: 'add', path, value }));
        const rules = [
          { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps', 'widgets'] },
        ];
        await hooks.configure('mutating', 'patch', { rules });

        const creation = await api.request('POST', collection, { body: { ...type, metadata: { name: 'asked' } } });
        if (typeof created === 'string') {
          const { metadata } = creation.json as { metadata: { name: string; namespace: string; uid: string } };
          assert.deepEqual([creation.status, metadata.name, metadata.namespace], [201, created, 'default']);
          assert.notEqual(metadata.uid, OTHER);
        } else {
          assert.match(creation.message, created);
        }
        const update = await api.request('PATCH', `${collection}/stored`, {
          headers: MERGE_PATCH,
          body: { metadata: { labels: { a: 'b' } } },
        });
        if (updated === 'unchanged') assert.equal(update.status, 200);
        else assert.match(update.message, updated);

        await hooks.reset();
        const stored = await api.request('GET', `${collection}/stored`);
        const now = stored.json['metadata'] as { uid: string; name: string; creationTimestamp: string };
        assert.deepEqual([now.name, now.uid, now.creationTimestamp], ['stored', uid, creationTimestamp]);
        await api.request('DELETE', collection);
      });
    }
  }

  it('has the right of a client, who cannot change the uid of a custom object', async () => {
    await hooks.api.request('POST', WIDGETS, {
      body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'own' } },
    });
    const options = { headers: MERGE_PATCH, body: { metadata: { uid: OTHER } } };
    const { status, message } = await hooks.api.request('PATCH', `${WIDGETS}/own`, options);
    assert.equal(status, 422);
    assert.match(message, IMMUTABLE);
  });
});
