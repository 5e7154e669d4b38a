import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/suggested.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';

const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe('bootstrap FlowSchemas and PriorityLevelConfigurations', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const precedenceOf = async (server: TestApi, name: string): Promise<unknown> => {
    const { json } = await server.request('GET', `${GROUP}/flowschemas/${name}`);
    return (json['spec'] as { matchingPrecedence?: number } | undefined)?.matchingPrecedence;
  };
  const patch = async (name: string, body: JsonObject): Promise<void> => {
    const { status, text } = await api.request('PATCH', `${GROUP}/flowschemas/${name}`, { body, headers: MERGE });
    assert.equal(status, 200, text);
  };
  /** A second server on the same store. */
  const restart = () => startTestApi({ store: api.store });

  it('are valid, and have the values that defaults would set', async () => {
    for (const [resource, objects] of [
      ['flowschemas', [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS]],
      ['prioritylevelconfigurations', [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS]],
    ] as const) {
      const { json } = await api.request('GET', `${GROUP}/${resource}`);
      const stored = json['items'] as { metadata: { name: string }; spec: object }[];
      assert.equal(stored.length, objects.length);
      for (const { metadata, spec } of stored) {
        const wanted = objects.find((object) => object.metadata.name === metadata.name)?.spec;
        assert.equal(JSON.stringify(sorted(spec)), JSON.stringify(sorted(wanted)));
        const { status } = await api.request('PATCH', `${GROUP}/${resource}/${metadata.name}?dryRun=All`, {
          body: { metadata: { labels: { a: 'b' } } },
          headers: MERGE,
        });
        assert.equal(status, 200);
      }
    }
  });

  it('are restored after deletion', async () => {
    await api.request('DELETE', `${GROUP}/flowschemas/probes`);
    assert.equal(await precedenceOf(api, 'probes'), undefined);
    assert.equal(await precedenceOf(await restart(), 'probes'), 2);
  });

  it('get the specification of the release, unless an administrator has changed it', async () => {
    await patch('probes', { spec: { matchingPrecedence: 3 } });
    await patch('service-accounts', {
      metadata: { annotations: { 'apf.kubernetes.io/autoupdate-spec': 'false' } },
      spec: { matchingPrecedence: 4 },
    });
    await patch('system-nodes', {
      metadata: { annotations: { 'apf.kubernetes.io/autoupdate-spec': null } },
      spec: { matchingPrecedence: 5 },
    });
    const later = await restart();
    assert.equal(await precedenceOf(later, 'probes'), 2);
    assert.equal(await precedenceOf(later, 'service-accounts'), 4);
    assert.equal(await precedenceOf(later, 'system-nodes'), 5);
  });

  for (const [level, change, isKept] of [
    ['exempt', { exempt: { nominalConcurrencyShares: 7, lendablePercent: 33 } }, true],
    ['exempt', { exempt: { lendablePercent: 10 } }, true],
    ['workload-low', { limited: { nominalConcurrencyShares: 7 } }, false],
  ] as const) {
    it(`${isKept ? 'keep' : 'do not keep'} ${JSON.stringify(change)} of ${level}`, async () => {
      const target = `${GROUP}/prioritylevelconfigurations/${level}`;
      const { json: before } = await api.request('GET', target);
      const { json: patched, status } = await api.request('PATCH', target, { body: { spec: change }, headers: MERGE });
      assert.equal(status, 200);
      const { json: after } = await (await restart()).request('GET', target);
      assert.deepEqual(after['spec'], (isKept ? patched : before)['spec']);
      assert.notDeepEqual(patched['spec'], before['spec']);
    });
  }
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
