import assert from 'node:assert/strict';
import type {
  MatchResources,
  ValidatingAdmissionPolicySpec,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { kindType } from '@pilothouse/cel/openapi/schema-type.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { typeWarnings } from './check.js';
import { kindsToCheck, kindText } from './types-to-check.js';

const SCHEMAS = {
  Deployment: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { replicas: { type: 'integer' }, name: { type: 'string' } } } },
  },
};
const type = kindType(SCHEMAS, 'Deployment', 'Deployment0');
const deployment = { kind: { group: 'apps', version: 'v1', kind: 'Deployment' }, ...(type && { type }) };
const pod = { kind: { group: '', version: 'v1', kind: 'Pod' } };
const library = createLibrary();

describe('type checking of a policy', () => {
  const check = (spec: ValidatingAdmissionPolicySpec, kinds = [deployment], params = type) =>
    runWithoutYielding(typeWarnings(spec, { kinds, ...(params && { params }) }, library));

  it('finds nothing in well-typed expressions', () => {
    const spec = {
      paramKind: { apiVersion: 'apps/v1', kind: 'Deployment' },
      variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
      validations: [
        {
          expression: 'variables.replicas <= params.spec.replicas',
          messageExpression: "'replicas of ' + object.spec.name",
        },
        { expression: 'oldObject == null || has(oldObject.spec)' },
        { expression: 'request.userInfo.username == "a" && authorizer.path("/").check("get").allowed()' },
        { expression: 'object.metadata.name' },
      ],
    };
    assert.deepEqual(check(spec), []);
  });

  it('warns of each expression, with the kind', () => {
    const spec = {
      variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
      validations: [
        { expression: 'object.spec.replicas > "1"', messageExpression: 'object.spec.nothing' },
        { expression: 'true' },
        { expression: 'variables.replicas == variables.other' },
      ],
    };
    assert.deepEqual(check(spec, [pod as typeof deployment, deployment]), [
      {
        fieldRef: 'spec.validations[0].expression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_>_' applied to '(int, string)'\n" +
          ' | object.spec.replicas > "1"\n' +
          ' | .....................^\n',
      },
      {
        fieldRef: 'spec.validations[0].messageExpression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'nothing'\n" +
          ' | object.spec.nothing\n' +
          ' | ...........^\n',
      },
      {
        fieldRef: 'spec.validations[2].expression',
        warning: ['/v1, Kind=Pod', 'apps/v1, Kind=Deployment']
          .map(
            (kind) =>
              `${kind}: ERROR: <input>:1:32: undefined field 'other'\n` +
              ' | variables.replicas == variables.other\n' +
              ' | ...............................^\n',
          )
          .join('\n'),
      },
    ]);
  });
});

describe('the kinds of a policy', () => {
  const kinds = async (match: MatchResources): Promise<readonly string[]> =>
    (
      await kindsToCheck(match, async ({ group, version, resource }) =>
        resource === 'unknown' ? undefined : { group, version, kind: resource.toUpperCase() },
      )
    ).map(kindText);
  const rule = (apiGroups: string[], resources: string[], apiVersions = ['v1']) => ({
    apiGroups,
    apiVersions,
    resources,
  });

  it('are those of named resources, sorted', async () => {
    const resourceRules = [rule(['b', ''], ['y', 'x', 'x/status', 'unknown', '*']), rule([''], ['x'], ['v2', 'v1'])];
    assert.deepEqual(await kinds({ resourceRules }), [
      '/v1, Kind=X',
      '/v1, Kind=Y',
      '/v2, Kind=X',
      'b/v1, Kind=X',
      'b/v1, Kind=Y',
    ]);
  });

  it('are none for wildcards', async () => {
    const resourceRules = [rule(['*'], ['x']), rule([''], ['x'], ['*']), rule([''], ['*/*'])];
    assert.deepEqual(await kinds({ resourceRules }), []);
  });

  it('end at a limit', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `x${String(index).padStart(2, '0')}`);
    const found = await kinds({ resourceRules: [rule([''], many), rule(['a'], ['x'])] });
    assert.deepEqual([found.length, found.at(-1)], [10, '/v1, Kind=X09']);
  });
});
