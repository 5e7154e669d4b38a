import assert from 'node:assert/strict';
import { startTestApi } from '../api.test.helper.js';

describe('NamespaceAutoProvision', () => {
  it('creates the namespace of an object before NamespaceLifecycle looks for it, once for several writes', async () => {
    const api = await startTestApi({ admission: { plugins: ['NamespaceAutoProvision', 'NamespaceLifecycle'] } });
    try {
      const path = '/api/v1/namespaces/new/configmaps';
      const dry = await api.request('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'a' } } });
      assert.equal(dry.message, 'namespaces "new" not found');
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) => api.request('POST', path, { body: { metadata: { name } } })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201],
      );
      const { json } = await api.request('GET', '/api/v1/namespaces/new');
      assert.equal(json['kind'], 'Namespace');
    } finally {
      await api.close();
    }
  });
});
