import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import assert from 'node:assert/strict';
import { anyJson } from '@pilothouse/apimachinery/json/arbitrary.test.helper.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { arbitraryFor } from '@pilothouse/apimachinery/schema/arbitrary.test.helper.js';
import {
  customResourceDefinitionSchema,
  type CustomResourceDefinition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import * as fc from 'fast-check';
import { definitionOf, problems, version, widgets, withProperty } from '../definitions.test.helper.js';
import { compilePattern } from '../patterns.js';
import { validateDefinition, validateStatus } from './definition.js';

const ROOT = 'spec.validation.openAPIV3Schema';
const P = `${ROOT}.properties[p]`;
const STRING = { type: 'string' };
const ESTABLISHED = { status: { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1'] } };

describe('an update of a definition', () => {
  const names = (plural: string, kind: string) => ({ names: { plural, kind, listKind: 'L', singular: 's' } });

  it('cannot change group and plural, nor scope and kind once established', () => {
    const changed = { ...names('others', 'Other'), scope: 'Cluster', group: 'other.com' };
    const fixed = [
      'spec.group: Invalid value: "other.com": field is immutable',
      'spec.names.plural: Invalid value: "others": field is immutable',
    ];
    const old = names('widgets', 'Widget');
    assert.deepEqual(problems(widgets(changed), widgets(old)), fixed);
    assert.deepEqual(problems(widgets(changed, ESTABLISHED), widgets(old, ESTABLISHED)), [
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'spec.names.kind: Invalid value: "Other": field is immutable',
      ...fixed,
    ]);
  });

  it('ratchets: accepts errors that the stored definition has too', () => {
    const typed = (type: string) => withProperty({ type });
    const set = (description: string) =>
      withProperty({ type: 'array', 'x-kubernetes-list-type': 'set', description, items: { type: 'object' } });
    const keys = (description: string) =>
      withProperty({
        type: 'array',
        description,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: STRING } },
      });
    const pairs = [
      [typed('x'), typed('y')],
      [set('x'), set('y')],
      [keys('x'), keys('y')],
    ] as const;
    for (const [definition, old] of pairs) {
      assert.equal(problems(definition, withProperty(STRING)).length, 1);
      assert.deepEqual(problems(definition, old), []);
    }
  });

  it('requires a schema for each version, or for each served version if the stored definition lacks one', () => {
    const without = (served: boolean) =>
      widgets({ versions: [version({ type: 'object' }), { name: 'v2', served, storage: false }] });
    const path = 'spec.versions[1].schema.openAPIV3Schema';
    assert.deepEqual(problems(without(false), widgets()), [`${path}: Required value`]);
    assert.deepEqual(problems(without(false), without(true)), []);
    assert.deepEqual(problems(without(true), without(false)), [
      `${path}: Required value: because otherwise all fields are pruned`,
    ]);
  });

  it('accepts non-structural schemas with preserveUnknownFields', () => {
    const preserving = (schema: object) =>
      widgets({ preserveUnknownFields: true, versions: [version({ type: 'object', properties: { p: schema } })] });
    assert.deepEqual(problems(preserving({ description: 'a' }), preserving({})), []);
    assert.deepEqual(problems(preserving({}), preserving(STRING)), [
      `${P}.type: Required value: must not be empty for specified object fields`,
    ]);
    assert.deepEqual(problems(preserving({ default: 1 }), preserving({})), [
      'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
      `${P}.type: Required value: must not be empty for specified object fields`,
    ]);
    const pruned = withProperty({});
    assert.deepEqual(problems(pruned, preserving({})), [
      `${P}.type: Required value: must not be empty for specified object fields`,
    ]);
  });

  it('passes the stored definition to the rule checks', () => {
    const rule = { rule: 'self == oldSelf', messageExpression: "'x'" };
    const withRule = (description: string) =>
      withProperty({ ...STRING, description, 'x-kubernetes-validations': [rule] });
    const told: unknown[] = [];
    const rules = {
      checkRules(
        _schema: object,
        _path: string,
        options: { suppressExpressionCost: boolean; storedExpressions: ReadonlySet<string> },
      ) {
        told.push([options.suppressExpressionCost, [...options.storedExpressions]]);
        return [];
      },
    };
    problems(withRule('a'), undefined, rules);
    problems(withRule('a'), withRule('b'), rules);
    problems(withRule('a'), withRule('a'), rules);
    const stored = [rule.rule, rule.messageExpression];
    assert.deepEqual(told, [
      [false, []],
      [false, stored],
      [true, stored],
    ]);
  });
});

describe('validation of a status', () => {
  it('requires names in the right form', () => {
    const status = { acceptedNames: { plural: 'A', kind: 'B' }, storedVersions: ['v1'] };
    const [error, ...others] = validateStatus(widgets({}, { status }));
    assert.equal(error?.field, 'status.acceptedNames.plural');
    assert.deepEqual(others, []);
  });
});

const SOME_MEMBERS = [
  'type',
  'items',
  'properties',
  'additionalProperties',
  'allOf',
  'anyOf',
  'not',
  'default',
  'enum',
  'pattern',
  'nullable',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
];

describe('the validation of a definition', () => {
  it('never throws', () => {
    const any = arbitraryFor(customResourceDefinitionSchema, { valid: false, defaults: true });
    const definitions = any.map((value) => definitionOf(value));
    fc.assert(
      fc.property(definitions, definitions, (definition, old) => {
        runWithoutYielding(validateDefinition(definition, undefined, { compilePattern }));
        runWithoutYielding(validateDefinition(definition, old, { compilePattern }));
      }),
      { numRuns: 100 },
    );
  });

  it('never throws for schemas with arbitrary values', () => {
    const keys = fc.constantFrom(...SOME_MEMBERS);
    const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        anyJson(),
        fc.constantFrom<JsonValue>('object', 'array', 'string', 'map', true, ['a'], '('),
        fc.dictionary(keys, tie('schema')),
        fc.dictionary(fc.constantFrom('metadata', 'kind', 'a'), tie('schema')),
        fc.array(tie('schema'), { maxLength: 2 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keys, schema), (openAPIV3Schema) => {
        let definition: CustomResourceDefinition;
        try {
          definition = widgets({ versions: [version(JSON.parse(JSON.stringify(openAPIV3Schema)) as object)] });
        } catch {
          return; // Values have a wrong type.
        }
        runWithoutYielding(validateDefinition(definition, undefined, { compilePattern }));
      }),
      { numRuns: 100 },
    );
  });

  it('accepts schemas as deep as documents can be', () => {
    const nested = (levels: number, wrap: (inner: object) => object) =>
      Array.from({ length: levels }).reduce<object>((inner) => wrap(inner), STRING);
    const wraps: readonly ((inner: object) => object)[] = [
      (items) => ({ type: 'array', items }),
      (not) => ({ not }),
      (inner) => ({ anyOf: [inner] }),
      (inner) => ({ type: 'object', properties: { a: inner }, default: {} }),
      (inner) => ({ type: 'object', additionalProperties: inner }),
    ];
    for (const wrap of wraps) assert.ok(problems(withProperty(nested(400, wrap))).length <= 1_000);
  });

  it('visits each schema a fixed number of times', () => {
    // Each visit of a schema reads its type.
    const looks = (levels: number): number => {
      let count = 0;
      const wrap = (inner: object): object => ({ type: 'object', properties: { a: inner }, default: {} });
      const definition = withProperty(Array.from({ length: levels }).reduce<object>(wrap, STRING));
      const seen = new Set<object>();
      let schema = definition.spec.versions[0]?.schema?.openAPIV3Schema;
      while (schema !== undefined && !seen.has(schema)) {
        seen.add(schema);
        const { type } = schema;
        Object.defineProperty(schema, 'type', { enumerable: true, get: () => ((count += 1), type) });
        schema = Object.values(schema.properties ?? {})[0];
      }
      problems(definition);
      return count;
    };
    assert.ok(looks(200) < 2.1 * looks(100));
  });

  it('limits the number of reported errors', () => {
    const properties = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`p${index}`, {}]));
    assert.equal(problems(withProperty({ type: 'object', properties })).length, 1_000);
    const long = { type: 'object', properties: { ['x'.repeat(200_000)]: { type: 'object', properties } } };
    assert.ok(problems(withProperty(long)).length < 10);
  });

  it('refuses patterns that are too large, alone or together', () => {
    const pattern = (text: string) => ({ ...STRING, pattern: text });
    const tooLarge = "must be a valid regular expression, but isn't: error parsing regexp: expression too large";
    assert.deepEqual(problems(withProperty(pattern('(?:[a-z]{1,63}\\.){0,3}'))), []);
    const [error] = problems(withProperty(pattern('(x{1000}){1000}')));
    assert.equal(error, `${P}.pattern: Invalid value: "(x{1000}){1000}": ${tooLarge}`);
    const many = Array.from({ length: 200 }, (_, index) => [`p${index}`, pattern(`a{1000}${index}`)]);
    const errors = problems(withProperty({ type: 'object', properties: Object.fromEntries(many) }));
    assert.ok(errors.length > 50 && errors.every((each) => each.endsWith(tooLarge)));
    const same = Array.from({ length: 200 }, (_, index) => [`p${index}`, pattern('a{1000}')]);
    assert.deepEqual(problems(withProperty({ type: 'object', properties: Object.fromEntries(same) })), []);
  });

  it('refuses defaults that take too many comparisons with schemas', () => {
    const schema = {
      type: 'array',
      default: Array.from({ length: 1_000 }, () => 'a'),
      items: { ...STRING, anyOf: Array.from({ length: 1_000 }, (_, index) => ({ minLength: index + 2 })) },
    };
    assert.deepEqual(problems(withProperty(schema)), [
      `${P}.default: Forbidden: checking the defaults takes more than 100000 comparisons of a value with a schema`,
    ]);
  });

  it('keeps names such as __proto__', () => {
    const { value } = parseJson('{"type":"object","properties":{"__proto__":{"type":"string","pattern":"("}}}');
    const definition = widgets({});
    const [first] = definition.spec.versions;
    assert.ok(first !== undefined);
    first.schema = { openAPIV3Schema: value as object };
    assert.match(problems(definition).join(), /properties\[__proto__\]\.pattern: Invalid value/);
  });
});
