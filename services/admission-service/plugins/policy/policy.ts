import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject, type LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import { createBudget, LimitError, type Budget, type Limits } from '@pilothouse/cel/evaluate/budget.js';
import type { Program } from '@pilothouse/cel/evaluate/plan.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { jsonValue, lazyMap } from '@pilothouse/cel/values/json.js';
import { isError, type Value } from '@pilothouse/cel/values/value.js';
import type { AdmissionRule, Review } from '@pilothouse/runtime/admission-api/service.js';
import { compileRule, type RulePrograms } from './compile-rule.js';
import { isInside, matchesRule } from './match.js';
import type { PolicyDocument, PolicyRule, RuleAction } from './rule.js';

/** The rules of a file, ready to be asked. */
export interface Policy {
  readonly rules: readonly AdmissionRule[];
  /** What the rules have against a write, in their order. */
  readonly findings: (review: Review) => readonly Finding[];
}

export interface Finding {
  /** The name of the rule. */
  readonly rule: string;
  readonly action: RuleAction;
  readonly message: string;
}

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly wanted: AdmissionRule;
  readonly selector: LabelSelector | undefined;
  readonly programs: RulePrograms;
}

/** The document must have been checked. `now` is a clock in milliseconds that only goes forward. */
export function createPolicy({ rules }: PolicyDocument, limits: Limits, now: () => number): Policy {
  const library = createLibrary();
  const compiled = rules.map((rule): CompiledRule => {
    const { operations, apiGroups: groups, apiVersions: versions = ['*'], resources, objectSelector } = rule.match;
    const selector = objectSelector && selectorFromObject(objectSelector, 'objectSelector');
    return {
      rule,
      wanted: { operations, groups, versions, resources },
      selector: selector?.ok === true ? selector.selector : undefined,
      programs: compileRule(rule, library),
    };
  });
  return {
    rules: compiled.map(({ wanted }) => wanted),
    findings(review) {
      const budget = createBudget(limits, now);
      let given: Given | undefined;
      return compiled.flatMap(({ rule, wanted, selector, programs }): Finding[] => {
        if (!matchesRule(wanted, review) || !isInside(rule.match, review) || !isSelected(selector, review)) return [];
        given ??= givenTo(review);
        const message = complaint(rule, programs, evaluator(programs, given, budget));
        return message === undefined ? [] : [{ rule: rule.name, action: rule.action ?? 'deny', message }];
      });
    },
  };
}

function isSelected(selector: LabelSelector | undefined, { object, old }: Review): boolean {
  return selector === undefined || [object, old].some((each) => each !== undefined && selector.matches(labelsOf(each)));
}

function labelsOf({ metadata }: JsonObject): Readonly<Record<string, string>> {
  return (metadata as { readonly labels?: Readonly<Record<string, string>> } | undefined)?.labels ?? {};
}

/** Evaluates an expression of a rule. An error is a value. Throws a LimitError. */
type Evaluate = (program: Program) => Value;

function evaluator({ variables }: RulePrograms, given: Given, budget: Budget): Evaluate {
  const evaluate: Evaluate = (program) => budget.evaluate(program, [...given, own]);
  const own = lazyMap([...variables.keys()], (name) => {
    const program = variables.get(name);
    return program === undefined ? null : evaluate(program);
  });
  return evaluate;
}

/** What is wrong; undefined where all is well. */
function complaint(
  { message, failurePolicy = 'Fail', expression }: PolicyRule,
  programs: RulePrograms,
  evaluate: Evaluate,
): string | undefined {
  const result = outcome(programs.expression, evaluate);
  if (typeof result === 'object') {
    return failurePolicy === 'Ignore' ? undefined : `the expression has no value: ${result.problem}`;
  }
  if (result) return undefined;
  const byDefault = message ?? `failed expression: ${expression.trim()}`;
  return programs.message === undefined ? byDefault : (messageIn(programs.message, evaluate) ?? byDefault);
}

/** Whether an expression holds, or why it has no such value. */
function outcome(program: Program, evaluate: Evaluate): boolean | { readonly problem: string } {
  try {
    const value = evaluate(program);
    if (typeof value === 'boolean') return value;
    return { problem: isError(value) ? value.message : 'it is neither true nor false' };
  } catch (error) {
    if (error instanceof LimitError) return { problem: error.message };
    throw error;
  }
}

/** The values of `object`, `oldObject` and `request`. */
type Given = readonly [object: Value, oldObject: Value, request: Value];

function givenTo({
  object,
  old,
  user,
  subresource,
  operation,
  uid,
  name,
  namespace,
  dryRun,
  ...review
}: Review): Given {
  const extra = newObject();
  for (const [key, values] of user.extra) extra[key] = [...values];
  const request: JsonObject = {
    uid,
    operation,
    name,
    namespace,
    dryRun,
    subResource: subresource,
    options: review.options,
    kind: { ...review.kind },
    resource: { ...review.resource },
    userInfo: { username: user.name, uid: user.uid, groups: [...user.groups], extra },
  };
  return [jsonValue(object ?? null), jsonValue(old ?? null), jsonValue(request)];
}

/** UTF-8 bytes of a message that an expression has made, as in Kubernetes: what it is made of can be as long as an object. */
const LONGEST_MESSAGE = 5 * 1024;

/** One line of text; undefined where the expression makes anything else. */
function messageIn(program: Program, evaluate: Evaluate): string | undefined {
  try {
    const made = evaluate(program);
    const text = typeof made === 'string' ? made.trim() : '';
    const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= LONGEST_MESSAGE;
    return isUsable ? text : undefined;
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}
