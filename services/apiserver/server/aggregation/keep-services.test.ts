import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';
import { DEFINITIONS, widgetDefinition } from '../custom/definitions.test.helper.js';

const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
const LABEL = 'kube-aggregator.kubernetes.io/automanaged';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPS = { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 };

describe('APIServices of the server', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const get = async (name: string, server = api): Promise<JsonObject> =>
    plain((await server.request('GET', `${PATH}/${name}`)).json) as JsonObject;
  const specOf = async (name: string, server = api): Promise<unknown> => (await get(name, server))['spec'];
  const patch = async (name: string, body: JsonObject): Promise<void> => {
    const { status, text } = await api.request('PATCH', `${PATH}/${name}`, { body, headers: MERGE });
    assert.equal(status, 200, text);
  };
  const until = async (is: () => Promise<boolean>): Promise<void> => {
    for (let attempt = 0; !(await is()); attempt++) {
      assert.ok(attempt < 400, 'the expected state is not reached');
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const exists = async (name: string): Promise<boolean> => (await api.request('GET', `${PATH}/${name}`)).status === 200;
  /** A second server on the same store. */
  const restart = () => startTestApi({ store: api.store });

  it('represent the built-in group versions when the start is done', async () => {
    const { json } = await api.request('GET', PATH);
    const items = plain(json['items']) as { metadata: { name: string; labels: object }; spec: object }[];
    const apis = (await api.request('GET', '/apis')).json;
    const versions = (apis['groups'] as { versions: { groupVersion: string }[] }[])
      .flatMap((group) => group.versions)
      .map(({ groupVersion }) => groupVersion.split('/').reverse().join('.'))
      .filter((name) => name !== 'v1.apiregistration.k8s.io');
    assert.deepEqual(items.map(({ metadata }) => metadata.name).sort(), ['v1.', ...versions].sort());
    for (const { metadata } of items) assert.deepEqual(metadata.labels, { [LABEL]: 'onstart' });
    assert.deepEqual(await specOf('v1.'), { version: 'v1', groupPriorityMinimum: 18_000, versionPriority: 1 });
    assert.deepEqual(await specOf('v1.apps'), APPS);
  });

  it('are corrected and created by the next start', async () => {
    await patch('v1.apps', { spec: { versionPriority: 1 } });
    await api.request('DELETE', `${PATH}/v1.batch`);
    assert.equal(await exists('v1.batch'), false);
    const second = await restart();
    assert.deepEqual(await specOf('v1.apps', second), APPS);
    assert.ok(await exists('v1.batch'));
  });

  it('stay unchanged without the label', async () => {
    await patch('v1.apps', { metadata: { labels: { [LABEL]: null } }, spec: { versionPriority: 1 } });
    assert.deepEqual(await specOf('v1.apps', await restart()), { ...APPS, versionPriority: 1 });
  });

  it('of versions that are no longer served are deleted by the next start', async () => {
    const body = {
      metadata: { name: 'v0.apps', labels: { [LABEL]: 'onstart' } },
      spec: { ...APPS, version: 'v0' },
    };
    assert.equal((await api.request('POST', PATH, { body })).status, 201);
    await restart();
    await until(async () => !(await exists('v0.apps')));
  });

  it('of custom kinds follow the definitions', async () => {
    await api.request('POST', DEFINITIONS, { body: widgetDefinition('a.example.io') });
    await until(() => exists('v1.a.example.io'));
    const { metadata, spec } = (await get('v1.a.example.io')) as { metadata: { labels: object }; spec: object };
    assert.deepEqual(metadata.labels, { [LABEL]: 'true' });
    assert.deepEqual(spec, {
      group: 'a.example.io',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 100,
    });
    await patch('v1.a.example.io', { spec: { versionPriority: 1 } });
    await until(async () => JSON.stringify(await specOf('v1.a.example.io')) === JSON.stringify(spec));
    await api.request('DELETE', `${PATH}/v1.a.example.io`);
    await until(() => exists('v1.a.example.io'));
    await restart();
    assert.ok(await exists('v1.a.example.io'));
    await api.request('DELETE', `${DEFINITIONS}/widgets.a.example.io`);
    await until(async () => !(await exists('v1.a.example.io')));
  });

  it('have the condition of their spec', async () => {
    const service = { namespace: 'default', name: 'server' };
    const spec = { ...APPS, group: 'b.example.io', service };
    await api.request('POST', PATH, { body: { metadata: { name: 'v1.b.example.io' }, spec } });
    const condition = async (): Promise<JsonObject> => {
      const { conditions = [] } = (await get('v1.b.example.io'))['status'] as { conditions?: JsonObject[] };
      return conditions[0] ?? {};
    };
    await until(async () => (await condition())['reason'] === 'ServiceNotFound');
    await patch('v1.b.example.io', { spec: { service: null } });
    await until(async () => (await condition())['reason'] === 'Local');
  });
});
