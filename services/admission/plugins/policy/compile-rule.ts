import {
  fieldPath,
  invalid,
  keyPath,
  duplicate,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { Program } from '@pilothouse/cel/evaluate/program.js';
import { compileExpression } from '@pilothouse/cel/expression.js';
import type { Library } from '@pilothouse/cel/library/library.js';
import { plainText } from '@pilothouse/cel/syntax/problem.js';
import { BOOL, DYN, STRING, typeText, type Type } from '@pilothouse/cel/types/type.js';
import type { PolicyRule } from './rule.js';

/** Compiled expressions of a rule. Their values are those of `variableTypes`, in that order. */
export interface RulePrograms {
  readonly expression: Program;
  readonly message: Program | undefined;
  /** By variable name, in the order of the rule. */
  readonly variables: ReadonlyMap<string, Program>;
}

/** The fields of `request`, as in ValidatingAdmissionPolicy. */
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

const REQUEST = objectType('request', new Map(REQUEST_FIELDS.map((name) => [name, DYN])));
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Errors of the expressions of a rule. `path` is the path of the rule. */
export function ruleExpressionErrors(rule: PolicyRule, path: string, library: Library): FieldError[] {
  const errors: FieldError[] = [];
  compileAll(rule, library, path, errors);
  return errors;
}

/** Compiles a checked rule. Throws a TypeError for a rule with errors. */
export function compileRule(rule: PolicyRule, library: Library): RulePrograms {
  const programs = compileAll(rule, library, rule.name, []);
  if (programs === undefined) throw new TypeError(`the rule ${rule.name} has not been checked`);
  return programs;
}

function compileAll(rule: PolicyRule, library: Library, path: string, errors: FieldError[]): RulePrograms | undefined {
  const variables = new Map<string, Program>();
  const types = new Map<string, Type>();
  /** `expected` is the required type; undefined for any. */
  const compiled = (text: string, at: string, expected?: Type): Typed | undefined => {
    const result = compileExpression(text, variableTypes(types), library);
    if (!result.ok) {
      for (const problem of result.problems) errors.push(invalid(at, text, plainText(text, problem)));
      return undefined;
    }
    const { type } = result.checked;
    if (expected === undefined || type.kind === expected.kind || type.kind === 'dyn')
      return { type, program: result.program };
    errors.push(invalid(at, text, `must evaluate to ${typeText(expected)} but got ${typeText(type)}`));
    return undefined;
  };
  (rule.variables ?? []).forEach(({ name, expression }, index) => {
    const at = keyPath(fieldPath(path, 'variables'), index);
    if (types.has(name)) errors.push(duplicate(fieldPath(at, 'name'), name));
    if (!IDENTIFIER.test(name)) errors.push(invalid(fieldPath(at, 'name'), name, 'must be a CEL identifier'));
    const found = compiled(expression, fieldPath(at, 'expression'));
    types.set(name, found?.type ?? DYN);
    if (found !== undefined) variables.set(name, found.program);
  });
  const expression = compiled(rule.expression, fieldPath(path, 'expression'), BOOL);
  const { messageExpression } = rule;
  const message =
    messageExpression === undefined
      ? undefined
      : compiled(messageExpression, fieldPath(path, 'messageExpression'), STRING);
  if (errors.length > 0 || expression === undefined) return undefined;
  return { expression: expression.program, message: message?.program, variables };
}

interface Typed {
  readonly type: Type;
  readonly program: Program;
}

/** The variables of an expression, in the order of a program's values. `types` are the rule's earlier variables. */
function variableTypes(types: ReadonlyMap<string, Type>): ReadonlyMap<string, Type> {
  return new Map([
    ['object', DYN],
    ['oldObject', DYN],
    ['request', REQUEST],
    ['variables', objectType('variables', new Map(types))],
  ]);
}

function objectType(name: string, fields: ReadonlyMap<string, Type>): Type {
  return { kind: 'object', name, fields };
}
