import assert from 'node:assert/strict';
import { createEnvironment } from '@pilothouse/cel/admission/environment.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { createAccess } from './access.js';
import { Engine } from './engine.js';
import { compileMatchConditions, evaluateMatchConditions, type ConditionsResult } from './match-conditions.js';
import { WriteValues } from './write-values.js';
import { run } from '../waiting.js';

const library = createLibrary();
const user = { name: 'jane', uid: '', groups: [], extra: new Map() };
const pods = { group: '', version: 'v1', resource: 'pods' };
const kind = { group: '', version: 'v1', kind: 'Pod' };
const values = new WriteValues(
  {
    operation: 'CREATE',
    resource: pods,
    kind,
    requestResource: pods,
    requestKind: kind,
    subresource: '',
    namespace: 'default',
    name: 'web',
    user,
    dryRun: false,
    options: () => ({}),
    object: { metadata: { name: 'web' }, list: Array.from({ length: 1000 }, (_, index) => index) },
    old: undefined,
  },
  createAccess({ authorize: () => ({ type: 'allow', reason: '' }) }, user),
);

async function outcome(expressions: readonly string[], failurePolicy = 'Fail'): Promise<string> {
  const environment = createEnvironment({ library, hasParams: false, hasVariables: false });
  const conditions = runWithoutYielding(
    compileMatchConditions(
      expressions.map((expression, index) => ({ name: `c${index}`, expression })),
      environment,
    ),
  );
  const input = { values, params: undefined, variables: [], engine: new Engine(() => undefined) };
  return summary(await run(evaluateMatchConditions(conditions, input, failurePolicy)));
}

function summary(result: ConditionsResult): string {
  if (result.type === 'skipped') return `skipped by ${result.condition ?? 'the failure policy'}`;
  return result.type === 'failed' ? `failed: ${result.message}` : result.type;
}

describe('match conditions', () => {
  const TRUE = 'object.metadata.name == "web" && namespaceObject == null';
  const FALSE = 'request.name == "other"';
  const FAILS = 'object.missing == 1';
  const PROBLEM = "expression 'object.missing == 1' resulted in error: no such key: missing";
  const COSTLY = 'object.list.all(y, object.list.all(z, z >= 0))';
  const BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
  const TABLE: readonly (readonly [readonly string[], string, string])[] = [
    [[], 'Fail', 'matches'],
    [[TRUE, TRUE], 'Fail', 'matches'],
    [[TRUE, FALSE], 'Fail', 'skipped by c1'],
    [[FAILS, FALSE], 'Fail', 'skipped by c1'],
    [[FALSE, FAILS], 'Fail', 'skipped by c0'],
    [[TRUE, FAILS], 'Fail', `failed: ${PROBLEM}`],
    [[FAILS, TRUE, FAILS], 'Fail', `failed: ${PROBLEM}`],
    [
      [FAILS, 'object.none == 1'],
      'Fail',
      `failed: [${PROBLEM}, expression 'object.none == 1' resulted in error: no such key: none]`,
    ],
    [[TRUE, FAILS], 'Ignore', 'skipped by the failure policy'],
    [[COSTLY, COSTLY, COSTLY, FALSE], 'Fail', `failed: ${BUDGET}`],
    [[COSTLY, COSTLY, COSTLY, FALSE], 'Ignore', 'skipped by the failure policy'],
    [['authorizer.requestResource.check("create").allowed()'], 'Fail', 'matches'],
  ];
  for (const [expressions, policy, expected] of TABLE) {
    it(`${JSON.stringify(expressions)} under ${policy}: ${expected}`, async () => {
      assert.equal(await outcome(expressions, policy), expected);
    });
  }
});
