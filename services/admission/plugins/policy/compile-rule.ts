import {
  fieldPath,
  invalid,
  keyPath,
  duplicate,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { celCompiler, type Compile, type Program } from '@pilothouse/cel/compile.js';
import type { PolicyRule } from './rule.js';

/** The expressions of a rule, ready to be evaluated. */
export interface RulePrograms {
  readonly expression: Program;
  readonly message: Program | undefined;
  /** By the names of the rule's variables, in order. */
  readonly variables: ReadonlyMap<string, Program>;
}

/** The fields of `request`, named as in Kubernetes' policies. */
const REQUEST_FIELDS = [
  'uid',
  'kind',
  'resource',
  'subResource',
  'name',
  'namespace',
  'operation',
  'userInfo',
  'dryRun',
  'options',
] as const;

const VARIABLES = new Set(['object', 'oldObject', 'request', 'variables']);
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** What is wrong with the expressions of a rule that stands at `path`. */
export function ruleExpressionErrors(rule: PolicyRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  compileAll(rule, celCompiler(), path, errors);
  return errors;
}

/** Throws for a rule in which something is wrong. */
export function compileRule(rule: PolicyRule, compile: Compile): RulePrograms {
  const programs = compileAll(rule, compile, rule.name, []);
  if (programs === undefined) throw new TypeError(`the rule ${rule.name} has not been checked`);
  return programs;
}

function compileAll(rule: PolicyRule, compile: Compile, path: string, errors: FieldError[]): RulePrograms | undefined {
  const variables = new Map<string, Program>();
  const compiled = (text: string, at: string): Program | undefined => {
    const fields = new Map([
      ['variables', new Set(variables.keys())],
      ['request', new Set<string>(REQUEST_FIELDS)],
    ]);
    const result = compile(text, { variables: VARIABLES, fields });
    if (result.ok) return result.program;
    for (const problem of result.problems) errors.push(invalid(at, text, problem));
    return undefined;
  };
  (rule.variables ?? []).forEach(({ name, expression }, index) => {
    const at = keyPath(fieldPath(path, 'variables'), index);
    if (variables.has(name)) errors.push(duplicate(fieldPath(at, 'name'), name));
    if (!IDENTIFIER.test(name)) errors.push(invalid(fieldPath(at, 'name'), name, 'must be an identifier of CEL'));
    const program = compiled(expression, fieldPath(at, 'expression'));
    variables.set(name, program ?? (() => null));
  });
  const expression = compiled(rule.expression, fieldPath(path, 'expression'));
  const { messageExpression } = rule;
  const message =
    messageExpression === undefined ? undefined : compiled(messageExpression, fieldPath(path, 'messageExpression'));
  return errors.length === 0 && expression !== undefined ? { expression, message, variables } : undefined;
}
