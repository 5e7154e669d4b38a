import assert from 'node:assert/strict';
import { serviceModules } from './services.js';
import { ProtoError, type ProtoFile } from './source.js';

/** Line 5 is the first line of `body`. */
const zoo = (body: string): ProtoFile => ({
  path: 'services/zoo_keeper.proto',
  text: `syntax = "proto3";

package zoo.v1;

${body}`,
});

/** The part of the module after its descriptor. */
function typesOf(body: string): string {
  const [module] = serviceModules([zoo(body)]);
  assert.ok(module);
  assert.equal(module.path, 'zoo-keeper.ts');
  return module.text.slice(module.text.indexOf('\n};\n') + '\n};\n'.length).trim();
}

describe('scripts/generate for services', () => {
  it('generates a contract from a service', () => {
    const [module, ...others] = serviceModules([
      zoo(`// Feeds
// them.
service ZooKeeper {
  // Gives food.
  rpc FeedAll(Animal) returns (Animal);
}

message Animal {
  string pet_name = 1;
}
`),
      { path: 'zoo/v1/zoo.proto', text: '' },
    ]);
    assert.deepEqual(others, []);
    assert.equal(
      module?.text,
      `// Generated from proto/services/zoo_keeper.proto by \`npm run generate\`. Do not edit.
import type { Contract, Descriptor } from '../contract.js';

const descriptor: Descriptor = {
  "nested": {
    "zoo": {
      "nested": {
        "v1": {
          "nested": {
            "ZooKeeper": {
              "methods": {
                "FeedAll": {
                  "requestType": "Animal",
                  "responseType": "Animal"
                }
              }
            },
            "Animal": {
              "fields": {
                "pet_name": {
                  "type": "string",
                  "id": 1
                }
              }
            }
          }
        }
      }
    }
  }
};

/** Feeds them. */
export interface ZooKeeper {
  /** Gives food. */
  readonly feedAll: { readonly request: Animal; readonly response: Animal };
}

export const zooKeeper: Contract<ZooKeeper> = { name: 'zoo.v1.ZooKeeper', descriptor };

export interface Animal {
  readonly petName: string;
}
`,
    );
  });

  const fields: readonly (readonly [field: string, type: string])[] = [
    ['string a = 1;', 'a: string'],
    ['bool a = 1;', 'a: boolean'],
    ['bytes a_b_c = 1;', 'aBC: Uint8Array'],
    ['int32 a = 1;', 'a: number'],
    ['double a = 1;', 'a: number'],
    ['Plant a = 1;', 'a: Plant | null'],
    ['repeated Plant a = 1;', 'a: readonly Plant[]'],
    ['map<string, Plant> a = 1;', 'a: { readonly [key: string]: Plant }'],
    ['map<string, bytes> a = 1;', 'a: { readonly [key: string]: Uint8Array }'],
    ['Mood a = 1;', 'a: Mood | number'],
    ['repeated Mood a = 1;', 'a: readonly (Mood | number)[]'],
    ['optional string a = 1;', 'a?: string'],
    ['optional Plant a = 1;', 'a?: Plant'],
    ['oneof either {\n    string a = 1;\n  }', 'a?: string'],
    ['google.protobuf.Timestamp a = 1;', 'a: Timestamp | null'],
  ];
  for (const [field, type] of fields) {
    it(`makes "${type}" of "${field.replaceAll(/\s+/g, ' ')}"`, () => {
      const text = typesOf(`import "google/protobuf/timestamp.proto";
message Animal {
  ${field}
}
message Plant {}
enum Mood {
  GOOD = 0;
  BAD = 1;
}`);
      assert.equal(
        text.replace(/^(.*\n)*(?=export interface Animal)/, ''),
        `export interface Animal {\n  readonly ${type};\n}\n\nexport interface Plant {\n}\n\nexport type Mood = 'GOOD' | 'BAD';`,
      );
    });
  }

  const mistakes: readonly (readonly [body: string, line: number, text: string])[] = [
    ['message Animal {\n  int64 a = 1;\n}', 6, 'type int64 is not one that contracts use'],
    ['message Animal {\n  Plant a = 1;\n}', 1, 'no such Type or Enum'],
    ['message Animal {\n  message Leg {}\n}', 5, 'Animal holds a type: declare it beside'],
    ['message Animal {\n  string a = 1;\n  string b = 1;\n}', 7, 'Animal.b has the number 1 of Animal.a'],
    ['import "zoo/v1/zoo.proto";', 1, 'a contract cannot import zoo/v1/zoo.proto'],
    [
      'import "google/protobuf/any.proto";\nmessage Animal {\n  google.protobuf.Any a = 1;\n}',
      7,
      'type google.protobuf.Any is not one that contracts use',
    ],
    ['message Animal {}\nservice Zoo {\n  rpc See(Animal) returns (stream Animal);\n}', 1, 'Zoo.See is a stream'],
    ['message {', 5, "illegal type name '{'"],
  ];
  for (const [body, line, text] of mistakes) {
    it(`rejects: ${text}`, () => {
      assert.throws(
        () => serviceModules([zoo(body)]),
        (error) => {
          assert.ok(error instanceof ProtoError, String(error));
          assert.ok(error.message.startsWith(`proto/services/zoo_keeper.proto:${line}: ${text}`), error.message);
          return true;
        },
      );
    });
  }
});
