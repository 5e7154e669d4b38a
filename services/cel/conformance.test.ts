import assert from 'node:assert/strict';
import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { plan } from './evaluate/plan.js';
import { Run, UNHURRIED } from './evaluate/run.js';
import { createLibrary } from './library/library.js';
import { parse } from './syntax/parser.js';
import { SyntaxProblem } from './syntax/problem.js';
import { check } from './types/checker.js';
import { readType } from './types/signature.js';
import { DYN, listOf, mapOf, optionalOf, type Type } from './types/type.js';
import { equal } from './values/equal.js';
import { typeName } from './values/kind.js';
import { ArrayList } from './values/list.js';
import { EntryMap, keyId, type KeyId } from './values/map.js';
import { parseDuration, parseTimestamp } from './values/time.js';
import { CelError, Duration, Timestamp, TypeValue, Uint, type Value } from './values/value.js';

/** Suites or test name prefixes that do not apply, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  bindings_ext: 'Kubernetes does not have the extension',
  block_ext: 'an extension for optimisers that Kubernetes does not have',
  encoders_ext: 'Kubernetes does not have the extension',
  'fields/quoted_map_fields': 'Kubernetes does not enable quoted names',
  'fields/qualified_identifier_resolution': 'variables of Kubernetes have no dots in their names',
  math_ext: 'Kubernetes does not have the extension',
  'timestamps/duration_converters/get_milliseconds': 'Kubernetes counts all milliseconds of a duration',
  'namespace/qualified': 'variables of Kubernetes have no dots in their names',
  'string_ext/format/NaN support for decimal': 'Kubernetes has version 2 of the extension',
  'string_ext/format/default precision for scientific notation': 'Kubernetes has version 2 of the extension',
  'string_ext/format/dyntype': 'Kubernetes has version 2 of the extension',
  'string_ext/format/list support': 'Kubernetes has version 2 of the extension',
  'string_ext/format/map support': 'Kubernetes has version 2 of the extension',
  'string_ext/format/negative infinity': 'Kubernetes has version 2 of the extension',
  'string_ext/format/positive infinity': 'Kubernetes has version 2 of the extension',
  'string_ext/format/scientific': 'Kubernetes has version 2 of the extension',
  'string_ext/value_errors/indexof_out_of_range': 'Kubernetes has version 2 of the extension',
  'string_ext/value_errors/lastindexof_out_of_range': 'Kubernetes has version 2 of the extension',
};
const NO_MESSAGES = 'needs messages of protobuf, which custom resources do not have';
/** Number of cases that run, and that do not, by reason. */
const APPLIED = 1255;
const SKIPPED: Readonly<Record<string, number>> = {
  'Kubernetes checks the types of every expression': 136,
  'Kubernetes counts all milliseconds of a duration': 1,
  'Kubernetes does not enable quoted names': 6,
  'Kubernetes does not have the extension': 208,
  'Kubernetes has version 2 of the extension': 29,
  'an extension for optimisers that Kubernetes does not have': 37,
  'is about the type of an expression, which rules do not show': 25,
  'names of Kubernetes are in no container': 498,
  [NO_MESSAGES]: 138,
  'variables of Kubernetes have no dots in their names': 11,
};
/** Tests that need protobuf messages, which custom resources do not have. */
const PROTOBUF = /TestAllTypes|google\.protobuf|NestedEnum|GlobalEnum|proto\.|\.expr\.conformance/;

interface Json {
  readonly [name: string]: unknown;
}

interface Test {
  readonly original: Json & { readonly name?: string; readonly expr: string };
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly Test[];
}

/** The data contain a value that only protobuf has. */
class NotSupported extends Error {}

const library = createLibrary();

describe('CEL conformance tests', () => {
  let applied = 0;
  const skipped = new Map<string, number>();
  const used = new Set<string>();
  const define = ({ name, suites = [], tests: cases = [] }: Suite, path: string): void => {
    for (const { original } of cases) {
      const title = `${path}${name}/${original.name ?? original.expr}`;
      const exception = Object.keys(EXCEPTIONS).find((name) => title.startsWith(name));
      if (exception !== undefined) used.add(exception);
      const reason = exception === undefined ? reasonNotToRun(original) : EXCEPTIONS[exception];
      if (reason === undefined) {
        applied += 1;
        it(title, () => run(original));
      } else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    }
    for (const suite of suites) define(suite, `${path}${name}/`);
  };
  for (const suite of (tests as unknown as Suite).suites ?? []) define(suite, '');

  it('run, except for cases with a documented reason', () => {
    assert.equal(applied, APPLIED);
    assert.deepEqual(Object.fromEntries(skipped), SKIPPED);
    assert.deepEqual([...used].sort(), Object.keys(EXCEPTIONS).sort());
  });
});

