import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('watches', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const post = (name: string, labels: object = {}) =>
    api.request('POST', CONFIG_MAPS, { body: { metadata: { name, labels } as JsonObject } });
  const put = (name: string, labels: object) =>
    api.request('PUT', `${CONFIG_MAPS}/${name}`, { body: { metadata: { name, labels } as JsonObject } });
  const remove = (name: string) => api.request('DELETE', `${CONFIG_MAPS}/${name}`);

  /** The next `count` events, as `TYPE name`. */
  const take = async (target: string, count: number): Promise<string[]> => {
    const events: string[] = [];
    for await (const event of api.watch(target)) {
      const { metadata } = event['object'] as { metadata: { name: string } };
      events.push(`${event['type'] as string} ${metadata.name}`);
      if (events.length === count) break;
    }
    return events;
  };

  it('start with existing objects, followed by changes', async () => {
    await post('a');
    const events = take(`${CONFIG_MAPS}?watch=1`, 4);
    await post('b');
    await put('a', { x: 'y' });
    await remove('b');
    const all = await events;
    assert.deepEqual(all.toSorted(), ['ADDED a', 'ADDED b', 'DELETED b', 'MODIFIED a'].toSorted());
    assert.equal(all[0], 'ADDED a');
  });

  it('resume after a version without a gap', async () => {
    const { json } = await post('a');
    const { resourceVersion } = json['metadata'] as { resourceVersion: string };
    await post('b');
    await put('a', { x: 'y' });
    await remove('a');
    const target = `${CONFIG_MAPS}?watch=true&resourceVersion=${resourceVersion}`;
    assert.deepEqual(await take(target, 3), ['ADDED b', 'MODIFIED a', 'DELETED a']);
  });

  it('convert changes to ADDED and DELETED by their selector', async () => {
    const from = await api.store.currentRevision();
    await post('a', { app: 'x' });
    await put('a', { app: 'y' });
    await put('a', { app: 'x' });
    await put('a', { app: 'x', more: 'z' });
    await remove('a');
    const target = `${CONFIG_MAPS}?watch=true&labelSelector=app%3Dx&resourceVersion=${from}`;
    assert.deepEqual(await take(target, 5), ['ADDED a', 'DELETED a', 'ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  it('send an object that stops matching in its last matching state, at the version of the change', async () => {
    const from = await api.store.currentRevision();
    await post('a', { app: 'x' });
    const { json } = await put('a', { app: 'y' });
    const target = `${CONFIG_MAPS}?watch=true&labelSelector=app%3Dx&resourceVersion=${from}`;
    const events: JsonObject[] = [];
    for await (const event of api.watch(target)) if (events.push(event) === 2) break;
    const { metadata } = (events[1] ?? {})['object'] as { metadata: { labels: object; resourceVersion: string } };
    assert.deepEqual({ ...metadata.labels }, { app: 'x' });
    assert.equal(metadata.resourceVersion, (json['metadata'] as { resourceVersion: string }).resourceVersion);
  });

  it('of one object exclude others', async () => {
    const from = await api.store.currentRevision();
    await post('aa');
    await post('a');
    await remove('a');
    const byPath = `${CONFIG_MAPS}/a?watch=true&resourceVersion=${from}`;
    assert.deepEqual(await take(byPath, 2), ['ADDED a', 'DELETED a']);
    const byField = `${CONFIG_MAPS}?watch=true&fieldSelector=metadata.name%3Da&resourceVersion=${from}`;
    assert.deepEqual(await take(byField, 2), ['ADDED a', 'DELETED a']);
  });

  it('in tables have columns in the first event', async () => {
    await post('a');
    await post('b');
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const columns: (number | undefined)[] = [];
    for await (const event of api.watch(`${CONFIG_MAPS}?watch=1`, headers)) {
      const { columnDefinitions } = event['object'] as { columnDefinitions: unknown[] | null };
      if (columns.push(columnDefinitions?.length) === 2) break;
    }
    assert.deepEqual(columns, [3, undefined]);
  });

  it('of a compacted state end with 410', async () => {
    await post('a');
    await remove('a');
    await api.store.compact(await api.store.currentRevision());
    const events: JsonObject[] = [];
    for await (const event of api.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=1`)) events.push(event);
    assert.equal(events.length, 1);
    assert.equal(events[0]?.['type'], 'ERROR');
    const { code, reason, message } = (events[0] ?? {})['object'] as { code: number; reason: string; message: string };
    assert.deepEqual([code, reason], [410, 'Expired']);
    assert.match(message, /^too old resource version: \d+ \(\d+\)$/);
  });

  it('end at their timeout', async () => {
    const events: JsonObject[] = [];
    for await (const event of api.watch(`${CONFIG_MAPS}?watch=1&timeoutSeconds=1`)) events.push(event);
    assert.deepEqual(events, []);
  });
});
