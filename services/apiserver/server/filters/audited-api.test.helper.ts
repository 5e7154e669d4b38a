import assert from 'node:assert/strict';
import type { Event, PolicyRule } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { recorder } from '../../audit/recorder.test.helper.js';
import { startTestApi, type TestApi, type TestRequest, type TestResponse } from '../api.test.helper.js';

export const MAPS = '/api/v1/namespaces/default/configmaps';

/** API with an audit log for the current suite. It has the ConfigMap `old`. */
export interface AuditedApi {
  readonly api: () => TestApi;
  /** Sets the policy rules until the end of the test. */
  readonly use: (...rules: readonly Partial<PolicyRule>[]) => void;
  /** Makes the backend accept only some events until the end of the test. */
  readonly take: (takes: (event: Event) => boolean) => void;
  readonly request: (method: string, target: string, request?: TestRequest) => Promise<TestResponse>;
  /** Events since the last call. */
  readonly events: () => Event[];
  /** Events of a request at a level. */
  readonly eventsOf: (level: string, method: string, target: string, request?: TestRequest) => Promise<Event[]>;
  /** Last event of a request at a level. */
  readonly lastOf: (level: string, method: string, target: string, request?: TestRequest) => Promise<Event>;
}

export function auditedApi(): AuditedApi {
  let takes = (_event: Event): boolean => true;
  let api: TestApi;
  const { audit, use, events } = recorder({ takes: (event) => takes(event) });
  before(async () => {
    api = await startTestApi({ audit, formerVersions: true });
    await api.request('POST', MAPS, { body: { metadata: { name: 'old' }, data: { key: 'value' } } });
  });
  after(() => api.close());
  afterEach(() => {
    takes = () => true;
    use();
  });
  const request: AuditedApi['request'] = (...args) => api.request(...args);
  const eventsOf: AuditedApi['eventsOf'] = async (level, ...args) => {
    use({ level });
    await request(...args);
    return events();
  };
  return {
    api: () => api,
    use,
    take(next) {
      takes = next;
    },
    request,
    events,
    eventsOf,
    async lastOf(...args) {
      const event = (await eventsOf(...args)).at(-1);
      assert.ok(event);
      return event;
    },
  };
}
