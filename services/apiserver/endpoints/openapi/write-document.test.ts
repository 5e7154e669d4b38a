import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import { exampleDefinitions } from '../discovery/ask.test.helper.js';
import { digestOf } from '../discovery/entity-tag.js';
import { servedGroups, type ServedGroup } from '../discovery/groups.js';
import { apiDescriber } from './describe-api.js';
import { documentWriter, type OpenApiDocuments } from './documents.js';

const FORMS = ['v2Json', 'v2Protobuf', 'v3Index'] as const;

describe('OpenAPI documents of a changing API', () => {
  const a = customKind('A', 'a');
  const b = customKind('B', 'b');
  const changed = customKind('A', 'c');
  const states: readonly (readonly ResourceDefinition[])[] = [[], [a], [a, b], [changed, b], [b], [b, a], []];

  function followed(): (kinds: readonly ResourceDefinition[]) => OpenApiDocuments {
    const describeApi = apiDescriber(createDomain());
    const write = documentWriter('1.2.3');
    let groups: readonly ServedGroup[] = [];
    return (kinds) => {
      groups = servedGroups([...exampleDefinitions, ...kinds], groups);
      return write(describeApi(groups));
    };
  }

  for (const form of FORMS) {
    it(`equal in each state those of a fresh server: ${form}`, async () => {
      const follow = followed();
      for (const kinds of states) {
        const [kept, fresh] = [await follow(kinds)[form](), await followed()(kinds)[form]()];
        assert.equal(Buffer.compare(kept.bytes, fresh.bytes), 0);
        assert.equal(kept.digest, digestOf(kept.bytes));
        assert.equal(kept.digest, fresh.digest);
      }
    });

    it(`do not mix when several states are written concurrently: ${form}`, async () => {
      const follow = followed();
      const all = await Promise.all(states.map((kinds) => follow(kinds)[form]()));
      for (const [index, kinds] of states.entries()) {
        assert.equal(all[index]?.digest, (await followed()(kinds)[form]()).digest);
      }
    });
  }

  it('read the schemas of unchanged kinds only once', async () => {
    let reads = 0;
    const counted = customKind('A', 'a', () => reads++);
    const follow = followed();
    await follow([counted]).v2Json();
    const before = reads;
    await follow([counted, b]).v2Json();
    assert.equal(reads, before);
    assert.ok(before > 0);
  });

  it('are rebuilt after a failure', async () => {
    let isBroken = true;
    const broken = customKind('A', 'a', () => {
      if (isBroken) throw new Error('cannot be read');
    });
    const { v2Json } = followed()([broken]);
    await assert.rejects(v2Json(), /cannot be read/);
    isBroken = false;
    assert.match(Buffer.from((await v2Json()).bytes).toString(), /io\.example\.A/);
  });
});

/** A kind whose objects have one field. `onRead` is called when its schema is read. */
function customKind(kind: string, field: string, onRead: () => void = () => undefined): ResourceDefinition {
  const schema: CustomSchema = {
    type: 'custom',
    name: `io.example.${kind}`,
    get source() {
      onRead();
      return { type: 'object', properties: { [field]: { type: 'string', maxLength: 5 } } };
    },
    compilePattern: () => () => true,
  };
  const definition = widgets('v1 alone');
  const [version] = definition.versions;
  const resource = `${kind.toLowerCase()}s`;
  return { ...definition, kind, resource, versions: [{ ...version, schema }] };
}
