import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies';

describe('NetworkPolicy', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const create = (spec: object) =>
    api.request('POST', PATH, { body: { metadata: { name: `p${++count}` }, spec: { ...spec } } });

  it('has default policyTypes', async () => {
    const directions = async (spec: object) => plain(structOf((await create(spec)).json, 'spec')['policyTypes']);
    assert.deepEqual(await directions({}), ['Ingress']);
    assert.deepEqual(await directions({ egress: [{}] }), ['Ingress', 'Egress']);
    assert.deepEqual(await directions({ policyTypes: ['Egress'] }), ['Egress']);
  });

  const from = (peer: object) => ({ ingress: [{ from: [peer] }] });
  const wrong: [what: string, spec: object, errors: string[]][] = [
    ['no peer', from({}), ['FieldValueRequired spec.ingress[0].from[0]: Required value: must specify a peer']],
    [
      'an ipBlock with a selector',
      from({ podSelector: {}, ipBlock: { cidr: '192.0.2.0/24' } }),
      ['FieldValueForbidden spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
    ],
    [
      'an exception outside its block',
      from({ ipBlock: { cidr: '192.0.2.0/24', except: ['192.0.2.0/24', '192.0.2.128/25'] } }),
      [
        'FieldValueInvalid spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "192.0.2.0/24": must be a strict subset of `cidr`',
      ],
    ],
    [
      'an endPort below the port',
      { egress: [{ ports: [{ port: 80, endPort: 79 }] }] },
      ['FieldValueInvalid spec.egress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`'],
    ],
  ];
  for (const [what, spec, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }
});
