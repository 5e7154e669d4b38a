import { createEnvironment } from '@pilothouse/cel/admission/environment.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { createAccess } from '../expressions/access.js';
import { run } from '../expressions/evaluate.js';
import { lateTest } from '../expressions/late.js';
import {
  compileMatchConditions,
  evaluateMatchConditions,
  type ConditionsResult,
} from '../expressions/match-conditions.js';
import { writeValues, type ReviewedWrite, type WriteValues } from '../expressions/write-values.js';
import type { Webhook } from './webhook.js';

/** Evaluates the match conditions of a webhook. */
export type CheckConditions = (
  webhook: Webhook,
  reviewed: ReviewedWrite,
) => ConditionsResult | Promise<ConditionsResult>;

/** Creates a check that compiles the conditions of each webhook once. */
export function conditionsCheck(authorizer: Authorizer): CheckConditions {
  const environment = createEnvironment({ library: createLibrary(), hasParams: false, hasVariables: false });
  const compiled = keyed(({ spec: { matchConditions = [] } }: Webhook) =>
    runWithoutYielding(compileMatchConditions(matchConditions, environment)),
  );
  const valuesOf = keyed((reviewed: ReviewedWrite): WriteValues =>
    writeValues(reviewed, createAccess(authorizer, reviewed.user)),
  );
  return (webhook, reviewed) => {
    const input = { values: valuesOf(reviewed), params: undefined, variables: new Map(), lateTest };
    return run(evaluateMatchConditions(compiled(webhook), input, webhook.spec.failurePolicy ?? 'Fail'));
  };
}
