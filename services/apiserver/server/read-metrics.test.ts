import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { ListResult } from '@pilothouse/storage/store.js';
import type { Backend } from '../audit/backend.js';
import { deprecatedRequests } from '../endpoints/deprecated-requests.js';
import { MAPS, requestOf, startOne, testFlowControl } from '../flowcontrol/flow-control.test.helper.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createCatalog } from '../registry/catalog.js';
import { certificateMetric, readMetrics } from './read-metrics.js';

const NOTHING: ListResult = { entries: [], revision: 1, remaining: 0 };

/** Samples by metric, each as labels and value. */
async function samplesOf(options: Partial<Parameters<typeof readMetrics>[0]>): Promise<Record<string, string[]>> {
  const metrics = readMetrics({
    catalog: createCatalog({ builtIn: [], virtual: [] }),
    stores: { of: () => ({ list: async () => NOTHING }), space: async () => [] },
    deprecations: deprecatedRequests(),
    flowControl: testFlowControl(),
    version: '0.1.0',
    ...options,
  });
  const found: Record<string, string[]> = {};
  for (const { definition, read } of metrics) {
    found[definition.name] = [...(await read())].map(({ labels, value }) => {
      return [...labels, typeof value === 'number' ? value : value.counts.join()].join(' ');
    });
  }
  return found;
}

describe('metrics that are read at each scrape', () => {
  const catalog = createCatalog({ builtIn: builtInResources(createDomain()), virtual: [] });

  it('have the expiry of the current serving certificate', async () => {
    let serving = await newTestAuthority('a');
    const metric = certificateMetric(() => serving);
    const value = async (): Promise<unknown> => [...(await metric.read())].map((sample) => sample.value);
    for (const next of [serving, await newTestAuthority('b')]) {
      serving = next;
      assert.deepEqual(await value(), [Date.parse(new X509Certificate(serving.certPem).validTo) / 1000]);
    }
  });

  it('have the number of stored objects of each resource, once', async () => {
    const store = {
      async list(prefix: string): Promise<ListResult> {
        if (prefix === '/secrets/') throw new Error('away');
        const entry = { key: `${prefix}x`, value: new Uint8Array(), revision: 1 };
        return prefix === '/configmaps/' ? { entries: [entry], revision: 1, remaining: 41 } : NOTHING;
      },
    };
    const samples =
      (await samplesOf({ catalog, stores: { of: () => store, space: async () => [] } }))['apiserver_storage_objects'] ??
      [];
    for (const sample of ['configmaps 42', 'secrets -1', 'nodes 0', 'events 0', 'roles.rbac.authorization.k8s.io 0']) {
      assert.ok(samples.includes(sample), sample);
    }
    assert.ok(!samples.some((sample) => sample.startsWith('events.events.k8s.io')), 'events are kept once');
  });

  it('have the size of the embedded store, and whether it is out of space', async () => {
    for (const [shortage, value] of [
      [undefined, 0],
      ['its disk is full', 1],
    ] as const) {
      const space = async () => [{ bytes: 5, quotaBytes: 9, shortage, damaged: 2 }];
      const found = await samplesOf({ stores: { of: () => ({ list: async () => NOTHING }), space } });
      assert.deepEqual(found['apiserver_storage_size_bytes'], ['embedded 5']);
      assert.deepEqual(found['pilothouse_storage_quota_bytes'], ['9']);
      assert.deepEqual(found['pilothouse_storage_out_of_space'], [`${value}`]);
      assert.deepEqual(found['pilothouse_storage_damaged_segments_total'], ['2']);
    }
  });

  it('have the requested deprecated APIs', async () => {
    const deprecations = deprecatedRequests();
    const request = { group: 'g', version: 'v1beta1', resource: 'r', subresource: 's', removedRelease: '1.29' };
    for (const client of ['kubectl', 'helm', 'kubectl']) deprecations.note(request, client);
    const before = await samplesOf({ deprecations });
    assert.deepEqual(before['apiserver_requested_deprecated_apis'], ['g v1beta1 r s 1.29 1']);
    const name = 'pilothouse_deprecated_api_requests_total';
    assert.deepEqual(before[name], ['g v1beta1 r s kubectl 2', 'g v1beta1 r s helm 1']);
    for (let each = 0; each < 1_000; each++) deprecations.note(request, `client-${each}`);
    const after = (await samplesOf({ deprecations }))[name] ?? [];
    assert.deepEqual([after.length, after.at(-1)], [501, 'g v1beta1 r s other 502']);
  });

  it('have the numbers of executing, queued and rejected requests', async () => {
    const flowControl = testFlowControl(undefined, { requestTimeout: 20 });
    flowControl.estimateBy(() => ({ objects: 0, bytes: 0, watchers: 4 }));
    startOne(flowControl, 'ann');
    const rejected = assert.rejects(flowControl.start(flowControl.classify(requestOf('GET', MAPS))), { code: 429 });
    flowControl.refuseForMemory(flowControl.classify(requestOf('POST', MAPS)));
    const of = (samples: Record<string, string[]>, name: string): string[] =>
      (samples[name] ?? []).filter((text) => text.includes('one'));
    const before = await samplesOf({ flowControl });
    assert.deepEqual(before['apiserver_current_inflight_requests'], ['readOnly 1', 'mutating 0']);
    assert.deepEqual(before['apiserver_current_inqueue_requests'], ['readOnly 1', 'mutating 0']);
    assert.deepEqual(of(before, 'apiserver_flowcontrol_current_executing_requests'), ['one one 1']);
    assert.deepEqual(of(before, 'apiserver_flowcontrol_current_inqueue_requests'), ['one one 1']);
    assert.deepEqual(of(before, 'apiserver_flowcontrol_nominal_limit_seats'), ['one 1']);
    assert.deepEqual(of(before, 'apiserver_flowcontrol_watch_count_samples'), ['one one 0,0,1,0,0,0,0']);
    await rejected;
    const after = await samplesOf({ flowControl });
    assert.deepEqual(of(after, 'apiserver_flowcontrol_rejected_requests_total'), [
      'one one memory 1',
      'one one time-out 1',
    ]);
    assert.deepEqual(of(after, 'apiserver_flowcontrol_current_inqueue_requests'), ['one one 0']);
  });

  it('have the numbers of audit events and errors', async () => {
    assert.deepEqual((await samplesOf({}))['apiserver_audit_event_total'], ['0']);
    const backend = (name: string, written: number, failed: number, dropped: number): Backend => ({
      name,
      counts: () => ({ written, failed, dropped }),
      record: async () => true,
      close: async () => undefined,
    });
    const samples = await samplesOf({ audit: { backends: [backend('log', 10, 1, 0), backend('webhook', 5, 1, 2)] } });
    assert.deepEqual(samples['apiserver_audit_event_total'], ['11']);
    assert.deepEqual(samples['apiserver_audit_error_total'], ['log 1', 'webhook 3']);
  });
});
