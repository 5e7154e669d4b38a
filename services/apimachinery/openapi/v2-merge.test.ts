import assert from 'node:assert/strict';
import type { JsonObject } from '../json/value.js';
import { runWithoutYielding } from '../steps/steps.js';
import { mergeParts, type MergedMember } from './v2-merge.js';
import { readPart, type OpenApiPart } from './v2-part.js';

const KINDS = 'x-kubernetes-group-version-kind';

interface Sections {
  readonly paths?: JsonObject;
  readonly definitions?: JsonObject;
  readonly parameters?: JsonObject;
}

/** The merged document. */
function merge(own: Sections, ...others: readonly Sections[]): unknown {
  const { paths = {}, definitions = {}, parameters = {} } = own;
  const merged = { paths: { ...paths }, definitions: { ...definitions }, parameters: { ...parameters } };
  const writeTo =
    (section: JsonObject) =>
    ({ name, value }: MergedMember): void => {
      section[name] = value();
    };
  const steps = mergeParts(
    {
      definition: (name) => definitions[name] as JsonObject | undefined,
      parameter: (name) => parameters[name] as JsonObject | undefined,
      writePath: writeTo(merged.paths),
      writeDefinition: writeTo(merged.definitions),
      writeParameter: writeTo(merged.parameters),
    },
    others.map(part),
  );
  runWithoutYielding(steps);
  return JSON.parse(JSON.stringify(merged));
}

function part(sections: Sections): OpenApiPart {
  return runWithoutYielding(readPart(Buffer.from(JSON.stringify(sections)), '/'));
}

const ref = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
const uses = (name: string): JsonObject => ({ get: { responses: { 200: { schema: ref(name) } } } });
const kinds = (...names: readonly string[]): JsonObject => ({
  [KINDS]: names.map((kind) => ({ group: '', version: 'v1', kind })),
});

describe('merging OpenAPI v2 documents', () => {
  it('adds paths, definitions and parameters', () => {
    const own = { paths: { '/a': uses('A') }, definitions: { A: { type: 'string' } } };
    const other = { paths: { '/b': uses('B') }, definitions: { B: {} }, parameters: { p: { name: 'p', in: 'query' } } };
    assert.deepEqual(merge(own, other), {
      paths: { ...own.paths, ...other.paths },
      definitions: { ...own.definitions, ...other.definitions },
      parameters: other.parameters,
    });
  });

  it('renames different definitions and parameters, and all references to them', () => {
    const limit = { name: 'limit', in: 'query', type: 'string' };
    const own = { definitions: { Meta: { type: 'object' } }, parameters: { limit } };
    const other = {
      paths: { '/b': { ...uses('B'), parameters: [{ $ref: '#/parameters/limit' }] } },
      definitions: { Meta: { type: 'object', title: 'other' }, B: { properties: { metadata: ref('Meta') } } },
      parameters: { limit: { ...limit, type: 'integer' } },
    };
    assert.deepEqual(merge(own, other), {
      paths: { '/b': { ...uses('B'), parameters: [{ $ref: '#/parameters/limit_v2' }] } },
      definitions: {
        Meta: { type: 'object' },
        Meta_v2: { type: 'object', title: 'other' },
        B: { properties: { metadata: ref('Meta_v2') } },
      },
      parameters: { limit, limit_v2: { ...limit, type: 'integer' } },
    });
  });

  it('shares equal definitions, the renamed ones too', () => {
    const own = { definitions: { Meta: { type: 'object', description: '' } } };
    const other = (path: string, title: string) => ({
      paths: { [path]: uses('Meta') },
      definitions: { Meta: { type: 'object', title } },
    });
    assert.deepEqual(merge(own, other('/a', ''), other('/b', 'b'), other('/c', 'c'), other('/d', 'b')), {
      paths: { '/a': uses('Meta'), '/b': uses('Meta_v2'), '/c': uses('Meta_v3'), '/d': uses('Meta_v2') },
      definitions: {
        Meta: { type: 'object', description: '' },
        Meta_v2: { type: 'object', title: 'b' },
        Meta_v3: { type: 'object', title: 'c' },
      },
      parameters: {},
    });
  });

  it('takes no name that the other document has', () => {
    const own = { definitions: { A: {} } };
    const other = { paths: { '/a': uses('A') }, definitions: { A: { title: 'a' }, A_v2: { title: 'b' } } };
    assert.deepEqual(merge(own, other), {
      paths: { '/a': uses('A_v3') },
      definitions: { A: {}, A_v2: { title: 'b' }, A_v3: { title: 'a' } },
      parameters: {},
    });
  });

  it('joins the kinds of equal definitions, in order', () => {
    const own = { definitions: { Options: { type: 'object', ...kinds('C', 'A') }, Plain: {} } };
    const other = (path: string, ...names: readonly string[]) => ({
      paths: { [path]: uses('Options') },
      definitions: { Options: { type: 'object', ...kinds(...names) }, Plain: kinds('D') },
    });
    assert.deepEqual(merge(own, other('/a', 'C')), {
      paths: { '/a': uses('Options') },
      definitions: { Options: own.definitions.Options, Plain: kinds('D') },
      parameters: {},
    });
    const expected = { Options: { type: 'object', ...kinds('A', 'B', 'C', 'D') }, Plain: kinds('D') };
    assert.deepEqual(merge(own, other('/a', 'C', 'B'), other('/b', 'D')), {
      paths: { '/a': uses('Options'), '/b': uses('Options') },
      definitions: expected,
      parameters: {},
    });
  });

  it('ignores kinds of another form', () => {
    const own = { definitions: { A: kinds('A') } };
    for (const list of [1, [1], [{ group: 1, version: 'v1', kind: 'B' }]]) {
      const other = { paths: { '/a': uses('A') }, definitions: { A: { [KINDS]: list } } };
      assert.deepEqual(merge(own, other), { ...other, definitions: own.definitions, parameters: {} });
    }
  });
});
