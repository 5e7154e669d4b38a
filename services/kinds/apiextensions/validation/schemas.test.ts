import assert from 'node:assert/strict';
import { problems, version, widgets, withProperty } from '../definitions.test.helper.js';

const ROOT = 'spec.validation.openAPIV3Schema';
const P = `${ROOT}.properties[p]`;
const STRING = { type: 'string' };
const list = (items: object | undefined, others: object = {}) => ({
  type: 'array',
  ...(items && { items }),
  ...others,
});
const map = (keys: readonly string[], items: object, others: object = {}) =>
  list(items, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys, ...others });

describe("validation of a property's schema", () => {
  const cases: readonly (readonly [schema: object, errors: readonly string[]])[] = [
    [STRING, []],
    [{}, [`${P}.type: Required value: must not be empty for specified object fields`]],
    [list({}), [`${P}.items.type: Required value: must not be empty for specified array items`]],
    [list(undefined), [`${P}.items: Required value: must be specified`]],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, []],
    [
      { type: 'bogus' },
      [
        `${P}.type: Unsupported value: "bogus": supported values: "array", "boolean", "integer", "number", "object", "string"`,
      ],
    ],
    [
      { type: 'null' },
      [
        `${P}.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"`,
        `${P}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
      ],
    ],
    [{ ...STRING, id: 'x' }, [`${P}.id: Forbidden: id is not supported`]],
    [{ ...STRING, $ref: '#/x' }, [`${P}.$ref: Forbidden: $ref is not supported`]],
    [{ ...STRING, $schema: 'x' }, [`${ROOT}: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`]],
    [
      { ...STRING, definitions: { a: { uniqueItems: true } } },
      [
        `${P}.definitions: Forbidden: definitions is not supported`,
        `${P}.definitions[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
      ],
    ],
    [{ ...STRING, dependencies: { a: ['b'] } }, [`${P}.dependencies: Forbidden: dependencies is not supported`]],
    [
      { ...STRING, patternProperties: { a: STRING } },
      [`${P}.patternProperties: Forbidden: patternProperties is not supported`],
    ],
    [list(STRING, { additionalItems: false }), [`${P}.additionalItems: Forbidden: additionalItems is not supported`]],
    [{ type: 'array', items: [STRING] }, [`${P}.items: Forbidden: items must be a schema object and not an array`]],
    [
      { type: 'object', properties: { a: STRING }, additionalProperties: STRING },
      [`${P}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`],
    ],
    [{ type: 'object', properties: { a: STRING }, additionalProperties: true }, []],
    [
      { ...STRING, 'x-kubernetes-preserve-unknown-fields': false },
      [`${P}.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined`],
    ],
    [
      { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      [
        `${P}.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true`,
      ],
    ],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, STRING] }, []],
    [{ 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [{ type: 'integer' }, STRING] }, { pattern: 'x' }] }, []],
    [
      { 'x-kubernetes-int-or-string': true, anyOf: [STRING, { type: 'integer' }] },
      [
        `${P}.anyOf[0].type: Forbidden: must be empty to be structural`,
        `${P}.anyOf[1].type: Forbidden: must be empty to be structural`,
      ],
    ],
    [
      { ...STRING, pattern: '(' },
      [
        `${P}.pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``,
      ],
    ],
    [
      {
        ...STRING,
        not: {
          default: 'x',
          title: 't',
          description: 'd',
          nullable: true,
          additionalProperties: true,
          'x-kubernetes-map-type': 'atomic',
          'x-kubernetes-list-type': 'set',
          'x-kubernetes-validations': [{ rule: 'true' }],
        },
      },
      [
        `${P}.not.additionalProperties: Forbidden: must be undefined to be structural`,
        `${P}.not.default: Forbidden: must be undefined to be structural`,
        `${P}.not.description: Forbidden: must be empty to be structural`,
        `${P}.not.nullable: Forbidden: must be false to be structural`,
        `${P}.not.title: Forbidden: must be empty to be structural`,
        `${P}.not.x-kubernetes-list-type: Forbidden: must be undefined to be structural`,
        `${P}.not.x-kubernetes-map-type: Forbidden: must be undefined to be structural`,
        `${P}.not.x-kubernetes-validations: Forbidden: must be empty to be structural`,
        `${P}.not.type: Required value: must be object if x-kubernetes-map-type is specified`,
        `${P}.not.type: Required value: must be array if x-kubernetes-list-type is specified`,
      ],
    ],
    [
      { type: 'object', oneOf: [{ properties: { metadata: {} } }] },
      [`${P}.oneOf[0].properties[metadata]: Forbidden: must not be specified in a nested context`],
    ],
    [
      { 'x-kubernetes-embedded-resource': true },
      [
        `${P}.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields`,
        `${P}.type: Required value: must be object if x-kubernetes-embedded-resource is true`,
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: {
          kind: { type: 'integer' },
          metadata: {
            type: 'object',
            properties: {
              x: {
                type: 'object',
                'x-kubernetes-embedded-resource': true,
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
        },
      },
      [
        `${P}.properties[kind].type: Invalid value: "integer": must be string`,
        `${P}.properties[metadata].properties[x].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta`,
      ],
    ],
    [
      { ...STRING, 'x-kubernetes-list-type': 'set' },
      [`${P}.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified`],
    ],
    [
      list(STRING, { 'x-kubernetes-list-type': 'bag' }),
      [`${P}.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"`],
    ],
    [
      { type: 'object', 'x-kubernetes-map-type': 'bag' },
      [`${P}.x-kubernetes-map-type: Unsupported value: "bag": supported values: "atomic", "granular"`],
    ],
    [
      list({ type: 'object' }, { 'x-kubernetes-list-type': 'set' }),
      [
        `${P}.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set`,
      ],
    ],
    [list({ type: 'object', 'x-kubernetes-map-type': 'atomic' }, { 'x-kubernetes-list-type': 'set' }), []],
    [
      list({ ...STRING, nullable: true }, { 'x-kubernetes-list-type': 'set' }),
      [`${P}.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set`],
    ],
    [
      list(STRING, { 'x-kubernetes-list-map-keys': ['a'] }),
      [`${P}.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty`],
    ],
    [
      map([], { type: 'object' }),
      [`${P}.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`],
    ],
    [
      map(['a'], STRING),
      [`${P}.items.type: Invalid value: "string": must be object if parent array's x-kubernetes-list-type is map`],
    ],
    [
      map(['a', 'a', 'z'], { type: 'object', properties: { a: { type: 'object', nullable: true } } }),
      [
        `${P}.items.properties[a].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
        `${P}.items.properties[a].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
        `${P}.x-kubernetes-list-map-keys: Invalid value: ["a","a","z"]: must not contain duplicate entries`,
        `${P}.x-kubernetes-list-map-keys: Invalid value: ["a","a","z"]: entries must all be names of item properties`,
        `${P}.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
        `${P}.items.properties[a].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable`,
        `${P}.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
        `${P}.items.properties[a].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable`,
      ],
    ],
    [map(['a'], { type: 'object', required: ['a'], properties: { a: STRING } }), []],
  ];
  for (const [schema, errors] of cases) {
    it(JSON.stringify(schema), () => assert.deepEqual(problems(withProperty(schema)), errors));
  }
});

