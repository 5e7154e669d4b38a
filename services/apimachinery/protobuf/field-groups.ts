import type { Field } from '../schema/schema.js';

/** What a field number of a message stands for: a field, or a message whose fields JSON inlines. */
export type FieldGroup =
  | { readonly number: number; readonly field: Field }
  | { readonly number: number; readonly groups: readonly FieldGroup[] };

/** In protobuf's order, without the fields of the envelope. `depth` counts the messages around the fields. */
export function fieldGroups(fields: readonly Field[], depth = 0): FieldGroup[] {
  const groups: FieldGroup[] = [];
  const messages = new Map<number, Field[]>();
  for (const field of fields) {
    const message = field.inside?.[depth];
    if (message !== undefined) messages.set(message, [...(messages.get(message) ?? []), field]);
    else if (field.number > 0) groups.push({ number: field.number, field });
  }
  for (const [number, members] of messages) groups.push({ number, groups: fieldGroups(members, depth + 1) });
  return groups.sort((a, b) => a.number - b.number);
}
