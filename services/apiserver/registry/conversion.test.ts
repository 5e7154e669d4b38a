import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { arbitraryFor } from '@pilothouse/apimachinery/schema/arbitrary.test.helper.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import * as fc from 'fast-check';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { definitionIn } from './conversion.js';
import type { ResourceDefinition, StoredAs, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { storageVersionOf } from '@pilothouse/kinds/definition/versions.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';

const builtIn = builtInResources(createDomain());
const definitions: readonly ResourceDefinition[] = [
  ...builtIn,
  widgets('both, stored as v1'),
  widgets('both, stored as v2'),
  // Stored by another resource, in two versions.
  { ...widgets('both, stored as v2'), storedAs: homeOf(widgets('both, stored as v1')) },
];

/** The other form of widgets, as a separate resource would store them. */
function homeOf({ versions }: ResourceDefinition): StoredAs {
  const { conversion } = versions[0];
  assert.ok(conversion);
  return { group: 'old.example.io', resource: 'gadgets', kind: 'Gadget', version: 'v1', ...conversion };
}

const ANY = { valid: false, defaults: true };
const RUNS = { numRuns: 30 };

/** The schema of the stored form of a definition's objects. */
function storedSchema(definition: ResourceDefinition, { storedAs } = definition) {
  const home =
    storedAs && definitions.find(({ group, resource }) => group === storedAs.group && resource === storedAs.resource);
  const { versions } = storedAs?.resource === 'gadgets' ? widgets('v1 alone') : (home ?? definition);
  const name = storageVersionOf(home ?? definition);
  return (versions.find((version) => version.name === name) ?? versions[0]).schema;
}

describe('every version', () => {
  const each = (visit: (definition: ResourceDefinition, version: VersionDefinition, title: string) => void): void => {
    for (const definition of definitions) {
      for (const version of definition.versions) {
        const title = `${definition.kind} of ${groupVersion(definition.group, version.name)}, stored as ${definition.storedAs?.kind ?? storageVersionOf(definition)}`;
        visit(definition, version, title);
      }
    }
  };

  each((definition, version, title) => {
    const { storedAs } = definitionIn(definition, version);
    if (storedAs === undefined) return;
    if (version.conversion?.lossy === true) {
      it(`settles after a round trip: ${title}`, () => {
        const trip = (object: JsonObject): JsonObject => storedAs.fromStored(storedAs.toStored(object));
        const tripOfStored = (object: JsonObject): JsonObject => storedAs.toStored(storedAs.fromStored(object));
        const settles = (object: JsonObject, convert: (object: JsonObject) => JsonObject): void => {
          const before = writeJson(object);
          const once = convert(object);
          assert.equal(writeJson(convert(once)), writeJson(once));
          assert.equal(writeJson(object), before, 'the conversion changed its input');
        };
        const sent = fc.property(arbitraryFor(structOf(version.schema), ANY), (object) => settles(object, trip));
        const stored = arbitraryFor(structOf(storedSchema(definition)), ANY);
        fc.assert(sent, RUNS);
        fc.assert(
          fc.property(stored, (object) => settles(object, tripOfStored)),
          RUNS,
        );
      });
      return;
    }
    it(`survives a round trip through the stored form: ${title}`, () => {
      fc.assert(
        fc.property(arbitraryFor(structOf(version.schema), ANY), (object) => {
          const before = writeJson(object);
          assert.equal(writeJson(storedAs.fromStored(storedAs.toStored(object))), before);
          assert.equal(writeJson(object), before, 'the conversion changed its input');
        }),
        RUNS,
      );
    });

    it(`survives a round trip from the stored form: ${title}`, () => {
      fc.assert(
        fc.property(arbitraryFor(structOf(storedSchema(definition)), ANY), (object) => {
          const before = writeJson(object);
          assert.equal(writeJson(storedAs.toStored(storedAs.fromStored(object))), before);
          assert.equal(writeJson(object), before, 'the conversion changed its input');
        }),
        RUNS,
      );
    });
  });

  each((definition, version, title) => {
    const storage = definition.versions.find(({ name }) => name === storageVersionOf(definition));
    assert.ok(storage, title);
    if (version === storage || version.conversion !== undefined) return;
    it(`has the schema of the storage version, or a conversion: ${title}`, () => {
      const decode = [compileDecoder(structOf(storage.schema)), compileDecoder(structOf(version.schema))] as const;
      const pairs = [
        [structOf(version.schema), decode[0]],
        [structOf(storage.schema), decode[1]],
      ] as const;
      for (const [schema, other] of pairs) {
        fc.assert(
          fc.property(arbitraryFor(schema, ANY), (object) => {
            const before = writeJson(object);
            const { value, unknown } = other(object);
            assert.deepEqual([writeJson(value), unknown], [before, []]);
          }),
          RUNS,
        );
      }
    });
  });

  it('has a storage version without a conversion', () => {
    for (const definition of definitions) {
      const storage = definition.versions.find(({ name }) => name === storageVersionOf(definition));
      assert.ok(storage !== undefined && storage.conversion === undefined, definition.resource);
    }
  });

  each(({ strategy, subresources }, { schema, conversion }, title) => {
    if (conversion === undefined) return;
    it(`declares existing fields as reset fields: ${title}`, () => {
      const names = new Set(structOf(schema).fields.map(({ name }) => `f:${name}`));
      const parts = Object.values(subresources).map((each) => (each.type === 'part' ? each.resetFields : undefined));
      for (const set of [strategy.resetFields, ...parts]) {
        for (const element of set?.children.keys() ?? []) assert.ok(names.has(element), element);
      }
    });
  });
});
