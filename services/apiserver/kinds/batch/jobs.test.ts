import assert from 'node:assert/strict';
import type { JobSpec } from '@pilothouse/apimachinery/generated/batch/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const PATH = '/apis/batch/v1/namespaces/default/jobs';
const SPEC = { template: { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } } };

describe('Job', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  const create = (metadata: object, template: object = SPEC.template) =>
    api.request('POST', PATH, { body: { metadata: { ...metadata }, spec: { ...SPEC, template: { ...template } } } });

  it('selects its pods by its own uid', async () => {
    const { status, json } = await create({ name: 'own' });
    const { uid } = metadataOf(json);
    const labels = {
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': 'own',
      'controller-uid': uid,
      'job-name': 'own',
    };
    assert.equal(status, 201);
    assert.deepEqual(plain(metadataOf(json).labels ?? null), labels);
    const { selector, template } = json['spec'] as JobSpec;
    assert.deepEqual(plain(selector ?? null), { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } });
    assert.deepEqual(plain(template.metadata), { labels });
  });

  it('has default labels from its template, for label selectors', async () => {
    await create({ name: 'labelled' }, { ...SPEC.template, metadata: { labels: { app: 'web' } } });
    for (const labelSelector of ['app=web', 'job-name=labelled']) {
      const { json } = await api.request('GET', `${PATH}?labelSelector=${labelSelector}`);
      assert.equal((json['items'] as JsonObject[]).length, 1, labelSelector);
    }
  });

  it('has the default propagation policy Orphan, with a warning', async () => {
    const outcomes: unknown[] = [];
    for (const propagationPolicy of [undefined, 'Orphan', 'Background', 'Foreground']) {
      const name = `gone-${propagationPolicy?.toLowerCase() ?? 'default'}`;
      await create({ name });
      const body = propagationPolicy === undefined ? undefined : { propagationPolicy };
      const { json, headers } = await api.request('DELETE', `${PATH}/${name}`, { ...(body && { body }) });
      const warning = headers['warning'] ?? '';
      outcomes.push([plain(metadataOf(json).finalizers ?? null), /child pods are preserved/.test(warning)]);
    }
    assert.deepEqual(outcomes, [
      [['orphan'], true],
      [['orphan'], false],
      [null, false],
      [['foregroundDeletion'], false],
    ]);
  });
});
