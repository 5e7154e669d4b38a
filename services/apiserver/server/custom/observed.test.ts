import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { DEFAULT_FEATURES } from '../../features/gates.js';
import { recorder } from '../../audit/recorder.test.helper.js';
import { createServerMetrics, type ServerMetrics } from '../../metrics/server-metrics.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';
import { DEFINITIONS, widget, widgetDefinition, widgetsIn } from './definitions.test.helper.js';

const WIDGETS = widgetsIn('example.io');

describe('custom kinds in metrics and audit', () => {
  const { audit, use, events } = recorder();
  let api: TestApi;
  let metrics: ServerMetrics;

  beforeEach(async () => {
    metrics = createServerMetrics({ features: DEFAULT_FEATURES, clock: () => 0, now: () => new Date(0) });
    api = await startTestApi({ metrics, audit });
    await api.request('POST', DEFINITIONS, { body: widgetDefinition('example.io', { deprecated: true }) });
  });
  afterEach(() => api.close());

  /** Metric lines with this label. */
  async function linesWith(label: string): Promise<string[]> {
    const { text } = await api.request('GET', '/metrics');
    return text.split('\n').filter((line) => line.includes(label));
  }

  it('are in metric labels while they are served', async () => {
    await api.request('POST', WIDGETS, { body: widget('a') });
    await api.request('GET', `${WIDGETS}/a`);
    const watch = api.watch(`${WIDGETS}?watch=1`);
    await watch.next();
    await watch.return(undefined);
    const lines = await linesWith('widgets');
    for (const start of ['apiserver_request_total{verb="POST"', 'apiserver_request_total{verb="GET"']) {
      assert.ok(
        lines.some((line) => line.startsWith(start) && line.includes('group="example.io"')),
        start,
      );
    }
    assert.ok(lines.includes('apiserver_storage_objects{resource="widgets.example.io"} 1'));
    assert.notDeepEqual(await linesWith('kind="Widget"'), []);
    // The store of this test is not etcd.
    metrics.calledEtcd('get', 'widgets.example.io', 0.1);
    metrics.calledEtcd('get', 'pods', 0.1);
    assert.notDeepEqual(await linesWith('type="widgets.example.io"'), []);
    assert.equal((await linesWith('apiserver_requested_deprecated_apis{group="example.io"')).length, 1);

    await api.request('DELETE', `${DEFINITIONS}/widgets.example.io`);
    for (let attempt = 0; (await api.request('GET', WIDGETS)).status !== 404; attempt++) {
      assert.ok(attempt < 1000, 'they are not removed');
      await new Promise((done) => setTimeout(done, 5));
    }
    assert.deepEqual(await linesWith('widgets'), []);
    assert.deepEqual(await linesWith('kind="Widget"'), []);
    assert.notDeepEqual(await linesWith('type="pods"'), []);
  });

  it('have no labels if they are not served', async () => {
    for (const path of ['/apis/made.up/v1/things', '/apis/example.io/v2/widgets', '/apis/example.io/v1/things/x']) {
      assert.equal((await api.request('GET', path)).status, 404);
    }
    assert.deepEqual(await linesWith('made.up'), []);
    assert.deepEqual(await linesWith('things'), []);
    assert.deepEqual(await linesWith('version="v2"'), []);
  });

  it('are in the audit log, with request and response objects', async () => {
    use({ level: 'RequestResponse', resources: [{ group: 'example.io', resources: ['widgets', 'widgets/status'] }] });
    await api.request('POST', WIDGETS, { body: widget('a', { size: 1 }) });
    await api.request('PATCH', `${WIDGETS}/a/status`, {
      body: { status: { ready: true } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await api.request('GET', '/api/v1/namespaces');
    const seen = events()
      .filter(({ stage }) => stage === 'ResponseComplete')
      .map(({ verb, objectRef, requestObject, responseObject }) =>
        plain({
          verb,
          ...objectRef,
          sent: requestObject,
          answered: (responseObject as unknown as JsonObject | undefined)?.['status'],
        }),
      );
    const about = { resource: 'widgets', namespace: 'default', name: 'a', apiGroup: 'example.io', apiVersion: 'v1' };
    assert.equal(seen.length, 2);
    const [created, patched] = seen as JsonObject[];
    const { sent, ...creation } = created ?? {};
    assert.deepEqual(creation, { verb: 'create', ...about });
    assert.deepEqual((sent as JsonObject)['spec'], { size: 1 });
    assert.deepEqual(patched, {
      verb: 'patch',
      ...about,
      subresource: 'status',
      sent: { status: { ready: true } },
      answered: { ready: true },
    });
  });
});
