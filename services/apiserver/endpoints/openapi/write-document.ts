import {
  eachDefined,
  openApiDefinition,
  type DefinedSchema,
  type Definition,
  type GroupVersionKind,
} from '@pilothouse/apimachinery/openapi/definitions.js';
import type { MergedMember } from '@pilothouse/apimachinery/openapi/v2-merge.js';
import type { OpenApiPart } from '@pilothouse/apimachinery/openapi/v2-part.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { digestInSlices, type TaggedDocument } from '../discovery/entity-tag.js';
import { schemasOf, type ApiDescription } from './description.js';
import type { Form } from './form.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';

/** A part of a document, reused while its source is unchanged. */
interface Piece {
  /** A view of the newest document that contains it, so that no piece is stored twice. */
  bytes: Uint8Array;
  readonly refers: readonly DefinedSchema[];
  /** What it depends on besides its source. */
  readonly key: string;
}

/**
 * Returns a function that writes documents in one form, in slices, and merges the parts of other servers into them.
 * Pieces of unchanged descriptions, types and parts are copied from the previous document.
 */
export function documentsIn(
  form: Form,
  maybeYield: Yielder,
): (descriptions: readonly ApiDescription[], parts?: readonly OpenApiPart[]) => Promise<TaggedDocument> {
  const pathsOf = new WeakMap<ApiDescription, readonly Piece[]>();
  const definitionOf = new WeakMap<DefinedSchema, Piece>();
  const mergedOf = new WeakMap<object, Piece>();
  const ownParameters = [...form.sharedParameters].map(([name, parameter]): [string, Piece] => [
    name,
    { bytes: form.parameter(name, parameter), refers: [], key: '' },
  ]);

  async function writePaths(description: ApiDescription): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    for (const each of description.paths()) {
      pieces.push({ bytes: form.path(each.path, form.pathItem(each)), refers: schemasOf(each), key: '' });
      await maybeYield();
    }
    pathsOf.set(description, pieces);
    return pieces;
  }

  function writeDefinition(schema: DefinedSchema, name: string, kinds: readonly GroupVersionKind[] | undefined): Piece {
    const key = kinds === undefined ? '' : JSON.stringify(kinds);
    const known = definitionOf.get(schema);
    if (known?.key === key) return known;
    const { value, refers } = definitionWith(schema, kinds);
    const piece = { bytes: form.definition(name, value), refers, key };
    definitionOf.set(schema, piece);
    return piece;
  }

  function definitionWith(schema: DefinedSchema, kinds: readonly GroupVersionKind[] | undefined): Definition {
    const definition = openApiDefinition(form.version, schema);
    if (kinds !== undefined) definition.value[KINDS] = kinds.map((kind) => ({ ...kind }));
    return definition;
  }

  function writeMerged({ source, key, name, value }: MergedMember, write: Form['path']): Piece {
    const known = mergedOf.get(source);
    if (known?.key === key) return known;
    const piece = { bytes: write(name, value()), refers: [], key };
    mergedOf.set(source, piece);
    return piece;
  }

  return async (descriptions, parts = []) => {
    const paths: Piece[] = [];
    for (const each of descriptions) paths.push(...(pathsOf.get(each) ?? (await writePaths(each))));
    const kinds = allKinds(descriptions);
    const definitions = new Map<string, Piece>();
    const schemas = new Map<string, DefinedSchema>();
    const roots = new Set(paths.flatMap(({ refers }) => refers));
    const write = (schema: DefinedSchema, name: string): Piece => {
      schemas.set(name, schema);
      return writeDefinition(schema, name, kinds.get(name));
    };
    for (const [name, piece] of eachDefined(roots, write)) {
      definitions.set(name, piece);
      await maybeYield();
    }
    const parameters = new Map(ownParameters);
    if (parts.length > 0) {
      const { mergeParts } = await import('@pilothouse/apimachinery/openapi/v2-merge.js');
      const merging = mergeParts(
        {
          definition(name) {
            const schema = schemas.get(name);
            return schema && definitionWith(schema, kinds.get(name)).value;
          },
          parameter: (name) => form.sharedParameters.get(name),
          writePath: (member) => void paths.push(writeMerged(member, form.path)),
          writeDefinition: (member) => void definitions.set(member.name, writeMerged(member, form.definition)),
          writeParameter: (member) => void parameters.set(member.name, writeMerged(member, form.parameter)),
        },
        parts,
      );
      await runInSlices(merging, maybeYield);
    }
    const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, piece]) => piece);
    const bytes = joined(form, [paths, sorted, [...parameters.values()]]);
    return { bytes, digest: await digestInSlices(bytes, maybeYield) };
  };
}

const KINDS = 'x-kubernetes-group-version-kind';

/** The kinds of a definition, over all descriptions. */
function allKinds(descriptions: readonly ApiDescription[]): ReadonlyMap<string, readonly GroupVersionKind[]> {
  const all = new Map<string, Map<string, GroupVersionKind>>();
  for (const description of descriptions) {
    for (const [name, kinds] of description.kinds()) {
      const known = all.get(name) ?? new Map<string, GroupVersionKind>();
      for (const each of kinds) known.set(`${each.group}/${each.version}/${each.kind}`, each);
      all.set(name, known);
    }
  }
  return new Map([...all].map(([name, known]) => [name, [...known.values()]]));
}

/** The whole document. The pieces become views of it. */
function joined(form: Form, sections: readonly [readonly Piece[], readonly Piece[], readonly Piece[]]): Uint8Array {
  const owners = new Map(sections.flat().map((piece) => [piece.bytes, piece]));
  const [paths, definitions, parameters] = sections;
  const parts = form.join(bytesOf(paths), bytesOf(definitions), bytesOf(parameters));
  const whole = Buffer.concat(parts);
  let at = 0;
  for (const part of parts) {
    const owner = owners.get(part);
    if (owner !== undefined) owner.bytes = whole.subarray(at, at + part.length);
    at += part.length;
  }
  return whole;
}

function bytesOf(pieces: readonly Piece[]): Uint8Array[] {
  return pieces.map(({ bytes }) => bytes);
}
