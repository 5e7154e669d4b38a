import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const WEBHOOK: JsonObject = {
  name: 'hook.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/review' },
  rules: [RULE],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};

for (const [resource, isMutating] of [
  ['mutatingwebhookconfigurations', true],
  ['validatingwebhookconfigurations', false],
] as const) {
  describe(resource, () => {
    let api: TestApi;
    before(async () => {
      api = await startTestApi();
    });
    after(() => api.close());
    let count = 0;
    const create = (webhooks: JsonObject[], name = `c${++count}`) =>
      api.request('POST', `${GROUP}/${resource}`, { body: { metadata: { name }, webhooks } });
    const patch = (name: string, webhooks: JsonObject[]) =>
      api.request('PATCH', `${GROUP}/${resource}/${name}`, { body: { webhooks }, headers: MERGE });

    const at = 'webhooks[0]';
    const WRONG: readonly (readonly [what: string, webhook: JsonObject, errors: readonly string[]])[] = [
      ['no name', { name: '' }, [`FieldValueRequired ${at}.name: Required value`]],
      [
        'a short name',
        { name: 'example.com' },
        [
          `FieldValueInvalid ${at}.name: Invalid value: "example.com": should be a domain with at least three segments separated by dots`,
        ],
      ],
      [
        'no operations',
        { rules: [{ ...RULE, operations: [] }] },
        [`FieldValueRequired ${at}.rules[0].operations: Required value`],
      ],
      [
        'all operations and another',
        { rules: [{ ...RULE, operations: ['*', 'CREATE'] }] },
        [
          `FieldValueInvalid ${at}.rules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
        ],
      ],
      [
        'an unknown operation',
        { rules: [{ ...RULE, operations: ['WATCH'] }] },
        [
          `FieldValueNotSupported ${at}.rules[0].operations[0]: Unsupported value: "WATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"`,
        ],
      ],
      [
        'empty lists',
        { rules: [{ operations: ['*'], apiGroups: [], apiVersions: [], resources: [] }] },
        ['apiGroups', 'apiVersions', 'resources'].map(
          (field) => `FieldValueRequired ${at}.rules[0].${field}: Required value`,
        ),
      ],
      [
        'empty items',
        { rules: [{ ...RULE, apiVersions: [''], resources: [''] }] },
        ['apiVersions', 'resources'].map((field) => `FieldValueRequired ${at}.rules[0].${field}[0]: Required value`),
      ],
      [
        'overlapping resources',
        { rules: [{ ...RULE, resources: ['pods/*', 'pods/status', '*/scale', 'jobs/scale', '*', 'pods'] }] },
        [
          `FieldValueInvalid ${at}.rules[0].resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
          `FieldValueInvalid ${at}.rules[0].resources[3]: Invalid value: "jobs/scale": if '*/scale' is present, must not specify jobs/scale`,
          `FieldValueInvalid ${at}.rules[0].resources: Invalid value: ["pods/*","pods/status","*/scale","jobs/scale","*","pods"]: if '*' is present, must not specify other resources without subresources`,
        ],
      ],
      [
        'an unknown scope',
        { rules: [{ ...RULE, scope: 'Galaxy' }] },
        [
          `FieldValueNotSupported ${at}.rules[0].scope: Unsupported value: "Galaxy": supported values: "*", "Cluster", "Namespaced"`,
        ],
      ],
      [
        'unknown policies',
        { failurePolicy: 'Maybe', matchPolicy: 'Some' },
        [
          `FieldValueNotSupported ${at}.failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"`,
          `FieldValueNotSupported ${at}.matchPolicy: Unsupported value: "Some": supported values: "Equivalent", "Exact"`,
        ],
      ],
      [
        'no side effects',
        { sideEffects: null },
        [`FieldValueRequired ${at}.sideEffects: Required value: must specify one of None, NoneOnDryRun`],
      ],
      [
        'side effects',
        { sideEffects: 'Some' },
        [
          `FieldValueNotSupported ${at}.sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"`,
        ],
      ],
      [
        'a long timeout',
        { timeoutSeconds: 31 },
        [
          `FieldValueInvalid ${at}.timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds`,
        ],
      ],
      [
        'no timeout',
        { timeoutSeconds: 0 },
        [
          `FieldValueInvalid ${at}.timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds`,
        ],
      ],
      [
        'an invalid selector',
        { objectSelector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } },
        [
          `FieldValueInvalid ${at}.objectSelector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator`,
        ],
      ],
      [
        'no address',
        { clientConfig: {} },
        [`FieldValueRequired ${at}.clientConfig: Required value: exactly one of url or service is required`],
      ],
      [
        'an http URL with a query',
        { clientConfig: { url: 'http://a?b' } },
        [
          `FieldValueInvalid ${at}.clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
          `FieldValueInvalid ${at}.clientConfig.url: Invalid value: "b": query parameters are not permitted in the URL`,
        ],
      ],
      [
        'a service without a name, at a wrong port',
        { clientConfig: { service: { namespace: 'a', name: '', port: 0 } } },
        [
          `FieldValueRequired ${at}.clientConfig.service.namespace: Required value`,
          `FieldValueInvalid ${at}.clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
        ],
      ],
      [
        'invalid match conditions',
        {
          matchConditions: [
            { name: '', expression: ' ' },
            { name: '/', expression: 'true' },
          ],
        },
        [
          `FieldValueRequired ${at}.matchConditions[0].expression: Required value`,
          `FieldValueRequired ${at}.matchConditions[0].name: Required value`,
          `FieldValueInvalid ${at}.matchConditions[1].name: Invalid value: "/": prefix part must be non-empty`,
        ],
      ],
      [
        'no review versions',
        { admissionReviewVersions: [] },
        [`FieldValueRequired ${at}.admissionReviewVersions: Required value: must specify one of v1, v1beta1`],
      ],
      [
        'an unknown review version',
        { admissionReviewVersions: ['v2', 'v2'] },
        [
          `FieldValueInvalid ${at}.admissionReviewVersions[1]: Invalid value: "v2": duplicate version`,
          `FieldValueInvalid ${at}.admissionReviewVersions: Invalid value: ["v2","v2"]: must include at least one of v1, v1beta1`,
        ],
      ],
    ];
    for (const [what, webhook, errors] of WRONG) {
      it(`rejects ${what}`, async () => {
        assert.deepEqual(refusals(await create([{ ...WEBHOOK, ...webhook }]))?.slice(0, errors.length), errors);
      });
    }

    it('rejects more than 64 match conditions, and repeated names', async () => {
      const matchConditions = Array.from({ length: 65 }, () => ({ name: 'a', expression: 'true' }));
      const [first, second, ...others] = refusals(await create([{ ...WEBHOOK, matchConditions }])) ?? [];
      assert.equal(first, `FieldValueTooMany ${at}.matchConditions: Too many: 65: must have at most 64 items`);
      assert.equal(second, `FieldValueDuplicate ${at}.matchConditions[1].name: Duplicate value: "a"`);
      assert.equal(others.length, 63);
    });

    it('rejects repeated names of webhooks', async () => {
      assert.deepEqual(refusals(await create([WEBHOOK, WEBHOOK])), [
        'FieldValueDuplicate webhooks[1].name: Duplicate value: "hook.example.com"',
      ]);
    });

    it('has defaults, and counts its changes', async () => {
      const { status, json } = await create([WEBHOOK], 'defaults');
      assert.equal(status, 201);
      assert.deepEqual(JSON.parse(JSON.stringify(json['webhooks'])), [
        {
          ...WEBHOOK,
          rules: [{ ...RULE, scope: '*' }],
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          timeoutSeconds: 10,
          ...(isMutating && { reinvocationPolicy: 'Never' }),
        },
      ]);
      const generationOf = async (webhook: JsonObject): Promise<unknown> => {
        const { json } = await patch('defaults', [webhook]);
        return (json['metadata'] as { generation?: unknown }).generation;
      };
      assert.equal(await generationOf({ ...WEBHOOK, timeoutSeconds: 10 }), 1);
      assert.equal(await generationOf({ ...WEBHOOK, timeoutSeconds: 11 }), 2);
    });

    it('warns of a reserved name', async () => {
      const { status, headers } = await create([], 'a.static.k8s.io');
      assert.equal(status, 201);
      assert.match(String(headers['warning']), /names ending with \\"\.static\.k8s\.io\\" are reserved for static/);
    });
  });
}

describe('mutatingwebhookconfigurations', () => {
  it('reject an unknown reinvocation policy', async () => {
    const api = await startTestApi();
    try {
      const webhooks = [{ ...WEBHOOK, reinvocationPolicy: 'Always' }];
      const body = { metadata: { name: 'a' }, webhooks };
      assert.deepEqual(refusals(await api.request('POST', `${GROUP}/mutatingwebhookconfigurations`, { body })), [
        'FieldValueNotSupported webhooks[0].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
      ]);
    } finally {
      await api.close();
    }
  });
});
