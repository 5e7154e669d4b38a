import assert from 'node:assert/strict';
import { eventSchema } from '@pilothouse/apimachinery/generated/events/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
const CORE_EVENTS = '/api/v1/namespaces/default/events';
const MERGE = { 'content-type': 'application/merge-patch+json' };

type Json = { [name: string]: JsonValue };

const TIME = '2026-01-02T03:03:05Z';
const VALID: Json = {
  eventTime: '2026-01-02T03:03:05.000006Z',
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Doing',
  reason: 'Because',
  regarding: { kind: 'Node', name: 'n' },
  note: 'It happened.',
  type: 'Normal',
};

describe('Events of events.k8s.io', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  let count = 0;
  const create = async (event: Json, path = EVENTS) => {
    const name = `e${++count}`;
    return { ...(await api.request('POST', path, { body: { metadata: { name }, ...event } })), name };
  };
  const patch = (path: string, body: Json) => api.request('PATCH', path, { body, headers: MERGE });
  const names = async (path: string): Promise<JsonValue[]> => {
    const { json } = await api.request('GET', path);
    return (json['items'] as { metadata: Json }[]).map(({ metadata }) => metadata['name'] ?? null);
  };

  const created: readonly (readonly [change: Json, causes: readonly string[]])[] = [
    [{}, []],
    [{ series: { count: 2, lastObservedTime: '2026-01-02T03:04:05.000000Z' } }, []],
    [{ note: 'n'.repeat(1024) }, []],
    [{ note: 'n'.repeat(1025) }, ['FieldValueInvalid message: Invalid value: "": can have at most 1024 characters']],
    [{ eventTime: null }, ['FieldValueRequired eventTime: Required value']],
    [{ action: null }, ['FieldValueRequired action: Required value']],
    [{ reason: '' }, ['FieldValueRequired reason: Required value']],
    [{ reportingInstance: null }, ['FieldValueRequired reportingInstance: Required value']],
    [{ type: 'Odd' }, ['FieldValueInvalid type: Invalid value: "": has invalid value: Odd']],
    [{ type: null }, ['FieldValueInvalid type: Invalid value: "": has invalid value: ']],
    [{ deprecatedSource: { host: 'h' } }, ['FieldValueInvalid source: Invalid value: "": needs to be unset']],
    [{ deprecatedFirstTimestamp: TIME }, ['FieldValueInvalid firstTimestamp: Invalid value: "": needs to be unset']],
    [{ deprecatedLastTimestamp: TIME }, ['FieldValueInvalid lastTimestamp: Invalid value: "": needs to be unset']],
    [{ deprecatedCount: 1 }, ['FieldValueInvalid count: Invalid value: "": needs to be unset']],
    [
      { series: { count: 1 } },
      [
        'FieldValueInvalid series.count: Invalid value: "": should be at least 2',
        'FieldValueRequired series.lastObservedTime: Required value',
      ],
    ],
  ];
  for (const [change, causes] of created) {
    it(`${causes.length === 0 ? 'accept' : 'reject'} a creation with ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const answer = await create({ ...VALID, ...change });
      assert.deepEqual(refusals(answer) ?? [], causes);
      assert.equal(answer.status, causes.length === 0 ? 201 : 422);
    });
  }

  it('have names that are DNS subdomains', async () => {
    const { status, message } = await create({ ...VALID, metadata: { name: 'a:b' } });
    assert.equal(status, 422);
    assert.match(
      message,
      /^Event\.events\.k8s\.io "a:b" is invalid: metadata\.name: Invalid value: "a:b": a lowercase/,
    );
  });

  const series = (count: number): Json => ({ series: { count, lastObservedTime: '2026-01-02T03:04:05.000000Z' } });
  const fixed = (field: string, value: string) => [
    `FieldValueInvalid ${field}: Invalid value: ${value}: field is immutable`,
  ];
  const changes: readonly (readonly [change: Json, causes: readonly string[]])[] = [
    [series(2), []],
    [{ metadata: { labels: { a: 'b' } } }, []],
    [series(1), ['FieldValueInvalid series.count: Invalid value: "": should be at least 2']],
    [{ note: 'Otherwise.' }, fixed('message', '"Otherwise."')],
    [{ type: 'Warning' }, fixed('type', '"Warning"')],
    [{ type: null }, fixed('type', '""')],
    [{ action: 'Other' }, fixed('action', '"Other"')],
    [{ regarding: { name: 'm' } }, fixed('involvedObject', '{"kind":"Node","name":"m"}')],
    [{ related: { name: 'm' } }, fixed('related', '{"name":"m"}')],
    [{ deprecatedCount: 2 }, fixed('count', '2')],
    [{ reportingController: 'd' }, fixed('reportingController', '"d"')],
    [{ eventTime: '2026-01-02T03:03:05.000007Z' }, fixed('eventTime', '"2026-01-02T03:03:05.000007Z"')],
  ];
  for (const [change, causes] of changes) {
    it(`${causes.length === 0 ? 'accept' : 'reject'} an update with ${JSON.stringify(change)}`, async () => {
      const { name } = await create(VALID);
      assert.deepEqual(refusals(await patch(`${EVENTS}/${name}`, change)) ?? [], causes);
    });
  }

  it('from the core group are validated less strictly, and accept updates', async () => {
    const { name } = await create({ reason: 'Old', message: 'm'.repeat(2000), count: 3 }, CORE_EVENTS);
    const answer = await patch(`${EVENTS}/${name}`, series(4));
    assert.deepEqual([answer.status, answer.json['deprecatedCount']], [200, 3]);
  });

  it('are the same objects as those of the core group', async () => {
    const { name, json } = await create(VALID);
    const { json: core } = await api.request('GET', `${CORE_EVENTS}/${name}`);
    assert.deepEqual(plain(core), {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: plain(json['metadata']),
      involvedObject: VALID['regarding'],
      reason: VALID['reason'],
      message: VALID['note'],
      source: {},
      type: VALID['type'],
      eventTime: VALID['eventTime'],
      action: VALID['action'],
      reportingComponent: VALID['reportingController'],
      reportingInstance: VALID['reportingInstance'],
    });
    const taken = await create({ metadata: { name } }, CORE_EVENTS);
    assert.deepEqual([taken.status, taken.message], [409, `events "${name}" already exists`]);
    const again = await create({ ...VALID, metadata: { name } });
    assert.deepEqual([again.status, again.message], [409, `events.events.k8s.io "${name}" already exists`]);
    await api.request('DELETE', `${EVENTS}/${name}`);
    assert.equal((await api.request('GET', `${CORE_EVENTS}/${name}`)).status, 404);
  });

  it('are unchanged by a write of the same content, through either group', async () => {
    const { name, json } = await create(VALID);
    for (const path of [EVENTS, CORE_EVENTS]) {
      const { json: read } = await api.request('GET', `${path}/${name}`);
      const { json: written } = await api.request('PUT', `${path}/${name}`, { body: read });
      assert.deepEqual(plain(written['metadata']), plain(json['metadata']));
    }
  });

  it('are listed in pages of one revision', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/kube-system/events';
    for (const name of ['p1', 'p2', 'p3']) await create({ ...VALID, metadata: { name } }, path);
    const { json } = await api.request('GET', `${path}?limit=2`);
    const token = encodeURIComponent((json['metadata'] as { continue: string }).continue);
    await create({ ...VALID, metadata: { name: 'p4' } }, path);
    assert.deepEqual([json['kind'], json['apiVersion']], ['EventList', 'events.k8s.io/v1']);
    assert.deepEqual(await names(`${path}?limit=2&continue=${token}`), ['p3']);
    const [item] = json['items'] as Json[];
    assert.deepEqual([item?.['note'], item?.['message']], [VALID['note'], undefined]);
  });

  const FIELDS: Readonly<Record<string, string>> = {
    'regarding.kind': 'Pod',
    'regarding.namespace': 'default',
    'regarding.name': 'p',
    'regarding.uid': 'u',
    'regarding.apiVersion': 'v',
    'regarding.resourceVersion': '7',
    'regarding.fieldPath': 'f',
    reason: 'Because',
    reportingController: 'example.com/c',
    type: 'Normal',
  };
  for (const [field, value] of Object.entries(FIELDS)) {
    it(`have the field selector ${field}`, async () => {
      const regarding = {
        kind: 'Pod',
        namespace: 'default',
        name: 'p',
        uid: 'u',
        apiVersion: 'v',
        resourceVersion: '7',
        fieldPath: 'f',
      };
      const { name } = await create({ ...VALID, regarding });
      const selector = (operator: string) => encodeURIComponent(`${field}${operator}${value},metadata.name=${name}`);
      assert.deepEqual(await names(`${EVENTS}?fieldSelector=${selector('=')}`), [name]);
      assert.deepEqual(await names(`${EVENTS}?fieldSelector=${selector('!=')}`), []);
    });
  }

  for (const field of ['involvedObject.kind', 'source', 'reportingComponent']) {
    it(`do not have the field selector ${field} of the core group`, async () => {
      const { status, message } = await api.request('GET', `${EVENTS}?fieldSelector=${field}%3Da`);
      assert.equal(status, 400);
      assert.match(message, new RegExp(`field label not supported: ${field}`));
    });
  }

  it('are watched with their own field selectors, for writes through either group', async () => {
    const from = (await api.request('GET', EVENTS)).json['metadata'] as { resourceVersion: string };
    const query = `watch=1&resourceVersion=${from.resourceVersion}&fieldSelector=regarding.name%3Dwatched`;
    const seen: unknown[] = [];
    const involvedObject = { kind: 'Pod', name: 'watched', namespace: 'default' };
    await create({ involvedObject: { ...involvedObject, name: 'other' } }, CORE_EVENTS);
    const { name } = await create({ involvedObject, message: 'one' }, CORE_EVENTS);
    await patch(`${CORE_EVENTS}/${name}`, { message: 'two' });
    await api.request('DELETE', `${CORE_EVENTS}/${name}`);
    for await (const { type, object } of api.watch(`${EVENTS}?${query}`)) {
      const { apiVersion, note } = object as Json;
      seen.push([type, apiVersion, note]);
      if (type === 'DELETED') break;
    }
    assert.deepEqual(seen, [
      ['ADDED', 'events.k8s.io/v1', 'one'],
      ['MODIFIED', 'events.k8s.io/v1', 'two'],
      ['DELETED', 'events.k8s.io/v1', 'two'],
    ]);
  });

  it('have one storage version in discovery', async () => {
    const hashOf = async (path: string) => {
      const { json } = await api.request('GET', path);
      const resources = json['resources'] as Json[];
      return resources.find(({ name }) => name === 'events')?.['storageVersionHash'];
    };
    // The value of kube-apiserver.
    assert.deepEqual(
      [await hashOf('/apis/events.k8s.io/v1'), await hashOf('/api/v1')],
      ['r2yiGXH7wu8=', 'r2yiGXH7wu8='],
    );
  });

  it('have the same Table', async () => {
    const { name } = await create(VALID);
    assert.deepEqual(await tableRow(api, EVENTS, name), await tableRow(api, CORE_EVENTS, name));
  });

  it('have the same content in protobuf and JSON', async () => {
    const event = { ...VALID, ...series(2), related: { kind: 'Pod', name: 'p' } };
    const raw = compileProtobufEncoder(eventSchema)({ metadata: { name: 'wire' }, ...event });
    const { status, json } = await api.request('POST', EVENTS, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: 'events.k8s.io/v1', kind: 'Event', raw }),
    });
    assert.equal(status, 201);
    const { metadata: _metadata, kind: _kind, apiVersion: _version, ...rest } = json;
    assert.deepEqual(plain(rest), { ...event, deprecatedSource: {} });
  });
});
