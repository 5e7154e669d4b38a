import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import type { IntegerSchema, StringSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { documentReader, field, listOf, mapOf, struct } from '@pilothouse/runtime/files/document.js';
import { ruleExpressionErrors } from './compile-rule.js';
import type { PolicyDocument, RuleMatch } from './rule.js';

const oneOf = (...values: readonly string[]): StringSchema => ({ type: 'string', enum: values });
const version: IntegerSchema = { type: 'integer', format: 'int32', minimum: 1, maximum: 1 };

const EXPRESSION = struct('Expression', [
  field('key', text, 'required'),
  field('operator', text, 'required'),
  field('values', listOf(text), 'optional'),
]);

const SELECTOR = struct('LabelSelector', [
  field('matchLabels', mapOf(text), 'optional'),
  field('matchExpressions', listOf(EXPRESSION), 'optional'),
]);

const MATCH = struct('Match', [
  field('operations', listOf(oneOf('CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*')), 'required'),
  field('apiGroups', listOf(text), 'required'),
  field('apiVersions', listOf(text), 'optional'),
  field('resources', listOf(text), 'required'),
  field('namespaces', listOf(text), 'optional'),
  field('excludeNamespaces', listOf(text), 'optional'),
  field('objectSelector', SELECTOR, 'optional'),
]);

const VARIABLE = struct('Variable', [field('name', text, 'required'), field('expression', text, 'required')]);

const RULE = struct('Rule', [
  field('name', text, 'required'),
  field('match', MATCH, 'required'),
  field('variables', listOf(VARIABLE), 'optional'),
  field('expression', text, 'required'),
  field('message', text, 'optional'),
  field('messageExpression', text, 'optional'),
  field('action', oneOf('deny', 'warn', 'audit'), 'optional'),
  field('failurePolicy', oneOf('Fail', 'Ignore'), 'optional'),
]);

const POLICY = struct('Policy', [field('version', version, 'required'), field('rules', listOf(RULE), 'required')]);

/** Parses and validates the policy file and compiles its expressions. Errors are those of `documentReader`. */
export const readPolicy = documentReader<PolicyDocument & JsonObject>({
  schema: POLICY,
  check: documentErrors,
  parse: parseYaml,
});

function documentErrors({ rules }: PolicyDocument): FieldError[] {
  const names = new Set<string>();
  const library = createLibrary();
  return eachError(rules, (rule, index) => {
    const path = keyPath('rules', index);
    const isDuplicate = names.has(rule.name);
    names.add(rule.name);
    return [
      ...(isDuplicate ? [duplicate(fieldPath(path, 'name'), rule.name)] : []),
      ...invalidEach(fieldPath(path, 'name'), rule.name, qualifiedName(rule.name)),
      ...matchErrors(rule.match, fieldPath(path, 'match')),
      ...ruleExpressionErrors(rule, path, library),
    ];
  });
}

function matchErrors(match: RuleMatch, path: string): FieldError[] {
  return [
    ...(['operations', 'apiGroups', 'resources'] as const).flatMap((name) =>
      match[name].length === 0 ? [required(fieldPath(path, name), 'matches nothing')] : [],
    ),
    ...validateLabelSelector(match.objectSelector, fieldPath(path, 'objectSelector')),
  ];
}