describe('validation of the root schema', () => {
  const cases: readonly (readonly [schema: object, errors: readonly string[]])[] = [
    [{}, [`${ROOT}.type: Required value: must not be empty at the root`]],
    [{ type: 'string' }, [`${ROOT}.type: Invalid value: "string": must be object at the root`]],
    [{ type: 'object', nullable: true }, [`${ROOT}.nullable: Forbidden: nullable cannot be true at the root`]],
    [
      { type: 'object', additionalProperties: STRING },
      [`${ROOT}.additionalProperties: Forbidden: must not be used at the root`],
    ],
    [
      { type: 'object', properties: { apiVersion: { type: 'integer' } } },
      [`${ROOT}.properties[apiVersion].type: Invalid value: "integer": must be string`],
    ],
    [
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } },
      },
      [],
    ],
    [
      { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      [
        `${ROOT}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
      ],
    ],
    [
      { type: 'object', properties: { metadata: { type: 'object', default: {} } } },
      [`${ROOT}.properties[metadata].default: Forbidden: must not be set in top-level metadata`],
    ],
    [
      {
        type: 'object',
        allOf: [{ properties: { a: { properties: { b: {} } }, c: { items: {} } } }],
        properties: { a: { type: 'object' }, c: { type: 'array', items: STRING } },
      },
      [
        `${ROOT}.properties[a].properties[b]: Required value: because it is defined in ${ROOT}.allOf[0].properties[a].properties[b]`,
      ],
    ],
    [{ type: 'object', properties: { p: { type: 'object', allOf: [{ properties: { b: {} } }] } } }, []],
  ];
  for (const [schema, errors] of cases) {
    it(JSON.stringify(schema), () => assert.deepEqual(problems(widgets({ versions: [version(schema)] })), errors));
  }

  it('is stricter with the status subresource', () => {
    const within = (schema: object) =>
      problems(widgets({ versions: [version(schema, { subresources: { status: {} } })] }));
    assert.deepEqual(within({ type: 'object', description: 'd', properties: { status: { type: 'object' } } }), []);
    const [error, ...others] = within({ type: 'object', maxProperties: 3 });
    assert.deepEqual(others, []);
    assert.match(
      error ?? '',
      /^spec\.validation\.openAPIV3Schema: Invalid value: \{"ID":"","Schema":"",.*"MaxProperties":3,.*\}: only \[Description Type Format .* XValidations\] fields are allowed at the root of the schema if the status subresource is enabled$/,
    );
  });
});

describe('validation of rules without CEL', () => {
  const at = `${P}.x-kubernetes-validations[0]`;
  const cases: readonly (readonly [rule: object, errors: readonly string[]])[] = [
    [{ rule: 'true' }, []],
    [{ rule: ' ' }, [`${at}.rule: Required value: rule is not specified`]],
    [{ rule: 'true', message: ' ' }, [`${at}.message: Invalid value: " ": must be non-empty if specified`]],
    [{ rule: 'true', message: 'a\nb' }, [`${at}.message: Invalid value: "a\\nb": must not contain line breaks`]],
    [
      { rule: 'true\n&& true' },
      [`${at}.message: Required value: message must be specified if rule contains line breaks`],
    ],
    [
      { rule: 'true', messageExpression: ' ' },
      [`${at}.messageExpression: Required value: messageExpression must be non-empty if specified`],
    ],
    [
      { rule: 'true', reason: 'x' },
      [
        `${at}.reason: Unsupported value: "x": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
      ],
    ],
    [{ rule: 'true', fieldPath: ".a['b.c']" }, []],
    [{ rule: 'true', fieldPath: ".m['x'].y" }, []],
    [{ rule: 'true', fieldPath: '.z' }, [`${at}.fieldPath: Invalid value: ".z": must be a valid path`]],
    [{ rule: 'true', fieldPath: ".a['b.c'" }, [`${at}.fieldPath: Invalid value: ".a['b.c'": must be a valid path`]],
    [
      { rule: 'true', fieldPath: ' ' },
      [
        `${at}.fieldPath: Invalid value: " ": must be non-empty if specified`,
        `${at}.fieldPath: Invalid value: " ": must be a valid path`,
      ],
    ],
  ];
  for (const [rule, errors] of cases) {
    it(JSON.stringify(rule), () => {
      const schema = {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { 'b.c': STRING } },
          m: { type: 'object', additionalProperties: { type: 'object', properties: { y: STRING } } },
        },
        'x-kubernetes-validations': [rule],
      };
      assert.deepEqual(problems(withProperty(schema)), errors);
    });
  }

  it('is the only check of a non-structural schema', () => {
    const asked: string[] = [];
    const rules = {
      checkRules: (_schema: object, path: string) => {
        asked.push(path);
        return [{ reason: 'FieldValueInvalid' as const, field: path, message: 'from CEL' }];
      },
    };
    const within = (schema: object) =>
      problems(withProperty({ ...schema, 'x-kubernetes-validations': [{ rule: 'true' }] }), undefined, rules);
    assert.equal(within({}).length, 1);
    assert.deepEqual(asked, []);
    assert.deepEqual(within(STRING), [`${ROOT}: from CEL`]);
    assert.deepEqual(asked, [ROOT]);
  });

  it('reports which schemas are valid', () => {
    const sound: boolean[] = [];
    const definition = withProperty({
      type: 'object',
      properties: { good: STRING, bad: { ...STRING, uniqueItems: true } },
    });
    problems(definition, undefined, {
      checkRules(schema, _path, { isSound }) {
        const p = schema.properties?.['p'] ?? {};
        const { good = {}, bad = {} } = p.properties ?? {};
        sound.push(isSound(schema), isSound(p), isSound(good), isSound(bad));
        return [];
      },
    });
    assert.deepEqual(sound, [false, false, true, false]);
  });
});
