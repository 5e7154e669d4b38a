import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import { CONSTRAINTS, DENIED, DEPLOYMENT, message, outcome, RULE, type Given } from './outcome.test.helper.js';

describe('the plugin ValidatingAdmissionPolicy', () => {
  it('refuses a write that a validation does not admit', async () => {
    const { error, warnings, annotations, counts } = await outcome();
    assert.equal(error?.message, `${DENIED}failed expression: object.spec.replicas <= 5`);
    assert.equal(error.reason, 'Invalid');
    assert.equal(error.code, 422);
    assert.deepEqual(error.details, {
      name: 'web',
      group: 'apps',
      kind: 'deployments',
      causes: [
        {
          message:
            "ValidatingAdmissionPolicy 'demo' with binding 'demo-binding' denied request: failed expression: object.spec.replicas <= 5",
        },
      ],
    });
    assert.deepEqual([warnings, annotations], [[], {}]);
    assert.deepEqual(counts, ['demo demo-binding invalid_error deny 1']);
  });

  it('admits a write that every validation admits', async () => {
    assert.deepEqual(await outcome({ write: { object: { ...DEPLOYMENT, spec: { replicas: 5 } } } }), {
      error: undefined,
      warnings: [],
      annotations: {},
      counts: [],
    });
  });

  describe('matches', () => {
    const ADMITTED: readonly (readonly [string, Given])[] = [
      ['not without a binding', { stored: { validatingadmissionpolicybindings: [] } }],
      ['not with a binding of another policy', { binding: { policyName: 'other' } }],
      ['not another operation', { write: { operation: 'DELETE' } }],
      ['not another resource', { write: { resource: { group: 'apps', version: 'v1', resource: 'daemonsets' } } }],
      ['not a subresource', { write: { subresource: 'scale' } }],
      ['not another name', { policy: { matchConstraints: { resourceRules: [{ ...RULE, resourceNames: ['api'] }] } } }],
      [
        'not an excluded name',
        {
          policy: { matchConstraints: { ...CONSTRAINTS, excludeResourceRules: [{ ...RULE, resourceNames: ['web'] }] } },
        },
      ],
      [
        'not other labels',
        { policy: { matchConstraints: { ...CONSTRAINTS, objectSelector: { matchLabels: { tier: 'b' } } } } },
      ],
      [
        'not other labels of the namespace',
        { binding: { matchResources: { namespaceSelector: { matchLabels: { environment: 'production' } } } } },
      ],
      [
        'not other rules of the binding',
        { binding: { matchResources: { resourceRules: [{ ...RULE, operations: ['UPDATE'] }] } } },
      ],
      ['not a false condition', { policy: { matchConditions: [{ name: 'c', expression: 'request.name == "api"' }] } }],
      [
        'not its own kind',
        {
          policy: {
            matchConstraints: {
              resourceRules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
            },
          },
          write: {
            resource: { group: 'admissionregistration.k8s.io', version: 'v1', resource: 'validatingadmissionpolicies' },
          },
        },
      ],
    ];
    for (const [what, given] of ADMITTED) it(what, async () => assert.equal(await message(given), 'admitted'));

    const REFUSED: readonly (readonly [string, Given])[] = [
      ['the name', { policy: { matchConstraints: { resourceRules: [{ ...RULE, resourceNames: ['web'] }] } } }],
      ['labels', { policy: { matchConstraints: { ...CONSTRAINTS, objectSelector: { matchLabels: { tier: 'a' } } } } }],
      [
        'labels of the namespace',
        { binding: { matchResources: { namespaceSelector: { matchLabels: { environment: 'test' } } } } },
      ],
      ['rules of the binding', { binding: { matchResources: { resourceRules: [RULE] } } }],
      ['true conditions', { policy: { matchConditions: [{ name: 'c', expression: 'request.name == "web"' }] } }],
    ];
    for (const [what, given] of REFUSED) {
      it(what, async () => assert.equal(await message(given), 'failed expression: object.spec.replicas <= 5'));
    }

    it('an equivalent resource, in the version of the rule', async () => {
      const scalers = { group: 'autoscaling', resource: 'horizontalpodautoscalers' };
      const given = {
        policy: {
          matchConstraints: {
            resourceRules: [{ ...RULE, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] }],
            matchPolicy: 'Equivalent',
          },
          validations: [
            {
              expression: 'false',
              messageExpression: 'object.converted + request.kind.version + request.requestKind.version',
            },
          ],
        },
        write: {
          resource: { ...scalers, version: 'v2' },
          kind: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
        },
      };
      assert.match(await message(given), /denied request: v1v1v2$/);
    });
  });

  describe('reports', () => {
    const validation = (more: JsonObject): Given => ({ policy: { validations: [{ expression: 'false', ...more }] } });
    const MESSAGES: readonly (readonly [JsonObject, string])[] = [
      [{}, 'failed expression: false'],
      [{ expression: ' 1 > 2 ' }, 'failed expression: 1 > 2'],
      [{ message: ' no ' }, 'no'],
      [{ messageExpression: '"no " + object.metadata.name', message: 'b' }, 'no web'],
      [{ messageExpression: 'object.missing', message: 'b' }, 'b'],
      [{ messageExpression: '" "', message: 'b' }, 'b'],
      [{ messageExpression: '"a\\nb"', message: 'b' }, 'b'],
      [{ messageExpression: `"${'é'.repeat(2561)}"`, message: 'b' }, 'b'],
      [{ messageExpression: 'missing', message: 'b' }, 'b'],
    ];
    for (const [more, expected] of MESSAGES) {
      it(`${JSON.stringify(more).slice(0, 80)}: ${expected}`, async () =>
        assert.equal(await message(validation(more)), expected));
    }

    const REASONS: readonly (readonly [string, number])[] = [
      ['Forbidden', 403],
      ['Invalid', 422],
      ['RequestEntityTooLarge', 413],
    ];
    for (const [reason, code] of REASONS) {
      it(`the reason ${reason}`, async () => {
        const { error } = await outcome(validation({ reason }));
        assert.deepEqual([error?.reason, error?.code], [reason, code]);
      });
    }

    it('the first denial of several', async () => {
      const policy = {
        validations: [
          { expression: 'true' },
          { expression: 'false', message: 'a', reason: 'Forbidden' },
          { expression: 'false' },
        ],
      };
      const { error, counts } = await outcome({ policy });
      assert.equal(error?.message, `${DENIED}a`);
      assert.equal(error.reason, 'Forbidden');
      assert.deepEqual(counts, ['demo demo-binding invalid_error deny 2']);
    });

    it('warnings', async () => {
      const { error, warnings, counts } = await outcome({ binding: { validationActions: ['Warn'] } });
      assert.equal(error, undefined);
      assert.deepEqual(warnings, [
        "Validation failed for ValidatingAdmissionPolicy 'demo' with binding 'demo-binding': failed expression: object.spec.replicas <= 5",
      ]);
      assert.deepEqual(counts, ['demo demo-binding invalid_error warn 1']);
    });

    it('an annotation of the first failure, with every action', async () => {
      const policy = {
        validations: [{ expression: 'true' }, { expression: 'false', message: '<a> & b' }, { expression: 'false' }],
      };
      const { error, annotations } = await outcome({ policy, binding: { validationActions: ['Audit', 'Deny'] } });
      assert.equal(error?.code, 422);
      assert.deepEqual(annotations, {
        'validation.policy.admission.k8s.io/validation_failure':
          '[{"message":"\\u003ca\\u003e \\u0026 b","policy":"demo","binding":"demo-binding","expressionIndex":1,"validationActions":["Audit","Deny"]}]',
      });
    });
  });

  describe('publishes audit annotations', () => {
    const annotations = (...values: readonly string[]): Given => ({
      policy: {
        validations: [],
        auditAnnotations: values.map((valueExpression, index) => ({ key: `k${index}`, valueExpression })),
      },
    });
    const TABLE: readonly (readonly [string, string | undefined])[] = [
      ['" replicas " + string(object.spec.replicas)', 'replicas 6'],
      ['null', undefined],
      ['"  "', undefined],
      [
        `"${'x'.repeat(1200)}"+"${'x'.repeat(1200)}"+[1,2,3,4,5,6,7,8].map(x, "${'y'.repeat(1000)}").join()`,
        'x'.repeat(2400) + 'y'.repeat(7840),
      ],
    ];
    for (const [expression, value] of TABLE) {
      it(expression.slice(0, 40), async () => {
        const { annotations: found, error } = await outcome(annotations(expression));
        assert.equal(error, undefined);
        assert.equal(found['demo/k0'], value);
      });
    }

    it('of all bindings and parameters, joined', async () => {
      const { annotations: found } = await outcome({
        policy: {
          ...annotations('string(params.data.limit)').policy,
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        },
        binding: { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } },
        stored: {
          configmaps: ['3', '5', '3'].map((limit, index) => ({
            metadata: { name: `c${index}`, namespace: 'x' },
            data: { limit },
          })),
        },
      });
      assert.deepEqual(found, { 'demo/k0': '3, 5' });
    });

    it('and refuses the write if one fails, whatever the actions are', async () => {
      const given = annotations('string(object.spec.missing)');
      const problem = "expression 'string(object.spec.missing)' resulted in error: no such key: missing";
      assert.equal(await message({ ...given, binding: { validationActions: ['Audit'] } }), problem);
      assert.equal(await message({ policy: { ...given.policy, failurePolicy: 'Ignore' } }), 'admitted');
    });
  });

  it('gives expressions the namespace, variables and permissions', async () => {
    const asked: string[] = [];
    const authorize = ({ request }: Attributes): Promise<Decision> => {
      asked.push(request.verb);
      return Promise.resolve({ type: 'allow', reason: '' });
    };
    const policy = {
      variables: [
        { name: 'environment', expression: 'namespaceObject.metadata.labels.environment' },
        { name: 'may', expression: 'authorizer.requestResource.check("exceed").allowed()' },
      ],
      validations: [
        { expression: 'variables.environment == "test" && variables.may' },
        { expression: 'variables.may && false', messageExpression: '"in " + variables.environment' },
      ],
    };
    assert.equal(await message({ policy, authorize }), 'in test');
    assert.deepEqual(asked, ['exceed']);
  });

  it('has no answer for a namespace that does not exist', async () => {
    const policy = { validations: [{ expression: 'namespaceObject != null' }] };
    const { error } = await outcome({ policy, stored: { namespaces: [] } });
    assert.equal(error?.code, 404);
  });
});
