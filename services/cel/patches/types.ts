import type { FindMessage, MessageType } from '../types/messages.js';
import { DYN, STRING, type Type } from '../types/type.js';
import { CelError, List, CelMap, Message, Timestamp, Uint, type Value } from '../values/value.js';

const OBJECT = 'Object';
const PATCH = 'JSONPatch';

/** A type of objects without a schema: every field is dynamic. */
function objectType(name: string): MessageType {
  return {
    kind: 'object',
    name,
    fields: { get: () => DYN },
    make: (fields) => new Message(name, fields, false),
  };
}

const PATCH_TEXTS = ['op', 'path', 'from'];
const PATCH_FIELDS = new Map<string, Type>([...PATCH_TEXTS.map((name) => [name, STRING] as const), ['value', DYN]]);
/** The type of fields that a patch does not have. Only dynamic values can be assigned to it, and are refused later. */
const NOTHING: Type = { kind: 'object', name: '', fields: { get: () => undefined } };

/** One operation of a JSON patch. */
export const JSON_PATCH: MessageType = {
  kind: 'object',
  name: PATCH,
  fields: { get: (name) => PATCH_FIELDS.get(name) ?? NOTHING },
  make(fields) {
    const unknown = [...fields.keys()].find((name) => !PATCH_FIELDS.has(name));
    if (unknown !== undefined) return new CelError(`unexpected JSONPatchType field: ${unknown}`);
    const wrong = PATCH_TEXTS.find((name) => typeof (fields.get(name) ?? '') !== 'string');
    if (wrong === undefined) return new Message(PATCH, fields, true);
    const found = goType(fields.get(wrong) ?? null);
    return new CelError(`unexpected type ${found} for JSONPatchType '${wrong}' field`);
  },
};

/** The type of an apply configuration. */
export const APPLY_CONFIGURATION = objectType(OBJECT);

/**
 * The types that mutations construct, as in Kubernetes: `JSONPatch`, and `Object` with a name for each field, such as
 * `Object.spec.template`.
 */
export const patchTypes: FindMessage = (name) => {
  if (name === PATCH) return JSON_PATCH;
  if (name === OBJECT) return APPLY_CONFIGURATION;
  return name.startsWith(`${OBJECT}.`) ? objectType(name) : undefined;
};

/** The name of a value's type in Kubernetes' messages. */
function goType(value: Value): string {
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof Uint) return 'uint64';
  if (value instanceof Uint8Array) return '[]uint8';
  if (value instanceof List) return '[]interface {}';
  if (value instanceof CelMap) return 'map[string]interface {}';
  return value instanceof Timestamp ? 'time.Time' : 'structpb.NullValue';
}
