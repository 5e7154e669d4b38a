import { createEnvironment } from '@pilothouse/cel/admission/environment.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { createAccess } from '../expressions/access.js';
import { Engine } from '../expressions/engine.js';
import {
  compileMatchConditions,
  evaluateMatchConditions,
  MATCHES,
  type ConditionsResult,
} from '../expressions/match-conditions.js';
import { WriteValues, type ReviewedWrite } from '../expressions/write-values.js';
import type { Webhook } from './webhook.js';
import { run } from '../waiting.js';

/** Evaluates the match conditions of a webhook. */
export type CheckConditions = (
  webhook: Webhook,
  reviewed: ReviewedWrite,
) => ConditionsResult | Promise<ConditionsResult>;

const now = (): number => performance.now();

/** Creates a check that compiles the conditions of each webhook once. */
export function conditionsCheck(authorizer: Authorizer): CheckConditions {
  const environment = createEnvironment({ library: createLibrary(), hasParams: false, hasVariables: false });
  const compiled = keyed(({ spec: { matchConditions = [] } }: Webhook) =>
    runWithoutYielding(compileMatchConditions(matchConditions, environment)),
  );
  const valuesOf = keyed(
    (reviewed: ReviewedWrite) => new WriteValues(reviewed, createAccess(authorizer, reviewed.user)),
  );
  return (webhook, reviewed) => {
    const conditions = compiled(webhook);
    if (conditions.length === 0) return MATCHES;
    const engine = new Engine(createYielder(now, now()));
    const input = { values: valuesOf(reviewed), params: undefined, variables: [], engine };
    return run(evaluateMatchConditions(conditions, input, webhook.spec.failurePolicy ?? 'Fail'));
  };
}
