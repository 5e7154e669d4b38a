import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';

const TEMPLATES = '/api/v1/namespaces/default/podtemplates';
const HEADERS = { 'content-type': 'application/merge-patch+json' };

describe('PodTemplate', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const create = (name: string, env: JsonObject[] = []) => {
    const template = { spec: { containers: [{ name: 'a', image: 'i', env }] } };
    return api.request('POST', TEMPLATES, { body: { metadata: { name }, template } });
  };
  const patch = (name: string, body: JsonObject) =>
    api.request('PATCH', `${TEMPLATES}/${name}`, { body, headers: HEADERS });
  const generation = ({ json }: TestResponse) => (json['metadata'] as JsonObject)['generation'];

  it('increments the generation for changes of the template', async () => {
    const made = await create('counted');
    const labelled = await patch('counted', { metadata: { labels: { a: 'b' } } });
    const changed = await patch('counted', { template: { spec: { hostname: 'h' } } });
    assert.deepEqual([made, labelled, changed].map(generation), [1, 1, 2]);
  });

  it('causes warnings for a new or changed template', async () => {
    const variable = { name: 'A', value: '1' };
    const warning =
      '299 - "template.spec.containers[0].env[1]: hides previous definition of \\"A\\", which may be dropped when using apply"';
    const made = await create('warned', [variable, variable]);
    const labelled = await patch('warned', { metadata: { labels: { a: 'b' } } });
    const changed = await patch('warned', { template: { spec: { hostname: 'h' } } });
    const warnings = [made, labelled, changed].map(({ headers }) => headers['warning']);
    assert.deepEqual(warnings, [warning, undefined, warning]);
  });
});
