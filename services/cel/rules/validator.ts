import {
  isObject,
  ownValue,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import {
  fieldPath,
  keyPath,
  MAX_REPORTED_ERRORS,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { Run } from '../evaluate/run.js';
import type { Library } from '../library/library.js';
import { compileRule, type CompiledRule } from './compile-rule.js';
import { correlate, intoItem, intoMember, NO_RATCHET, oldItems, type Ratchet } from './correlation.js';
import { withMetadata } from './metadata.js';
import { childrenOf, declaredOf, hasRules, type Child } from './nodes.js';
import { runRules, type Walk } from './run-rules.js';

export interface ValidateOptions {
  /** A clock in milliseconds, such as `cpuTime`. */
  readonly now: () => number;
  /** Time limit of all rules together; 500 by default. */
  readonly milliseconds?: number;
}

export interface RuleResult {
  readonly errors: readonly FieldError[];
  /** Violations that are only warnings, because the update does not change the value (validation ratcheting). */
  readonly warnings: readonly string[];
}

/**
 * Evaluates the rules of a schema over an otherwise valid value, in steps. `old` is the replaced value. Time between
 * two steps does not count.
 */
export type RuleValidator = (
  value: JsonValue,
  old: JsonValue | undefined,
  options: ValidateOptions,
) => Generator<void, RuleResult>;

export interface CompileOptions {
  /** False for values that are parts of an object; true when absent. */
  readonly isRoot?: boolean;
}

/** Cost limit of all rules in one validation. */
const BUDGET = 10_000_000;
const MAX_MILLISECONDS = 500;
/** Work between two yields. A yield reads the clock twice, which takes some microseconds. A run looks at it after each 100 µs. */
const YIELD_AFTER = { nodes: 32, cost: 10_000, looks: 50 };

/** The part of a schema that contains rules. */
interface Node {
  readonly schema: StructuralSchema;
  /** With the names of a root object. */
  readonly valueSchema: StructuralSchema;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, Node>;
  readonly items: Node | undefined;
  readonly others: Node | undefined;
}

/** Compiles the rules of a schema. Undefined if it has none. Yields several times for each rule. */
export function* compileRules(
  schema: StructuralSchema,
  library: Library,
  { isRoot = true }: CompileOptions = {},
): Generator<void, RuleValidator | undefined> {
  const root = yield* compileNode({ schema, declared: undefined, via: 'items' }, isRoot, library);
  if (root === undefined) return undefined;
  return function* (value, old, { now, milliseconds = MAX_MILLISECONDS }) {
    let end = now() + milliseconds;
    let looks = 0;
    const run = new Run({ isLate: () => now() > end, isDue: () => (looks += 1) % YIELD_AFTER.looks === 0 });
    const walk: Walk = { errors: [], warnings: [], budget: BUDGET, milliseconds, run };
    const ratchet = old === undefined ? NO_RATCHET : { current: correlate(value, old, schema), around: undefined };
    let visited = 0;
    let { budget } = walk;
    for (const _ of visit(root, { value, old, path: '', ratchet }, walk)) {
      visited += 1;
      if (!run.isDue && visited < YIELD_AFTER.nodes && budget - walk.budget < YIELD_AFTER.cost) continue;
      visited = 0;
      budget = walk.budget;
      const stopped = now();
      yield;
      run.goOn();
      end += now() - stopped;
    }
    return { errors: walk.errors, warnings: walk.warnings };
  };
}

function* compileNode(node: Child, isRoot: boolean, library: Library): Generator<void, Node | undefined> {
  const { schema } = node;
  if (!hasRules(schema)) return undefined;
  const declared = declaredOf(node, isRoot);
  if (declared === undefined) return undefined;
  const children: { readonly child: Child; readonly node: Node | undefined }[] = [];
  for (const child of childrenOf(schema, declared)) {
    children.push({ child, node: yield* compileNode(child, false, library) });
  }
  const rules: CompiledRule[] = [];
  for (const rule of schema.validations) {
    rules.push(yield* compileRule(rule, schema, declared, library));
    yield;
  }
  const found = (via: Child['via']): Node | undefined => children.find(({ child }) => child.via === via)?.node;
  return {
    schema,
    valueSchema: isRoot || schema.isEmbeddedResource ? withMetadata(schema) : schema,
    rules,
    properties: new Map(
      children.flatMap(({ child: { via }, node: inner }) =>
        typeof via === 'object' && inner !== undefined ? [[via.property, inner] as const] : [],
      ),
    ),
    items: found('items'),
    others: found('others'),
  };
}

interface Position {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly path: string;
  readonly ratchet: Ratchet;
}

/** False when no further rules may be evaluated. Yields after some rules. */
function* visit(node: Node, position: Position, walk: Walk): Generator<void, boolean> {
  const { value } = position;
  if (value === null) return true;
  if (node.rules.length > 0) {
    if (!(yield* runRules(node.rules, node.valueSchema, position, walk))) return false;
    yield;
  }
  if (walk.errors.length >= MAX_REPORTED_ERRORS) return false;
  if (Array.isArray(value))
    return node.items === undefined || (yield* visitItems(node, node.items, value, position, walk));
  return !isObject(value) || (yield* visitMembers(node, value, position, walk));
}

function* visitItems(
  list: Node,
  items: Node,
  values: JsonArray,
  { old, path, ratchet }: Position,
  walk: Walk,
): Generator<void, boolean> {
  const former = oldItems(old, list.schema);
  for (const [index, value] of values.entries()) {
    const before = former(value);
    const inner = intoItem(ratchet, value, before, items.schema);
    const position = { value, old: before, path: keyPath(path, index), ratchet: inner };
    if (!(yield* visit(items, position, walk))) return false;
  }
  return true;
}

function* visitMembers(
  node: Node,
  object: JsonObject,
  { old, path, ratchet }: Position,
  walk: Walk,
): Generator<void, boolean> {
  function* member(inner: Node, name: string, memberPath: string): Generator<void, boolean> {
    const value = ownValue(object, name);
    if (value === undefined) return true;
    const before = isObject(old) ? ownValue(old, name) : undefined;
    const position = { value, old: before, path: memberPath, ratchet: intoMember(ratchet, name, inner.schema) };
    return yield* visit(inner, position, walk);
  }
  const { others } = node;
  if (others !== undefined) {
    for (const name of Object.keys(object)) {
      if (node.schema.properties.has(name)) continue;
      if (!(yield* member(others, name, keyPath(path, name)))) return false;
    }
  }
  for (const [name, inner] of node.properties) if (!(yield* member(inner, name, fieldPath(path, name)))) return false;
  return true;
}
