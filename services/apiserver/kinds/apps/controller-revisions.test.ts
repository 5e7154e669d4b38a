import assert from 'node:assert/strict';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/apps/v1/namespaces/default/controllerrevisions';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe('ControllerRevision', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const freshName = () => `revision-${++count}`;
  const create = (fields: object, metadata: object = {}) =>
    api.request('POST', PATH, { body: { metadata: { name: freshName(), ...metadata }, ...fields } });

  it('accepts any object as data', async () => {
    for (const data of [{}, { kind: 'X', spec: { list: [1, null, { a: 'b' }], zero: 0, none: null } }]) {
      const { status, json } = await create({ data, revision: 3 });
      assert.deepEqual([status, plain(json['data']), json['revision']], [201, data, 3]);
    }
  });

  it('has the default revision 0, and accepts any 64-bit revision', async () => {
    assert.equal((await create({ data: {} })).json['revision'], 0);
    const body = Buffer.from('{"metadata":{"name":"big"},"data":{},"revision":9223372036854775807}');
    assert.match((await api.request('POST', PATH, { body })).text, /"revision":9223372036854775807\b/);
  });

  const negative = 'FieldValueInvalid revision: Invalid value: -1: must be greater than or equal to 0';
  const missing = 'FieldValueRequired data: Required value: data is mandatory';
  const wrong: [what: string, fields: object, errors: string[]][] = [
    ['no data', { revision: 1 }, [missing]],
    ['null as data', { data: null, revision: 1 }, [missing]],
    ...['text', 5, [1], true].map((data): [string, object, string[]] => [
      `data that is ${JSON.stringify(data)}`,
      { data, revision: 1 },
      ['FieldValueRequired data: Required value: data must be a valid JSON object'],
    ]),
    ['a negative revision', { data: {}, revision: -1 }, [negative]],
    ['both errors', { revision: -1 }, [negative, missing]],
  ];
  for (const [what, fields, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(fields)), errors));
  }

  const immutable = (shown: string) => `FieldValueInvalid data: Invalid value: ${shown}: field is immutable`;
  const changes: [what: string, patch: JsonValue, errors: string[] | undefined][] = [
    ['other data', { data: { a: 2 } }, [immutable('{"a":2}')]],
    ['more data', { data: { b: null, c: {} } }, [immutable('{"a":1,"c":{}}')]],
    ['no data', { data: null }, [immutable('null')]],
    ['a negative revision', { revision: -1 }, [negative]],
    ['the same data', { data: { a: 1 } }, undefined],
    ['another revision', { revision: 2 }, undefined],
  ];
  for (const [what, patch, errors] of changes) {
    it(`${errors === undefined ? 'accepts' : 'rejects'} an update to ${what}`, async () => {
      const name = freshName();
      await create({ data: { a: 1 }, revision: 1 }, { name });
      const answer = await api.request('PATCH', `${PATH}/${name}`, { body: patch, headers: MERGE });
      assert.deepEqual(refusals(answer), errors);
      if (errors === undefined) assert.equal(answer.status, 200);
    });
  }

  it('has the Table columns of kubectl get', async () => {
    const owner = (apiVersion: string, kind: string, name: string, controller: boolean) => ({
      apiVersion,
      kind,
      name,
      uid: name,
      controller,
    });
    const owners: [name: string, ownerReferences: object[], shown: string][] = [
      ['none', [owner('apps/v1', 'StatefulSet', 'db', false)], '<none>'],
      ['group', [owner('v1', 'Node', 'n', false), owner('apps/v1', 'DaemonSet', 'web', true)], 'daemonset.apps/web'],
      ['core', [owner('v1', 'ReplicationController', 'old', true)], 'replicationcontroller/old'],
    ];
    for (const [name, ownerReferences, shown] of owners) {
      await create({ data: {}, revision: 4 }, { name, ownerReferences });
      const { columns, cells } = await tableRow(api, PATH, name);
      assert.deepEqual(columns, ['Name string', 'Controller string', 'Revision string', 'Age string']);
      assert.deepEqual(cells, [name, shown, 4, '0s']);
    }
  });
});
