import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const SPEC = { group: 'example.com', version: 'v1', groupPriorityMinimum: 2000, versionPriority: 10 };
const NAME = 'v1.example.com';
const SERVICE = { namespace: 'default', name: 'server' };

describe('APIService', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());
  const create = (spec: object = {}, name = NAME) =>
    api.request('POST', PATH, { body: { metadata: { name }, spec: { ...SPEC, ...spec } } });
  const patch = (body: object, below = '') =>
    api.request('PATCH', `${PATH}/${NAME}${below}`, { body: { ...body }, headers: MERGE });

  it('without a service is available when it is created, and has no generation', async () => {
    const { status, json } = await create();
    assert.equal(status, 201);
    const { metadata, status: state } = plain(json) as { metadata: Record<string, unknown>; status: unknown };
    assert.equal(metadata['generation'], undefined);
    const condition = {
      type: 'Available',
      status: 'True',
      lastTransitionTime: metadata['creationTimestamp'],
      reason: 'Local',
      message: 'Local APIServices are always available',
    };
    assert.deepEqual(state, { conditions: [condition] });
    assert.deepEqual((await tableRow(api, PATH, NAME)).cells, [NAME, 'Local', 'True', '0s']);
  });

  it('with a service has the default port and no condition when it is created', async () => {
    const { status, json } = await create({ service: SERVICE });
    assert.deepEqual([status, plain(json['status'])], [201, {}]);
    assert.deepEqual((plain(json['spec']) as { service: object }).service, { ...SERVICE, port: 443 });
  });

  it('keeps its status in a write of the spec, and its spec and labels in a write of the status', async () => {
    const { json } = await create();
    const changed = await patch({ spec: { versionPriority: 20 }, status: { conditions: [] } });
    assert.deepEqual(plain(changed.json['status']), plain(json['status']));
    const conditions = [{ type: 'Other', status: 'False' }];
    const written = await patch({ metadata: { labels: { a: 'b' } }, spec: SPEC, status: { conditions } }, '/status');
    assert.deepEqual(plain(written.json['status']), { conditions });
    assert.deepEqual(plain(written.json['spec']), { ...SPEC, versionPriority: 20 });
    assert.equal((written.json['metadata'] as { labels?: object }).labels, undefined);
  });

  const wrong: [what: string, spec: object, errors: string[], name?: string][] = [
    [
      'the name of another group version',
      {},
      [
        'FieldValueInvalid metadata.name: Invalid value: "v1.other": must be `spec.version+"."+spec.group`: "v1.example.com"',
      ],
      'v1.other',
    ],
    [
      'no group, and a version other than v1',
      { group: '', version: 'v2' },
      ['FieldValueRequired spec.group: Required value: only v1 may have an empty group and it better be legacy kube'],
      'v2.',
    ],
    [
      'priorities below their range',
      { groupPriorityMinimum: 0, versionPriority: 0 },
      [
        'FieldValueInvalid spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
        'FieldValueInvalid spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
      ],
    ],
    [
      'TLS settings without a service',
      { caBundle: 'YWJj', insecureSkipTLSVerify: true },
      [
        'FieldValueInvalid spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
        'FieldValueInvalid spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    [
      'an empty service',
      { service: { port: 0 } },
      [
        'FieldValueRequired spec.service.namespace: Required value',
        'FieldValueRequired spec.service.name: Required value',
        'FieldValueInvalid spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'a caBundle that is not used',
      { service: SERVICE, caBundle: 'YWJj', insecureSkipTLSVerify: true },
      ['FieldValueInvalid spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present'],
    ],
  ];
  for (const [what, spec, errors, name] of wrong) {
    it(`is refused with ${what}`, async () => {
      assert.deepEqual(refusals(await create(spec, name)), errors);
    });
  }

  it('is refused with an unknown status of a condition', async () => {
    await create();
    const refused = await patch({ status: { conditions: [{ type: 'Available', status: 'Maybe' }] } }, '/status');
    assert.deepEqual(refusals(refused), [
      'FieldValueNotSupported status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ]);
  });
});
