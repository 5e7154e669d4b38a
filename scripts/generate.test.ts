import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { emitPackage } from './generate/emit.js';
import { loadPackages } from './generate/load.js';
import { resourceTable, withResources } from './generate/resources.js';
import { ProtoError, type ProtoFile } from './generate/source.js';
import { readText } from './house/sources.js';

const options: ProtoFile = {
  path: 'pilothouse/options.proto',
  text: readText('proto/pilothouse/options.proto'),
};

/** Line 7 is the first line of `body`. */
function zoo(body: string): ProtoFile[] {
  const text = `syntax = "proto3";

package zoo.v1;

option (pilothouse.openapi_package) = "io.example.zoo.v1";

${body}`;
  return [options, { path: 'zoo/v1/zoo.proto', text }];
}

function message(...fields: string[]): string {
  return ['// An animal.', 'message Animal {', ...fields.flatMap((field) => ['  // A field.', `  ${field}`]), '}'].join(
    '\n',
  );
}

describe('scripts/generate', () => {
  it('generates a type and a Schema from a message', () => {
    const [model] = loadPackages(
      zoo(`// An animal
// of the zoo.
message Animal {
  option (pilothouse.type) = {kind: true, atomic: true};

  // Its name.
  string name = 2 [(pilothouse.field) = {required: true, always: true, max_length: 10}];

  // How many legs it has.
  optional int64 legs = 1;

  // Where it has been.
  map<string, bytes> places = 3 [(pilothouse.field) = {key_format: "dnsLabel"}];

  // Its young.
  repeated Animal young = 4 [(pilothouse.field) = {
    list_type: "map", list_map_keys: ["name"], patch_strategy: "merge", patch_merge_key: "name"
  }];

  // What it's like.
  string mood = 5 [(pilothouse.field) = {enum: ["Good", "Bad"], default: '"Good"', immutable: true}];
}
`),
    );
    assert.ok(model);
    assert.equal(model.path, 'zoo/v1');
    assert.equal(
      emitPackage(model),
      `// Generated from proto/zoo/v1/zoo.proto by \`npm run generate\`. Do not edit.
import { apiVersionField, bytes, int64, kindField, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';

/** An animal of the zoo. */
export type Animal = {
  kind?: string;
  apiVersion?: string;
  /** Its name. */
  name: string;
  /** How many legs it has. */
  legs?: Int64;
  /** Where it has been. */
  places?: { [key: string]: string };
  /** Its young. */
  young?: Animal[];
  /** What it's like. */
  mood?: string;
};

const animalName: Schema = { type: 'string', maxLength: 10 };

const animalPlaces: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'dnsLabel' };

const animalYoung: ListSchema = { type: 'list', items: () => animalSchema, listType: 'map', keys: ['name'] };

const animalMood: Schema = { type: 'string', enum: ['Good', 'Bad'] };

export const animalSchema: StructSchema = {
  type: 'struct',
  name: 'io.example.zoo.v1.Animal',
  description: 'An animal of the zoo.',
  atomic: true,
  fields: [
    kindField,
    apiVersionField,
    { name: 'name', number: 2, description: 'Its name.', schema: () => animalName, presence: 'always', required: true, immutable: false },
    { name: 'legs', number: 1, description: 'How many legs it has.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'places', number: 3, description: 'Where it has been.', schema: () => animalPlaces, presence: 'implicit', required: false, immutable: false },
    { name: 'young', number: 4, description: 'Its young.', schema: () => animalYoung, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'mood', number: 5, description: 'What it\\'s like.', schema: () => animalMood, presence: 'implicit', required: false, immutable: true, default: '"Good"' },
  ],
};
`,
    );
  });

  const rules = (text: string): string => `[(pilothouse.field) = {${text}}]`;
  const lists: readonly (readonly [rules: string, list: string])[] = [
    ['', "listType: 'atomic', keys: []"],
    ['patch_strategy: "merge", patch_merge_key: "b"', "listType: 'map', keys: ['b']"],
    ['patch_strategy: "merge"', "listType: 'set', keys: []"],
    ['patch_strategy: "merge", patch_merge_key: "b", list_type: "atomic"', "listType: 'atomic', keys: []"],
  ];
  for (const [text, list] of lists) {
    it(`makes {${list}} of a list with {${text}}`, () => {
      const [model] = loadPackages(zoo(message(`repeated Animal a = 1 ${rules(text)};`, 'string b = 2;')));
      assert.ok(model && emitPackage(model).includes(list));
    });
  }

  it('inlines the fields of a message into a type', () => {
    const animal = message('string name = 1;', `Legs legs = 2 ${rules('inline: true')};`);
    const [model] = loadPackages(zoo(`${animal}\n\n// Legs.\nmessage Legs {\n  // How many.\n  int32 count = 1;\n}`));
    assert.ok(model);
    const text = emitPackage(model);
    assert.match(
      text,
      /export type Animal = \{\n {2}\/\*\* A field\. \*\/\n {2}name\?: string;\n {2}\/\*\* How many\. \*\/\n {2}count\?: number;\n\}/,
    );
    assert.match(text, /\{ name: 'count', number: 1, inside: \[2\], description: 'How many\.'/);
  });

  const resource = (names: string, kind = 'true'): string =>
    `// An animal.\nmessage Animal {\n  option (pilothouse.type) = {kind: ${kind}};\n  option (pilothouse.resource) = {${names}};\n}`;

  it('generates the names of a resource', () => {
    const [model] = loadPackages(zoo(resource('plural: "animals", scope: "Namespaced", short_names: ["an"]')));
    assert.ok(model);
    const names = `{ resource: 'animals', singular: 'animal', kind: 'Animal', shortNames: ['an'], categories: [], scope: 'Namespaced' }`;
    assert.ok(emitPackage(model).endsWith(`\n\nexport const animalNames: ResourceNames = ${names};\n`));
  });

  const mistakes: readonly (readonly [body: string, line: number, text: string])[] = [
    [message('string a = 1;', 'string b = 1;'), 12, 'Animal.b has the number 1 of Animal.a'],
    [message('string a = 1;', 'string a = 2;'), 12, 'a is declared twice'],
    ['message Animal {}', 7, 'Animal has no comment'],
    ['// An animal.\nmessage Animal {\n  string a = 1;\n}', 9, 'a has no comment'],
    [
      '// An animal.\nmessage Animal {\n  // Inside.\n  message Inner {}\n}',
      8,
      'Animal holds a type: declare it beside',
    ],
    [message('Plant a = 1;'), 10, 'there is no type Plant'],
    [message(`string a = 1 ${rules('inline: true')};`), 10, 'only one message can be inlined'],
    [message(`repeated Animal a = 1 ${rules('inline: true')};`), 10, 'only one message can be inlined'],
    [
      `${message(`Legs a = 1 ${rules('inline: true, required: true')};`)}\n\n// Legs.\nmessage Legs {}`,
      10,
      'an inlined field has no rules: those of its fields count',
    ],
    [
      `${message('string a = 1;', `Legs b = 2 ${rules('inline: true')};`)}\n\n// Legs.\nmessage Legs {\n  // A.\n  string a = 1;\n}`,
      8,
      'a stands in it twice, once inlined',
    ],
    [message('float a = 1;'), 10, 'type float is not one that API types use'],
    [message('map<int32, string> a = 1;'), 10, 'the keys of a map must be strings'],
    [message('string a = 1 [deprecated = true];'), 10, 'unknown option deprecated'],
    [message(`string a = 1 ${rules('colour: "red"')};`), 10, 'unknown option colour in (pilothouse.field)'],
    [message(`string a = 1 ${rules('required: "yes"')};`), 10, 'option required must be of type bool, not "yes"'],
    [message(`string a = 1 ${rules('max_length: 1.5')};`), 10, 'option max_length must be of type int32, not 1.5'],
    [message(`string a = 1 ${rules('enum: "A"')};`), 10, 'option enum must be a list'],
    [
      message(`repeated string a = 1 ${rules('list_type: "bag"')};`),
      10,
      'option list_type must be one of atomic, set, map, not "bag"',
    ],
    [
      message(`repeated string a = 1 ${rules('list_type: "map"')};`),
      10,
      'list_type "map" and list_map_keys go together',
    ],
    [message(`repeated Animal a = 1 ${rules('list_type: "map", list_map_keys: ["b"]')};`), 10, 'items have no field b'],
    [message(`string a = 1 ${rules('list_type: "set"')};`), 10, 'option list_type is only for lists'],
    [message(`int32 a = 1 ${rules('enum: ["A"]')};`), 10, 'option enum is only for texts'],
    [message(`string a = 1 ${rules('minimum: 1')};`), 10, 'option minimum is only for whole numbers'],
    [message(`optional string a = 1 ${rules('always: true')};`), 10, 'an optional field cannot be written always'],
    [message(`string a = 1 ${rules('default: "A"')};`), 10, 'default A is not JSON'],
    [message(`int32 a = 1 ${rules('default: \'"A"\'')};`), 10, 'default "A" does not fit the type'],
    [message(`int32 a = 1 ${rules("default: '4294967296'")};`), 10, 'default 4294967296 does not fit the type'],
    [message(`string a = 1 ${rules('enum: ["A"], default: \'"B"\'')};`), 10, 'default "B" does not fit the type'],
    [message(`Animal a = 1 ${rules('default: \'{"b":1}\'')};`), 10, 'default {"b":1} does not fit the type'],
    [
      '// An animal.\nmessage Animal {\n  option (pilothouse.type) = {size: 1};\n}',
      8,
      'unknown option size in (pilothouse.type)',
    ],
    [resource('plural: "animals"'), 8, 'a resource must have a plural and a scope'],
    [resource('plural: "animals", scope: "World"'), 8, 'option scope must be one of Namespaced, Cluster, not "World"'],
    [resource('plural: "animals", scope: "Cluster"', 'false'), 8, 'only a kind can be a resource'],
    [message('string a 1;'), 10, "illegal token '1', '=' expected"],
  ];
  for (const [body, line, text] of mistakes) {
    it(`rejects: ${text}`, () => {
      assert.throws(
        () => loadPackages(zoo(body)),
        (error) => {
          assert.ok(error instanceof ProtoError, String(error));
          assert.equal(error.message, `proto/zoo/v1/zoo.proto:${line}: ${text}`);
          return true;
        },
      );
    });
  }

  it('rejects a package that is not named after its folder', () => {
    const file = { path: 'zoo/v2/zoo.proto', text: 'syntax = "proto3";\npackage zoo.v1;\n' };
    assert.throws(() => loadPackages([options, file]), {
      message: 'proto/zoo/v2/zoo.proto:1: the package must be zoo.v2, as the folder is',
    });
  });
});

describe('the table of resources', () => {
  const definition = builtInResources(createDomain()).find(({ kind }) => kind === 'ConfigMap');
  assert.ok(definition);

  it('has a row for each resource', () => {
    const { schema } = definition.versions[0];
    const text = resourceTable([
      {
        ...definition,
        group: 'zoo.example.com',
        versions: [
          { name: 'v1', schema },
          { name: 'v1beta1', schema, deprecated: { since: '1.24', removedIn: '1.27' } },
        ],
        kind: 'Animal',
        resource: 'animals',
        shortNames: ['an'],
        scope: 'Cluster',
        verbs: ['create'],
        subresources: { status: { type: 'part', verbs: ['get', 'patch'], prepareForUpdate: () => undefined } },
      },
      { ...definition, verbs: definition.verbs.filter((verb) => verb !== 'watch') },
    ]);
    assert.deepEqual(text.split('\n').slice(2), [
      '| `zoo.example.com/v1`, `zoo.example.com/v1beta1` (deprecated) | Animal | `animals`, `an` | cluster | create | `status` (get, patch) |',
      '| `v1` | ConfigMap | `configmaps`, `cm` | namespace | all but watch |  |',
      '',
    ]);
  });

  it('is inserted between its markers', () => {
    const text = withResources('a\n<!-- resources -->\nold\n<!-- /resources -->\nb\n');
    assert.match(text, /^a\n<!-- resources -->\n\n\| API \|[^]*\|\n\n<!-- \/resources -->\nb\n$/);
    assert.doesNotMatch(text, /old/);
    assert.equal(withResources(text), text);
    assert.throws(() => withResources('a'), /no line <!-- resources -->/);
  });
});
