import type { Schema, StructSchema } from './schema.js';

/**
 * The type of a kind in another version of its group: the same messages, with the names of that version. `replaced` are
 * the messages that differ, in place of those of the same name. They may refer to messages of either version.
 */
export function inVersion(schema: StructSchema, version: string, replaced: readonly StructSchema[] = []): StructSchema {
  const from = packageOf(schema.name);
  const to = `${packageOf(from.slice(0, -1))}${version}.`;
  const replacements = new Map(replaced.map((each) => [each.name, each]));
  const renamed = new Map<string, StructSchema>();
  return struct(schema);

  function struct(source: StructSchema): StructSchema {
    if (!source.name.startsWith(from) && !source.name.startsWith(to)) return source;
    const name = to + source.name.slice(packageOf(source.name).length);
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

/** The start of a name up to its last part: `io.k8s.api.core.v1.` of `io.k8s.api.core.v1.Pod`. */
function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.') + 1);
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
