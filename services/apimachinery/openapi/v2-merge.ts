import { deepEqual } from '../json/equal.js';
import { copyObject, isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { Steps } from '../steps/steps.js';
import { readDefinition, readParameter, readPathItem } from './v2-objects.js';
import { DEFINITION_PREFIX, PARAMETER_PREFIX, valueOf, type OpenApiPart, type PartMember } from './v2-part.js';

/** A member of the merged document. */
export interface MergedMember {
  readonly name: string;
  /** Where the member comes from; the key is equal if the value is. */
  readonly source: object;
  readonly key: string;
  readonly value: () => JsonObject;
}

/** The document into which parts are merged, and what is written for them. */
export interface MergeTarget {
  /** Undefined if the document has no such member. */
  readonly definition: (name: string) => JsonObject | undefined;
  readonly parameter: (name: string) => JsonObject | undefined;
  readonly writePath: (member: MergedMember) => void;
  /** Also called for an existing definition that gets more kinds. */
  readonly writeDefinition: (member: MergedMember) => void;
  readonly writeParameter: (member: MergedMember) => void;
}

const KINDS = 'x-kubernetes-group-version-kind';

/**
 * Merges parts into a document (kube-openapi's MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters): a definition
 * that differs from the one of its name gets the suffix `_v2`, `_v3` and so on, and equal ones share their kinds. The
 * paths of parts are disjoint.
 */
export function* mergeParts(target: MergeTarget, parts: readonly OpenApiPart[]): Steps<void> {
  const definitions = new Map<string, () => JsonObject>();
  const parameters = new Map<string, () => JsonObject>();
  const definition = (name: string): JsonObject | undefined =>
    definitions.get(name)?.() ?? readIf(target.definition(name), readDefinition);
  const parameter = (name: string): JsonObject | undefined =>
    parameters.get(name)?.() ?? readIf(target.parameter(name), readParameter);

  for (const part of parts) {
    const renamedDefinitions = yield* renames(part.definitions, definition, (member) =>
      valueOf(member, readDefinition),
    );
    const renamedParameters = yield* renames(part.parameters, parameter, (member) => valueOf(member, readParameter));
    const refer = referrer(renamedDefinitions, renamedParameters);
    const merged = (name: string, member: PartMember, value: () => JsonObject): MergedMember => ({
      name,
      source: member,
      key: JSON.stringify([name, ...member.references.map(refer)]),
      value,
    });
    for (const [own, member] of part.definitions) {
      yield;
      const name = renamedDefinitions.get(own) ?? own;
      const value = (): JsonObject => valueOf(member, readDefinition, refer);
      const existing = definition(name);
      if (existing === undefined) {
        definitions.set(name, value);
        target.writeDefinition(merged(name, member, value));
        continue;
      }
      yield;
      const kinds = mergedKinds(existing[KINDS], value()[KINDS]);
      if (kinds === undefined) continue;
      const extended = copyObject(existing);
      extended[KINDS] = kinds;
      definitions.set(name, () => extended);
      target.writeDefinition({ name, source: member, key: JSON.stringify([name, kinds]), value: () => extended });
    }
    for (const [own, member] of part.parameters) {
      yield;
      const name = renamedParameters.get(own) ?? own;
      if (parameter(name) !== undefined) continue;
      const value = (): JsonObject => valueOf(member, readParameter, refer);
      parameters.set(name, value);
      target.writeParameter(merged(name, member, value));
    }
    for (const [path, member] of part.paths) {
      yield;
      target.writePath(merged(path, member, () => valueOf(member, readPathItem, refer)));
    }
  }
}

/** In the form of a part's members, for comparison. */
function readIf(value: JsonObject | undefined, read: typeof readDefinition): JsonObject | undefined {
  return value && read(value, (same) => same);
}

/** New names of the members that differ from existing ones. */
function* renames(
  members: ReadonlyMap<string, PartMember>,
  existing: (name: string) => JsonObject | undefined,
  read: (member: PartMember) => JsonObject,
): Steps<ReadonlyMap<string, string>> {
  const renamed = new Map<string, string>();
  const given = new Set<string>();
  for (const [name, member] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield;
    let found = existing(name);
    if (found === undefined) continue;
    yield;
    const value = read(member);
    yield;
    let next = name;
    for (let number = 2; found !== undefined && !isSameBesidesKinds(found, value); number += 1) {
      next = `${name}_v${number}`;
      found = existing(next);
      while (found === undefined && (given.has(next) || members.has(next))) {
        number += 1;
        next = `${name}_v${number}`;
        found = existing(next);
      }
      yield;
    }
    if (next === name) continue;
    renamed.set(name, next);
    given.add(next);
  }
  return renamed;
}

function referrer(
  definitions: ReadonlyMap<string, string>,
  parameters: ReadonlyMap<string, string>,
): (reference: string) => string {
  const all = new Map([
    ...[...definitions].map(([from, to]) => [DEFINITION_PREFIX + from, DEFINITION_PREFIX + to] as const),
    ...[...parameters].map(([from, to]) => [PARAMETER_PREFIX + from, PARAMETER_PREFIX + to] as const),
  ]);
  return (reference) => all.get(reference) ?? reference;
}

function isSameBesidesKinds(a: JsonObject, b: JsonObject): boolean {
  return deepEqual(withoutKinds(a), withoutKinds(b));
}

function withoutKinds(value: JsonObject): JsonObject {
  const copy = copyObject(value);
  delete copy[KINDS];
  return copy;
}

/** The kinds of both, sorted; undefined if the second has no others. */
function mergedKinds(first: JsonValue | undefined, second: JsonValue | undefined): JsonObject[] | undefined {
  const [known, others] = [kindsIn(first), kindsIn(second)];
  const all = new Map([...others, ...known]);
  if (all.size === known.size) return undefined;
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
}

/** Well-formed kinds, by their text. */
function kindsIn(list: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const each of Array.isArray(list) ? list : []) {
    if (!isObject(each)) continue;
    const { group, version, kind } = each;
    if (typeof group !== 'string' || typeof version !== 'string' || typeof kind !== 'string') continue;
    found.set(`${group}/${version}.${kind}`, each);
  }
  return found;
}
