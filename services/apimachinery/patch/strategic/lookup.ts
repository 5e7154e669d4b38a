import type { ChoiceSchema, Schema, StructSchema } from '../../schema/schema.js';
import { PatchError } from '../patch-error.js';

/** How a strategic merge patch treats a field. */
export interface FieldRule {
  /** The type of the object, or of the list's items. */
  readonly schema: Schema;
  /** Whether a list is merged; otherwise it is replaced. */
  readonly merges: boolean;
  /** The merge key of a list of objects. */
  readonly mergeKey: string | undefined;
  /** Whether generated patches have `$retainKeys` for the object or its items. */
  readonly retainsKeys: boolean;
  /** Whether an object is replaced instead of merged. */
  readonly replaces: boolean;
}

/** Maximum depth of objects in both documents. */
const MAX_DEPTH = 1_000;

const GENERIC = { merges: false, mergeKey: undefined, retainsKeys: false, replaces: false };

/** Throws beyond the maximum common depth. */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new PatchError('malformed', `exceeded max depth ${MAX_DEPTH}`);
}

/** The rule for member `key` of a value of type `schema`, if both sides are objects. */
export function objectRule(schema: Schema, key: string): FieldRule {
  if (schema.type === 'struct') return structRule(schema, key);
  if (schema.type === 'map') return { ...GENERIC, schema: schema.values() };
  if (schema.type === 'any') return { ...GENERIC, schema };
  if (schema.type === 'choice') throw unknownField(schema, key);
  throw refused(`merging an object in json but data type is not struct, instead is: ${schema.type}`);
}

function structRule(schema: StructSchema, key: string): FieldRule {
  const field = schema.fields.find(({ name }) => name === key);
  if (field === undefined) throw unknownField(schema, key);
  const { patchStrategy, patchMergeKey: mergeKey } = field;
  const merges = patchStrategy === 'merge' || patchStrategy === 'merge,retainKeys';
  const retainsKeys = patchStrategy === 'retainKeys' || patchStrategy === 'merge,retainKeys';
  return { schema: field.schema(), merges, mergeKey, retainsKeys, replaces: patchStrategy === 'replace' };
}

/** The rule for member `key`, if both sides are lists. */
export function listRule(schema: Schema, key: string): FieldRule {
  const rule = objectRule(schema, key);
  if (rule.schema.type === 'list') return { ...rule, schema: rule.schema.items() };
  if (rule.schema.type === 'any') return rule;
  throw refused(`expected slice or array type, but got: ${rule.schema.type}`);
}

function unknownField({ name }: StructSchema | ChoiceSchema, key: string): PatchError {
  const shortName = name.slice(name.lastIndexOf('.') + 1);
  return refused(`unable to find api field in struct ${shortName} for the json field "${key}"`);
}

function refused(message: string): PatchError {
  return new PatchError('notApplicable', message);
}
