import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const PODS = '/api/v1/namespaces/default/pods';

describe('a pod with scheduling gates', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  it('is bound to a node only after their removal', async () => {
    const spec = { schedulingGates: [{ name: 'g' }], containers: [{ name: 'a', image: 'i' }] };
    await api.request('POST', PODS, { body: { metadata: { name: 'p' }, spec } });
    const bind = () =>
      api.request('POST', `${PODS}/p/binding`, { body: { metadata: { name: 'p' }, target: { name: 'n' } } });
    const { status, message } = await bind();
    const text = 'pod p has non-empty .spec.schedulingGates';
    assert.deepEqual([status, message], [409, `Operation cannot be fulfilled on pods/binding "p": ${text}`]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    await api.request('PATCH', `${PODS}/p`, { body: { spec: { schedulingGates: null } }, headers });
    assert.equal((await bind()).status, 201);
  });
});
