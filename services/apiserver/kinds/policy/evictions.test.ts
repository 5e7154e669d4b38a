import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { PodDisruptionBudgetStatus } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const READY = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

describe('an eviction of a pod with a budget', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const patchStatus = (path: string, status: JsonObject) =>
    api.request('PATCH', `${path}/status`, { body: { status }, headers: MERGE });
  const runPod = async (name: string): Promise<void> => {
    const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] };
    await api.request('POST', PODS, { body: { metadata: { name, labels: { app: name.split('-')[0] ?? '' } }, spec } });
    await patchStatus(`${PODS}/${name}`, READY);
  };
  const protect = async (app: string, status: JsonObject): Promise<void> => {
    const spec = { minAvailable: 1, selector: { matchLabels: { app } } };
    const created = await api.request('POST', BUDGETS, { body: { metadata: { name: app }, spec } });
    assert.equal(created.status, 201, created.text);
    await patchStatus(`${BUDGETS}/${app}`, { observedGeneration: 1, currentHealthy: 9, desiredHealthy: 1, ...status });
  };
  const evict = (name: string) => api.request('POST', `${PODS}/${name}/eviction`, { body: { metadata: { name } } });
  const statusOf = async (app: string) =>
    (await api.request('GET', `${BUDGETS}/${app}`)).json['status'] as PodDisruptionBudgetStatus;

  it('succeeds as often as the budget allows, also at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    for (const name of names) await runPod(name);
    await protect('many', { disruptionsAllowed: 5 });
    const answers = await Promise.all(names.map(evict));
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 7 }, () => 429)],
    );
    const { disruptionsAllowed, disruptedPods = {}, conditions: [condition] = [] } = await statusOf('many');
    const evicted = names.filter((_, index) => answers[index]?.status === 201);
    assert.deepEqual([disruptionsAllowed, Object.keys(disruptedPods).sort()], [0, evicted.sort()]);
    assert.deepEqual(
      [condition?.type, condition?.status, condition?.reason],
      ['DisruptionAllowed', 'False', 'InsufficientPods'],
    );
  });

  it('is refused with 429 and a time to wait while the controller has not observed the budget', async () => {
    await runPod('late-0');
    await protect('late', { observedGeneration: 0, disruptionsAllowed: 1 });
    const { status, headers, json } = await evict('late-0');
    assert.deepEqual([status, headers['retry-after']], [429, '10']);
    const { causes } = json['details'] as { causes?: JsonObject[] };
    assert.deepEqual(
      causes?.map(({ reason }) => reason),
      ['DisruptionBudget'],
    );
    assert.equal((await statusOf('late')).disruptionsAllowed, 1);
  });

  it('marks the pod, which ends in its grace period', async () => {
    await runPod('marked-0');
    assert.equal((await evict('marked-0')).status, 201);
    const { json } = await api.request('GET', `${PODS}/marked-0`);
    const { conditions = [] } = json['status'] as { conditions?: JsonObject[] };
    assert.deepEqual(
      conditions.map(({ type, reason }) => [type, reason]),
      [
        ['Ready', undefined],
        ['DisruptionTarget', 'EvictionByEvictionAPI'],
      ],
    );
  });
});
