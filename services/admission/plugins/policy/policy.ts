import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject, type LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import { celCompiler } from '@pilothouse/cel/compile.js';
import { createMeter, type Limits, type Meter } from '@pilothouse/cel/meter.js';
import { celValue, lazyMap, type Value } from '@pilothouse/cel/values.js';
import type { AdmissionRule, Review } from '@pilothouse/runtime/admission/service.js';
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
  const compile = celCompiler();
  const compiled = rules.map((rule): CompiledRule => {
    const { operations, apiGroups: groups, apiVersions: versions = ['*'], resources, objectSelector } = rule.match;
    const selector = objectSelector && selectorFromObject(objectSelector, 'objectSelector');
    return {
      rule,
      wanted: { operations, groups, versions, resources },
      selector: selector?.ok === true ? selector.selector : undefined,
      programs: compileRule(rule, compile),
    };
  });
  return {
    rules: compiled.map(({ wanted }) => wanted),
    findings(review) {
      const meter = createMeter(limits, now);
      let given: Given | undefined;
      return compiled.flatMap(({ rule, wanted, selector, programs }): Finding[] => {
        if (!matchesRule(wanted, review) || !isInside(rule.match, review) || !isSelected(selector, review)) return [];
        given ??= givenTo(review);
        const message = complaint(rule, programs, given, meter);
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

/** What is wrong; undefined where all is well. */
function complaint(
  { message, failurePolicy = 'Fail', expression }: PolicyRule,
  programs: RulePrograms,
  given: Given,
  meter: Meter,
): string | undefined {
  const variables = { ...given, variables: variablesOf(programs, given, meter) };
  try {
    const result = programs.expression(variables, meter);
    if (typeof result !== 'boolean') throw new Error('it is neither true nor false');
    if (result) return undefined;
  } catch (error) {
    if (failurePolicy === 'Ignore') return undefined;
    return `the expression has no value: ${messageOf(error)}`;
  }
  const byDefault = message ?? `failed expression: ${expression.trim()}`;
  if (programs.message === undefined) return byDefault;
  try {
    return messageIn(programs.message(variables, meter)) ?? byDefault;
  } catch {
    return byDefault;
  }
}

function variablesOf({ variables }: RulePrograms, given: Given, meter: Meter): Value {
  const all: Value = lazyMap([...variables.keys()], (name) => {
    const value = variables.get(name)?.({ ...given, variables: all }, meter);
    return value as Value;
  });
  return all;
}

type Given = { readonly [Name in 'object' | 'oldObject' | 'request']: Value };

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
  return { object: valueOf(object), oldObject: valueOf(old), request: celValue(request) };
}

function valueOf(object: JsonValue | undefined): Value {
  return celValue(object ?? null);
}

/** UTF-8 bytes of a message that an expression has made, as in Kubernetes: what it is made of can be as long as an object. */
const LONGEST_MESSAGE = 5 * 1024;

/** One line of text; undefined for anything else. */
function messageIn(made: unknown): string | undefined {
  const text = typeof made === 'string' ? made.trim() : '';
  const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= LONGEST_MESSAGE;
  return isUsable ? text : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
