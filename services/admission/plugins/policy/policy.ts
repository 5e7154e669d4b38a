import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject, type LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import { createBudget, LimitError, type Budget, type Limits } from '@pilothouse/cel/evaluate/budget.js';
import type { Program } from '@pilothouse/cel/evaluate/program.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { jsonValue, lazyMap } from '@pilothouse/cel/values/json.js';
import { isError, type Value } from '@pilothouse/cel/values/value.js';
import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { matchesOne } from '../../matching/rules.js';
import { compileRule, type RulePrograms } from './compile-rule.js';
import { matchesNamespace } from './match.js';
import type { PolicyDocument, PolicyRule, RuleAction } from './rule.js';

/** The compiled rules of a file. */
export interface Policy {
  readonly rules: readonly AdmissionRule[];
  /** Violations of a write, in the order of the rules. */
  readonly findings: (attributes: AdmissionAttributes) => readonly Finding[];
}

export interface Finding {
  /** The name of the rule. */
  readonly rule: string;
  readonly action: RuleAction;
  readonly message: string;
}

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly admissionRule: AdmissionRule;
  readonly selector: LabelSelector | undefined;
  readonly programs: RulePrograms;
}

export interface PolicyEnvironment {
  /** Starts a monotonic clock in milliseconds, for one write. */
  readonly startClock: () => () => number;
  readonly uuid: () => string;
}

/** Compiles a checked document. */
export function createPolicy(
  { rules }: PolicyDocument,
  limits: Limits,
  { startClock, uuid }: PolicyEnvironment,
): Policy {
  const library = createLibrary();
  const compiled = rules.map((rule): CompiledRule => {
    const { operations, apiGroups: groups, apiVersions: versions = ['*'], resources, objectSelector } = rule.match;
    const selector = objectSelector && selectorFromObject(objectSelector, 'objectSelector');
    return {
      rule,
      admissionRule: { operations, groups, versions, resources },
      selector: selector?.ok === true ? selector.selector : undefined,
      programs: compileRule(rule, library),
    };
  });
  return {
    rules: compiled.map(({ admissionRule }) => admissionRule),
    findings(attributes) {
      const budget = createBudget(limits, startClock());
      let activation: Activation | undefined;
      return compiled.flatMap(({ rule, admissionRule, selector, programs }): Finding[] => {
        if (
          !matchesOne([admissionRule], attributes) ||
          !matchesNamespace(rule.match, attributes) ||
          !isSelected(selector, attributes)
        )
          return [];
        activation ??= activationOf(attributes, uuid);
        const message = violation(rule, programs, evaluator(programs, activation, budget));
        return message === undefined ? [] : [{ rule: rule.name, action: rule.action ?? 'deny', message }];
      });
    },
  };
}

function isSelected(selector: LabelSelector | undefined, { object, old }: AdmissionAttributes): boolean {
  return selector === undefined || [object, old].some((each) => each !== undefined && selector.matches(labelsOf(each)));
}

function labelsOf({ metadata }: JsonObject): Readonly<Record<string, string>> {
  return (metadata as { readonly labels?: Readonly<Record<string, string>> } | undefined)?.labels ?? {};
}

/** Evaluates an expression of a rule. An error is a value. Throws a LimitError. */
type Evaluate = (program: Program) => Value;

function evaluator({ variables }: RulePrograms, activation: Activation, budget: Budget): Evaluate {
  const evaluate: Evaluate = (program) => budget.evaluate(program, [...activation, own]);
  const own = lazyMap([...variables.keys()], (name) => {
    const program = variables.get(name);
    return program === undefined ? null : evaluate(program);
  });
  return evaluate;
}

/** The message of the violated rule; undefined if the rule holds. */
function violation(
  { message, failurePolicy = 'Fail', expression }: PolicyRule,
  programs: RulePrograms,
  evaluate: Evaluate,
): string | undefined {
  const result = outcome(programs.expression, evaluate);
  if (typeof result === 'object') {
    return failurePolicy === 'Ignore' ? undefined : `the expression failed: ${result.problem}`;
  }
  if (result) return undefined;
  const byDefault = message ?? `failed expression: ${expression.trim()}`;
  return programs.message === undefined ? byDefault : (messageIn(programs.message, evaluate) ?? byDefault);
}

/** The boolean value of an expression, or why it has none. */
function outcome(program: Program, evaluate: Evaluate): boolean | { readonly problem: string } {
  try {
    const value = evaluate(program);
    if (typeof value === 'boolean') return value;
    return { problem: isError(value) ? value.message : 'the value is not a boolean' };
  } catch (error) {
    if (error instanceof LimitError) return { problem: error.message };
    throw error;
  }
}

/** The values of the CEL variables. */
type Activation = readonly [object: Value, oldObject: Value, request: Value];

function activationOf(attributes: AdmissionAttributes, uuid: () => string): Activation {
  const { object, old, user, subresource, operation, name, namespace, dryRun, kind, resource } = attributes;
  const extra = newObject();
  for (const [key, values] of user.extra) extra[key] = [...values];
  const request: JsonObject = {
    uid: uuid(),
    operation,
    name,
    namespace,
    dryRun,
    subResource: subresource,
    options: attributes.options(),
    kind: { ...kind },
    resource: { ...resource },
    userInfo: { username: user.name, uid: user.uid, groups: [...user.groups], extra },
  };
  return [jsonValue(object ?? null), jsonValue(old ?? null), jsonValue(request)];
}

/** UTF-8 bytes of the value of a `messageExpression`, as in Kubernetes. */
const MAX_MESSAGE_BYTES = 5 * 1024;

/** The value of a `messageExpression`; undefined unless it is a single line of text within the limit. */
function messageIn(program: Program, evaluate: Evaluate): string | undefined {
  try {
    const made = evaluate(program);
    const text = typeof made === 'string' ? made.trim() : '';
    const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES;
    return isUsable ? text : undefined;
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}
