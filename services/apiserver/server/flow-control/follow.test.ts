import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { DEFAULT_FEATURES } from '../../features/gates.js';
import { createServerMetrics } from '../../metrics/server-metrics.js';
import { startTestApi, type TestApi, type TestResponse } from '../api.test.helper.js';
import { DEFAULT_OVERLOAD } from '../../options/flow-control.js';

const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const REPORTER = authenticatedUser('reporter');

const level: JsonObject = {
  metadata: { name: 'reports' },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse: { type: 'Reject' } } },
};
const schema: JsonObject = {
  metadata: { name: 'reports' },
  spec: {
    priorityLevelConfiguration: { name: 'reports' },
    matchingPrecedence: 50,
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: REPORTER.name } }],
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
      },
    ],
  },
};

describe('stored FlowSchemas and PriorityLevelConfigurations', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({ concurrency: DEFAULT_OVERLOAD });
  });
  afterEach(() => api.close());

  async function create(resource: string, body: JsonObject): Promise<string> {
    const { status, text, json } = await api.request('POST', `${GROUP}/${resource}`, { body });
    assert.equal(status, 201, text);
    return (json['metadata'] as { uid: string }).uid;
  }

  /** Repeats a request until its response is as wanted: changes are applied a moment after the write. */
  async function eventually(target: string, isWanted: (response: TestResponse) => boolean): Promise<TestResponse> {
    for (;;) {
      const response = await api.request('GET', target, { user: REPORTER });
      if (isWanted(response)) return response;
      await new Promise(setImmediate);
    }
  }
  const schemaUid = ({ headers }: TestResponse): unknown => headers['x-kubernetes-pf-flowschema-uid'];

  it('decide about requests, without a restart, and until they are deleted', async () => {
    const levelUid = await create('prioritylevelconfigurations', level);
    const uid = await create('flowschemas', schema);
    const { headers } = await eventually(MAPS, (response) => schemaUid(response) === uid);
    assert.equal(headers['x-kubernetes-pf-prioritylevel-uid'], levelUid);
    await api.request('DELETE', `${GROUP}/flowschemas/reports`);
    const other = await eventually(MAPS, (response) => schemaUid(response) !== uid);
    assert.match(String(schemaUid(other)), /^[0-9a-f-]{36}$/);
  });

  it('show whether the priority level of a FlowSchema exists', async () => {
    const conditionOf = async (status: string): Promise<unknown> => {
      for (;;) {
        const { json } = await api.request('GET', `${GROUP}/flowschemas/reports`);
        const { conditions = [] } = json['status'] as { conditions?: { status: string; message: string }[] };
        const [first] = conditions;
        if (first?.status === status) return first;
        await new Promise(setImmediate);
      }
    };
    await create('flowschemas', schema);
    const missing = await conditionOf('True');
    const start = 'This FlowSchema references the PriorityLevelConfiguration object named "reports"';
    assert.equal((missing as { reason: string }).reason, 'NotFound');
    await create('prioritylevelconfigurations', level);
    const found = (await conditionOf('False')) as { reason: string; message: string };
    assert.deepEqual([found.reason, found.message], ['Found', `${start} and it exists`]);
  });

  it('get their conditions, also if more come than one pass writes', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `schema-${index}`);
    await Promise.all(names.map((name) => create('flowschemas', { ...schema, metadata: { name } })));
    for (const name of names) {
      for (;;) {
        const { json } = await api.request('GET', `${GROUP}/flowschemas/${name}`);
        if (json['status'] !== undefined && JSON.stringify(json['status']).includes('"NotFound"')) break;
        await new Promise(setImmediate);
      }
    }
  });

  it('keep the last specification of a mandatory level that is deleted', async () => {
    await api.close();
    const clock = (): number => performance.now();
    const metrics = createServerMetrics({ features: DEFAULT_FEATURES, clock, now: () => new Date(0) });
    api = await startTestApi({ metrics, concurrency: DEFAULT_OVERLOAD });
    /** Seats of the level in proportion to its shares. */
    const seatsOf = async (name: string): Promise<number> => {
      const text = exposedText(await metrics.expose('text'));
      const pattern = new RegExp(
        `^apiserver_flowcontrol_nominal_limit_seats\\{priority_level="${name}"\\} (\\d+)$`,
        'm',
      );
      return Number(pattern.exec(text)?.[1] ?? 0);
    };
    const seatsOnce = async (name: string): Promise<number> => {
      for (;;) {
        const seats = await seatsOf(name);
        if (seats > 0) return seats;
        await new Promise(setImmediate);
      }
    };
    const target = `${GROUP}/prioritylevelconfigurations/exempt`;
    const body = { spec: { exempt: { nominalConcurrencyShares: 100 } } };
    const headers = { 'content-type': 'application/merge-patch+json' };
    assert.equal((await api.request('PATCH', target, { body, headers })).status, 200);
    await seatsOnce('exempt');
    assert.equal((await api.request('DELETE', target)).status, 200);
    await create('prioritylevelconfigurations', level);
    const seats = await seatsOnce('reports');
    assert.ok((await seatsOf('exempt')) >= 9 * seats);
  });

  it('are shown by the debugging pages of flow control', async () => {
    await create('prioritylevelconfigurations', level);
    const page = '/debug/api_priority_and_fairness';
    for (;;) {
      const { text } = await api.request('GET', `${page}/dump_priority_levels`);
      if (text.includes('\nreports,')) break;
      await new Promise(setImmediate);
    }
    const queues = await api.request('GET', `${page}/dump_queues`);
    assert.match(queues.text, /^PriorityLevelName, +Index, +PendingRequests,/);
    const requests = await api.request('GET', `${page}/dump_requests?includeRequestDetails=1`);
    assert.match(
      requests.text,
      /\nexempt, +exempt, +-1, +-1,.* get, +\/debug\/api_priority_and_fairness\/dump_requests,/,
    );
    assert.equal((await api.request('GET', `${page}/dump_queues`, { user: REPORTER })).status, 403);
  });
});
