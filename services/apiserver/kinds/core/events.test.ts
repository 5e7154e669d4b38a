import assert from 'node:assert/strict';
import { eventSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const EVENTS = '/api/v1/namespaces/default/events';
const SYSTEM_EVENTS = '/api/v1/namespaces/kube-system/events';

type Json = { [name: string]: JsonValue };

const NEW_FORM: Json = {
  eventTime: '2026-01-02T03:03:05.000006Z',
  reportingComponent: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Doing',
  reason: 'Because',
};
const ALWAYS = { involvedObject: {}, source: {}, reportingComponent: '', reportingInstance: '' };

describe('Events of the core group', () => {
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
  const without = ({ metadata: _metadata, kind: _kind, apiVersion: _version, ...rest }: Json) => plain(rest);
  const refusal = (field: string, text: string) => `FieldValueInvalid ${field}: Invalid value: ${text}`;
  const elsewhere = (namespace: string) =>
    refusal('involvedObject.namespace', `${JSON.stringify(namespace)}: does not match event.namespace`);

  const cases: readonly (readonly [what: string, event: Json, path: string, causes: readonly string[]])[] = [
    ['no fields', {}, EVENTS, []],
    ['an object in the same namespace', { involvedObject: { namespace: 'default' } }, EVENTS, []],
    ['an object in another namespace', { involvedObject: { namespace: 'other' } }, EVENTS, [elsewhere('other')]],
    ['a cluster-scoped object, in the namespace of namespaced ones', {}, SYSTEM_EVENTS, [elsewhere('')]],
    ['any type', { type: 'Odd' }, EVENTS, []],
    ['a long message', { message: 'm'.repeat(2000) }, EVENTS, []],
    ['the fields of events.k8s.io', NEW_FORM, EVENTS, []],
    ['the fields of events.k8s.io, in the system namespace', NEW_FORM, SYSTEM_EVENTS, []],
    [
      'the fields of events.k8s.io, about an object in another namespace',
      { ...NEW_FORM, involvedObject: { namespace: 'other' } },
      EVENTS,
      [],
    ],
    [
      'only the eventTime of events.k8s.io',
      { eventTime: '2026-01-02T03:03:05.000006Z' },
      EVENTS,
      [
        'FieldValueRequired reportingController: Required value',
        refusal('reportingController', '"": name part must be non-empty'),
        refusal(
          'reportingController',
          "\"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        ),
        'FieldValueRequired reportingInstance: Required value',
        'FieldValueRequired action: Required value',
        'FieldValueRequired reason: Required value',
      ],
    ],
    [
      'the fields of events.k8s.io with long texts',
      {
        ...NEW_FORM,
        reportingInstance: 'i'.repeat(129),
        action: 'ä'.repeat(65),
        reason: 'r'.repeat(129),
        message: 'm'.repeat(1025),
      },
      EVENTS,
      [
        refusal('reportingInstance', '"": can have at most 128 characters'),
        refusal('action', '"": can have at most 128 characters'),
        refusal('reason', '"": can have at most 128 characters'),
        refusal('message', '"": can have at most 1024 characters'),
      ],
    ],
  ];
  for (const [what, event, path, causes] of cases) {
    it(`${causes.length === 0 ? 'accept' : 'reject'} ${what}`, async () => {
      const answer = await create(event, path);
      assert.deepEqual(refusals(answer) ?? [], causes);
      assert.equal(answer.status, causes.length === 0 ? 201 : 422);
      if (answer.status === 201) assert.deepEqual(without(answer.json), { ...ALWAYS, ...event });
    });
  }

  it('accept the names that path segments accept', async () => {
    const named = await create({ metadata: { name: 'system:node:A.17f3' } });
    assert.equal(named.status, 201);
    assert.equal((await api.request('GET', `${EVENTS}/system:node:A.17f3`)).status, 200);
    assert.deepEqual(refusals(await create({ metadata: { name: 'a/b' } })), [
      `FieldValueInvalid metadata.name: Invalid value: "a/b": may not contain '/'`,
    ]);
  });

  it('are created by PUT, and unchanged by a PUT of the same content', async () => {
    const body = { metadata: { name: 'put' }, reason: 'One', count: 1 };
    const first = await api.request('PUT', `${EVENTS}/put`, { body });
    assert.equal(first.status, 201);
    const again = await api.request('PUT', `${EVENTS}/put`, { body });
    assert.deepEqual([again.status, plain(again.json)], [200, plain(first.json)]);
    const next = await api.request('PUT', `${EVENTS}/put`, { body: { ...body, count: 2 } });
    assert.deepEqual([next.status, next.json['count']], [200, 2]);
  });

  const FIELDS: Readonly<Record<string, string>> = {
    'involvedObject.kind': 'K',
    'involvedObject.namespace': 'default',
    'involvedObject.name': 'n',
    'involvedObject.uid': 'u',
    'involvedObject.apiVersion': 'v',
    'involvedObject.resourceVersion': '7',
    'involvedObject.fieldPath': 'p',
    reason: 'Selected',
    reportingComponent: 'r',
    source: 's',
    type: 'Warning',
  };
  for (const [field, value] of Object.entries(FIELDS)) {
    it(`have the field selector ${field}`, async () => {
      const involvedObject = {
        kind: 'K',
        namespace: 'default',
        name: 'n',
        uid: 'u',
        apiVersion: 'v',
        resourceVersion: '7',
        fieldPath: 'p',
      };
      const rest = { reason: 'Selected', reportingComponent: 'r', source: { component: 's' }, type: 'Warning' };
      const { name } = await create({ involvedObject, ...rest });
      const find = async (operator: string) => {
        const selector = encodeURIComponent(`${field}${operator}${value},metadata.name=${name}`);
        const { json } = await api.request('GET', `${EVENTS}?fieldSelector=${selector}`);
        return (json['items'] as readonly unknown[]).length;
      };
      assert.deepEqual([await find('='), await find('!=')], [1, 0]);
    });
  }

  it('have the reporting controller as default source', async () => {
    const { name } = await create({ reportingComponent: 'only' });
    const { json } = await api.request('GET', `${EVENTS}?fieldSelector=source%3Donly`);
    assert.deepEqual(
      (json['items'] as { metadata: Json }[]).map(({ metadata }) => metadata['name']),
      [name],
    );
  });

  const COLUMNS = ['Last Seen', 'Type', 'Reason', 'Object', 'Subobject', 'Source', 'Message', 'First Seen', 'Count'];
  const rows: readonly (readonly [event: Json, cells: readonly (string | number)[]])[] = [
    [{}, ['<unknown>', '', '', '', '', '', '', '<unknown>', 1]],
    [
      {
        involvedObject: { kind: 'Pod', name: 'p', namespace: 'default', fieldPath: 'spec' },
        type: 'Normal',
        reason: 'R',
        message: ' M\n',
        source: { component: 'c', host: 'h' },
        firstTimestamp: '2026-01-02T03:00:05Z',
        lastTimestamp: '2026-01-02T03:04:00Z',
        count: 4,
      },
      ['5s', 'Normal', 'R', 'pod/p', 'spec', 'c, h', 'M', '4m', 4],
    ],
    [NEW_FORM, ['60s', '', 'Because', '', '', 'example.com/c, c-1', '', '60s', 1]],
    [
      { ...NEW_FORM, series: { count: 3, lastObservedTime: '2026-01-02T03:04:04.000000Z' } },
      ['1s', '', 'Because', '', '', 'example.com/c, c-1', '', '60s', 3],
    ],
    [
      { involvedObject: { kind: 'Node' }, source: { component: 'c' } },
      ['<unknown>', '', '', 'node', '', 'c', '', '<unknown>', 1],
    ],
  ];
  for (const [event, cells] of rows) {
    it(`have the Table row ${cells.filter((cell) => cell !== '').join(' ')}`, async () => {
      const { name } = await create(event);
      const row = await tableRow(api, EVENTS, name);
      assert.deepEqual(
        row.columns,
        [...COLUMNS, 'Name'].map((column) => `${column} string`),
      );
      assert.deepEqual(row.cells, [...cells, name]);
    });
  }

  it('have the same content in protobuf and JSON', async () => {
    const series = { count: 2, lastObservedTime: '2026-01-02T03:04:04.000001Z' };
    const event = { ...NEW_FORM, series, related: { kind: 'Node' }, firstTimestamp: '2026-01-02T03:04:04Z' };
    const raw = compileProtobufEncoder(eventSchema)({ metadata: { name: 'wire' }, ...event });
    const { status, json } = await api.request('POST', EVENTS, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: 'v1', kind: 'Event', raw }),
    });
    assert.equal(status, 201);
    assert.deepEqual(without(json), { ...ALWAYS, ...event });
  });
});

describe('expired Events', () => {
  for (const path of [EVENTS, '/apis/events.k8s.io/v1/namespaces/default/events']) {
    it(`are removed from ${path}`, async () => {
      const api = await startTestApi({ catalog: { eventTtl: 0.02 } });
      const { status } = await api.request('POST', EVENTS, { body: { metadata: { name: 'a' }, reason: 'R' } });
      assert.equal(status, 201);
      const types: JsonValue[] = [];
      for await (const { type } of api.watch(`${path}?watch=1`)) {
        types.push(type ?? null);
        if (type === 'DELETED') break;
      }
      assert.deepEqual(types, ['ADDED', 'DELETED']);
      assert.equal((await api.request('GET', `${path}/a`)).status, 404);
      await api.close();
    });
  }
});
