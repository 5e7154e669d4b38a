import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import { ownersOf } from './server-side-apply.test.helper.js';

const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';

interface Config {
  /** YAML without the name. */
  readonly text: string;
  /** The warnings in the mode Warn. */
  readonly expected: readonly string[];
  /** The end of the 400 message in the mode Strict. */
  readonly refusal: RegExp;
}

const CONFIGS: Readonly<Record<string, Config>> = {
  'unknown fields': {
    text: `
  metadata: {name: a, colour: red}
  secrets: [{name: s, namespace: '', shape: {x: {y: 1}}}]
  spec: {}`,
    expected: ['unknown field "metadata.colour"', 'unknown field "secrets[0].shape"', 'unknown field "spec"'],
    refusal:
      /^failed to create typed patch object \(default\/a; \/v1, Kind=ServiceAccount\): errors:\n {2}\.metadata\.colour: field not declared in schema\n {2}\.secrets.*\.shape: field not declared in schema\n {2}\.spec: field not declared in schema$/,
  },
  'duplicate keys': {
    text: `
  metadata: {name: a}
  secrets: [{name: other}]
  secrets: [{name: r, name: s, namespace: ''}]`,
    expected: ['line 6: key "secrets" already set in map', 'line 6: key "name" already set in map'],
    refusal:
      /^ServiceAccount in version "v1" cannot be handled as a ServiceAccount: strict decoding error: line 6: key "secrets" already set in map, line 6: key "name" already set in map$/,
  },
  both: {
    text: `
  metadata: {name: a}
  secrets: [{name: s, namespace: '', shape: 1, shape: 2}]
  automountServiceAccountToken: false
  automountServiceAccountToken: null
  spec: {x: 1, x: 2}`,
    expected: [
      'line 5: key "shape" already set in map',
      'line 7: key "automountServiceAccountToken" already set in map',
      'line 8: key "x" already set in map',
      'unknown field "secrets[0].shape"',
      'unknown field "spec"',
    ],
    refusal: /strict decoding error: line 5: key "shape" already set in map, line 7: key "automount/,
  },
};

describe('fieldValidation of an apply', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  afterEach(() => api.request('DELETE', `${ACCOUNTS}/a`));

  const send = (text: string, mode: string | undefined): Promise<TestResponse> => {
    const query = mode === undefined ? '' : `&fieldValidation=${mode}`;
    const body = Buffer.from(`apiVersion: v1\nkind: ServiceAccount\n${text.replaceAll('\n  ', '\n')}`);
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    return api.request('PATCH', `${ACCOUNTS}/a?fieldManager=me${query}`, { body, headers });
  };

  for (const [what, { text, expected, refusal }] of Object.entries(CONFIGS)) {
    for (const mode of [undefined, '', 'Warn', 'Ignore']) {
      it(`${JSON.stringify(mode)}: ${what} are dropped${mode === 'Ignore' ? '' : ', with a warning for each'}`, async () => {
        const answer = await send(text, mode);
        assert.equal(answer.status, 201, answer.text);
        const warning = expected.map((each) => `299 - ${JSON.stringify(each)}`).join(', ');
        assert.equal(answer.headers['warning'], mode === 'Ignore' ? undefined : warning);
        const { secrets, metadata, ...rest } = answer.json;
        assert.deepEqual(plain(secrets), [{ name: 's' }]);
        assert.deepEqual(Object.keys(rest), ['kind', 'apiVersion']);
        assert.ok(!JSON.stringify(metadata).includes('colour'), 'dropped fields have no owner');
        assert.match(ownersOf(answer.json).join(), /^me Apply v1: .*\.secrets/);
        assert.equal((await send(text, mode)).text, answer.text, 'the second apply changes nothing');
      });
    }

    it(`Strict: ${what} are 400`, async () => {
      const { status, json, message, headers } = await send(text, 'Strict');
      assert.deepEqual([status, json['reason'], headers['warning']], [400, 'BadRequest', undefined]);
      assert.match(message, refusal);
      assert.equal((await api.request('GET', `${ACCOUNTS}/a`)).status, 404, 'nothing was stored');
    });
  }

  it('never drops a value of the wrong type, nor one in untyped content', async () => {
    for (const mode of ['Ignore', 'Warn', 'Strict']) {
      const { status, message } = await send(`metadata: {name: a}\nsecrets: {x: 1}\nspec: 1`, mode);
      assert.equal(status, 400);
      assert.match(message, /\.secrets: expected list, got map/);
    }
    const revision = '/apis/apps/v1/namespaces/default/controllerrevisions/a';
    const applied = await api.request('PATCH', `${revision}?fieldManager=me&fieldValidation=Strict`, {
      body: {
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: { name: 'a' },
        revision: 1,
        data: { x: { y: 1 } },
      },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    assert.deepEqual([applied.status, plain(applied.json['data'])], [201, { x: { y: 1 } }]);
  });

  it('reports a hundred fields at most, and drops all', async () => {
    const fields = Array.from({ length: 5000 }, (_, index) => `field-${index}: 1`).join('\n');
    const { status, headers, text } = await send(`metadata: {name: a}\n${fields}`, 'Warn');
    assert.equal(status, 201, text);
    assert.equal(String(headers['warning']).split('unknown field').length, 101);
    assert.ok(!text.includes('field-'));
  });
});