/** Undefined for a case that applies. */
function reasonNotToRun(original: Test['original']): string | undefined {
  if (original['disableCheck'] === true) return 'Kubernetes checks the types of every expression';
  if (original['checkOnly'] === true) return 'is about the type of an expression, which rules do not show';
  if (original['container'] !== undefined) return 'names of Kubernetes are in no container';
  const text = `${original.expr} ${JSON.stringify(original['typeEnv'] ?? [])}`;
  return PROTOBUF.test(text) || needsMessages(original) ? NO_MESSAGES : undefined;
}

/** Whether the variables or the result can only be expressed in protobuf. */
function needsMessages(original: Test['original']): boolean {
  try {
    readVariables(original);
    if (original['evalError'] === undefined) expectedValue(original);
    return false;
  } catch (error) {
    if (error instanceof NotSupported) return true;
    throw error;
  }
}

function run(original: Test['original']): void {
  const outcome = evaluate(original);
  if (original['evalError'] !== undefined) assert.ok(outcome instanceof CelError, `got ${show(outcome)}`);
  else compare(outcome, expectedValue(original));
}

function expectedValue({ value, typedResult }: Json): Value {
  const result = (typedResult as Json | undefined)?.['result'] ?? value;
  return result === undefined ? true : valueOf(result as Json);
}

function compare(outcome: Value, expected: Value): void {
  if (Number.isNaN(outcome) && Number.isNaN(expected)) return;
  assert.equal(typeName(outcome), typeName(expected), show(outcome));
  assert.ok(equal(outcome, expected, new Run(UNHURRIED)), `got ${show(outcome)}, expected ${show(expected)}`);
}

interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly value: Value;
}

function readVariables({ typeEnv = [], bindings = {} }: Json): Variable[] {
  return (typeEnv as readonly Json[]).map(({ name, ident }) => {
    const given = (bindings as Readonly<Record<string, Json | undefined>>)[String(name)]?.['value'];
    return {
      name: String(name),
      type: typeOf((ident as Json | undefined)?.['type'] as Json | undefined),
      value: given === undefined ? new CelError('the variable has no value') : valueOf(given as Json),
    };
  });
}

function evaluate(original: Json): Value {
  const variables = readVariables(original);
  const types = new Map(variables.map(({ name, type }) => [name, type]));
  let checked;
  try {
    checked = check(parse(String(original['expr'])), types, library);
  } catch (error) {
    if (error instanceof SyntaxProblem) return new CelError(error.message);
    throw error;
  }
  const [problem] = checked.problems;
  if (problem !== undefined) return new CelError(problem.message);
  const program = plan(checked, { names: [...types.keys()] });
  return program.step(
    new Run(
      UNHURRIED,
      variables.map(({ value }) => value),
    ),
  );
}

function valueOf(json: Json): Value {
  const [[kind, value] = ['', undefined]] = Object.entries(json);
  switch (kind) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return value as boolean | string;
    case 'doubleValue':
      return Number(value);
    case 'int64Value':
      return BigInt(String(value));
    case 'uint64Value':
      return new Uint(BigInt(String(value)));
    case 'bytesValue':
      return Buffer.from(String(value), 'base64');
    case 'typeValue':
      return new TypeValue(String(value));
    case 'listValue':
      return new ArrayList((((value as Json)['values'] ?? []) as Json[]).map(valueOf));
    case 'mapValue':
      return mapValue(((value as Json)['entries'] ?? []) as Json[]);
    case 'objectValue':
      return messageValue(value as Json);
    default:
      throw new NotSupported(kind);
  }
}

function mapValue(entries: readonly Json[]): Value {
  const found = new Map<KeyId, { readonly key: Value; readonly value: Value }>();
  for (const entry of entries) {
    const key = valueOf(entry['key'] as Json);
    found.set(keyId(key) ?? '', { key, value: valueOf(entry['value'] as Json) });
  }
  return new EntryMap(found);
}

function messageValue({ '@type': type, value }: Json): Value {
  if (String(type).endsWith('google.protobuf.Duration')) return new Duration(parseDuration(String(value)) ?? 0n);
  if (String(type).endsWith('google.protobuf.Timestamp')) return new Timestamp(parseTimestamp(String(value)) ?? 0n);
  throw new NotSupported(String(type));
}

function typeOf(json: Json | undefined): Type {
  const [[kind, value] = ['', undefined]] = Object.entries(json ?? {});
  const inner = value as Json;
  switch (kind) {
    case 'dyn':
      return DYN;
    case 'null':
      return readType('null');
    case 'primitive':
      return readType(String(value).toLowerCase().replace('64', ''));
    case 'wellKnown':
      return readType(String(value).toLowerCase());
    case 'listType':
      return listOf(typeOf(inner['elemType'] as Json));
    case 'mapType':
      return mapOf(typeOf(inner['keyType'] as Json), typeOf(inner['valueType'] as Json));
    case 'abstractType':
      return optionalOf(typeOf((inner['parameterTypes'] as Json[])[0]));
    default:
      throw new NotSupported(kind);
  }
}

function show(value: Value): string {
  return `${typeName(value)} ${JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))}`;
}
