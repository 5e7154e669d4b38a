import assert from 'node:assert/strict';
import { servedByDefault } from '../../registry/served.js';
import { startTestApi, type TestApi, type TestRequest } from '../api.test.helper.js';

describe('a resource that is not served', () => {
  const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
  let api: TestApi;
  before(async () => {
    api = await startTestApi({
      isServed: (group, ...rest) => group !== 'coordination.k8s.io' && servedByDefault(group, ...rest),
    });
  });
  after(() => api.close());

  const create = async (request: TestRequest): Promise<number> => {
    const { status } = await api.request('POST', LEASES, { ...request, body: { metadata: { name: 'a' } } });
    return status;
  };

  it('is served only to in-process requests', async () => {
    assert.deepEqual([await create({}), await create({ isInternal: true })], [404, 201]);
    assert.equal((await api.request('GET', `${LEASES}/a`)).status, 404);
    assert.equal((await api.request('GET', `${LEASES}/a`, { isInternal: true })).status, 200);
  });
});
