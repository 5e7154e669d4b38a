import assert from 'node:assert/strict';
import { startTestApi } from '../server/api.test.helper.js';

describe('an object that is wrong in very many places', () => {
  // More than a call can have arguments.
  const COUNT = 130_000;

  it('is refused with the first thousand of them', async () => {
    const api = await startTestApi();
    const body = { metadata: { name: 'a', finalizers: Array.from({ length: COUNT }, () => '-') } };
    const { status, json, text } = await api.request('POST', '/api/v1/namespaces/default/configmaps', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    await api.close();
    assert.equal(status, 422);
    assert.equal((json['details'] as { causes: unknown[] }).causes.length, 1000);
    assert.ok(text.length < 1024 * 1024);
  });
});
