import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi, type TestResponse } from '../api.test.helper.js';

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
    api = await startTestApi();
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
