import { once } from '../changing/changing.js';
import type { Schema, StructSchema } from './schema.js';

/**
 * The type of a kind in another version of its group: the same messages, with the names of that version. `replaced` are
 * the messages that differ, in place of those of the same name. They may refer to messages of either version.
 */
export function inVersion(schema: StructSchema, version: string, replaced: readonly StructSchema[] = []): StructSchema {
  const group = parentOf(parentOf(schema.name));
  const replacements = new Map(replaced.map((each) => [each.name, each]));
  const renamed = new Map<string, StructSchema>();
  return struct(schema);

  function struct(source: StructSchema): StructSchema {
    const from = parentOf(source.name);
    if (parentOf(from) !== group) return source;
    const name = `${group}.${version}${source.name.slice(from.length)}`;
    const known = renamed.get(name);
    if (known !== undefined) return known;
    const message = replacements.get(name) ?? source;
    const fields = message.fields.map((field) => ({ ...field, schema: once(() => rename(field.schema())) }));
    const result = { ...message, name, fields };
    renamed.set(name, result);
    return result;
  }

  function rename(type: Schema): Schema {
    if (type.type === 'struct') return struct(type);
    if (type.type === 'list') return { ...type, items: once(() => rename(type.items())) };
    return type.type === 'map' ? { ...type, values: once(() => rename(type.values())) } : type;
  }
}

/** A name without its last part: `io.k8s.api.core.v1` of `io.k8s.api.core.v1.Pod`. */
function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
