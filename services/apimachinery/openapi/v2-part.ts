import { eachMember } from '../json/members.js';
import { parseJson } from '../json/parse.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { errorMessage } from '../status/error-message.js';
import type { Steps } from '../steps/steps.js';
import { readDefinition, readParameter, readPathItem, type Refer } from './v2-objects.js';

/** A path, a definition or a parameter of another server's document. */
export interface PartMember {
  /** Compact JSON, so that a document takes no more memory than its bytes. */
  readonly json: Uint8Array;
  /** Every `$ref`, once. */
  readonly references: readonly string[];
}

/** What another server's OpenAPI 2.0 document says about one group version. */
export interface OpenApiPart {
  readonly paths: ReadonlyMap<string, PartMember>;
  readonly definitions: ReadonlyMap<string, PartMember>;
  readonly parameters: ReadonlyMap<string, PartMember>;
}

export const DEFINITION_PREFIX = '#/definitions/';
export const PARAMETER_PREFIX = '#/parameters/';

/** Bounds of a document: the number of its members, and the bytes and the depth of each. */
const MAX_MEMBERS = 20_000;
const MAX_MEMBER_BYTES = 1 << 18;
const MAX_DEPTH = 200;

type Read = (value: JsonValue, refer: Refer) => JsonObject;

/**
 * The part of a document with the paths below a prefix (kube-openapi's FilterSpecByPaths): it has the definitions that
 * these use, and those that no path uses. Throws an error that names the invalid member.
 */
export function* readPart(document: Uint8Array, prefix: string): Steps<OpenApiPart> {
  const sections = new Map<string, Uint8Array>();
  yield* eachMember(document, (key, value) => void sections.set(key, value));
  const left = { count: MAX_MEMBERS };
  const paths = yield* membersOf(sections.get('paths'), 'paths', readPathItem, left);
  const definitions = yield* membersOf(sections.get('definitions'), 'definitions', readDefinition, left);
  const parameters = yield* membersOf(sections.get('parameters'), 'parameters', readParameter, left);
  const kept = new Map([...paths].filter(([path]) => path.startsWith(prefix)));
  if (kept.size === 0) return { paths: kept, definitions: new Map(), parameters: new Map() };
  const inAll = yield* used(paths, definitions, parameters);
  const inKept = yield* used(kept, definitions, parameters);
  return {
    paths: kept,
    definitions: new Map(
      [...definitions].filter(([name]) => {
        const reference = DEFINITION_PREFIX + name;
        return inKept.has(reference) || !inAll.has(reference);
      }),
    ),
    parameters,
  };
}

/** The value of a member, whose references are replaced. */
export function valueOf({ json }: PartMember, read: Read, refer: Refer = (same) => same): JsonObject {
  return read(parseJson(json).value, refer);
}

function* membersOf(
  section: Uint8Array | undefined,
  name: string,
  read: Read,
  left: { count: number },
): Steps<Map<string, PartMember>> {
  const found = new Map<string, PartMember>();
  if (section === undefined || isNull(section)) return found;
  try {
    yield* eachMember(section, (key, value) => {
      if (name === 'paths' && !key.startsWith('/')) return;
      if (found.has(key)) throw new Error(`${JSON.stringify(key)} is repeated`);
      left.count -= 1;
      if (left.count < 0) throw new Error(`the document has more than ${MAX_MEMBERS} members`);
      found.set(key, memberOf(key, value, read));
    });
  } catch (error) {
    throw new Error(`${name}: ${errorMessage(error)}`, { cause: error });
  }
  return found;
}

function isNull(value: Uint8Array): boolean {
  return value.length === 4 && parseJson(value).value === null;
}

function memberOf(key: string, bytes: Uint8Array, read: Read): PartMember {
  try {
    if (bytes.length > MAX_MEMBER_BYTES) throw new Error(`it is larger than ${MAX_MEMBER_BYTES} bytes`);
    const { value, duplicates } = parseJson(bytes, { maxDepth: MAX_DEPTH });
    if (duplicates.length > 0) throw new Error(`${duplicates[0]} is repeated`);
    const references = new Set<string>();
    const written = read(value, (reference) => {
      references.add(reference);
      return reference;
    });
    return { json: Buffer.from(writeJson(written)), references: [...references] };
  } catch (error) {
    throw new Error(`${JSON.stringify(key)}: ${errorMessage(error)}`, { cause: error });
  }
}

/** The references that are reachable from paths. */
function* used(
  paths: OpenApiPart['paths'],
  definitions: OpenApiPart['definitions'],
  parameters: OpenApiPart['parameters'],
): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  const pending = [...paths.values()];
  for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
    for (const reference of member.references) {
      if (found.has(reference)) continue;
      found.add(reference);
      const referred = reference.startsWith(DEFINITION_PREFIX)
        ? definitions.get(reference.slice(DEFINITION_PREFIX.length))
        : reference.startsWith(PARAMETER_PREFIX)
          ? parameters.get(reference.slice(PARAMETER_PREFIX.length))
          : undefined;
      if (referred !== undefined) pending.push(referred);
    }
    yield;
  }
  return found;
}
