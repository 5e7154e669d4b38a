import {
  eachDefined,
  openApiDefinition,
  type DefinedSchema,
  type GroupVersionKind,
} from '@pilothouse/apimachinery/openapi/definitions.js';
import { createHash } from 'node:crypto';
import type { TaggedDocument } from '../discovery/entity-tag.js';
import { schemasOf, type ApiDescription } from './description.js';
import type { Form } from './form.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';

/** A part of a document, reused while its source is unchanged. */
interface Piece {
  /** A view of the newest document that contains it, so that no piece is stored twice. */
  bytes: Uint8Array;
  readonly refers: readonly DefinedSchema[];
  /** Of a definition: its kinds, as JSON. */
  readonly kinds: string;
}

/**
 * Returns a function that writes documents in one form, in slices. Parts of unchanged descriptions and types are copied
 * from the previous document.
 */
export function documentsIn(
  form: Form,
  maybeYield: Yielder,
): (descriptions: readonly ApiDescription[]) => Promise<TaggedDocument> {
  const pathsOf = new WeakMap<ApiDescription, readonly Piece[]>();
  const definitionOf = new WeakMap<DefinedSchema, Piece>();

  async function writePaths(description: ApiDescription): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    for (const each of description.paths()) {
      pieces.push({ bytes: form.path(each.path, form.pathItem(each)), refers: schemasOf(each), kinds: '' });
      await maybeYield();
    }
    pathsOf.set(description, pieces);
    return pieces;
  }

  function writeDefinition(schema: DefinedSchema, name: string, kinds: readonly GroupVersionKind[] | undefined): Piece {
    const text = kinds === undefined ? '' : JSON.stringify(kinds);
    const known = definitionOf.get(schema);
    if (known?.kinds === text) return known;
    const { value, refers } = openApiDefinition(form.version, schema);
    if (kinds !== undefined) value['x-kubernetes-group-version-kind'] = kinds.map((kind) => ({ ...kind }));
    const piece = { bytes: form.definition(name, value), refers, kinds: text };
    definitionOf.set(schema, piece);
    return piece;
  }

  return async (descriptions) => {
    const paths: Piece[] = [];
    for (const each of descriptions) paths.push(...(pathsOf.get(each) ?? (await writePaths(each))));
    const kinds = allKinds(descriptions);
    const definitions = new Map<string, Piece>();
    const roots = new Set(paths.flatMap(({ refers }) => refers));
    for (const [name, piece] of eachDefined(roots, (schema, name) => writeDefinition(schema, name, kinds.get(name)))) {
      definitions.set(name, piece);
      await maybeYield();
    }
    const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, piece]) => piece);
    const bytes = joined(form, paths, sorted);
    return { bytes, digest: await digestInSlices(bytes, maybeYield) };
  };
}

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
function joined(form: Form, paths: readonly Piece[], definitions: readonly Piece[]): Uint8Array {
  const owners = new Map([...paths, ...definitions].map((piece) => [piece.bytes, piece]));
  const parts = form.join(
    paths.map(({ bytes }) => bytes),
    definitions.map(({ bytes }) => bytes),
  );
  const whole = Buffer.concat(parts);
  let at = 0;
  for (const part of parts) {
    const owner = owners.get(part);
    if (owner !== undefined) owner.bytes = whole.subarray(at, at + part.length);
    at += part.length;
  }
  return whole;
}

/** Bytes hashed per slice: a millisecond or two. */
const AT_ONCE = 1 << 20;

/** Like `digestOf` of all bytes. */
async function digestInSlices(bytes: Uint8Array, maybeYield: Yielder): Promise<string> {
  const hash = createHash('sha512');
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    hash.update(bytes.subarray(at, at + AT_ONCE));
    await maybeYield();
  }
  return hash.digest('hex').toUpperCase();
}
