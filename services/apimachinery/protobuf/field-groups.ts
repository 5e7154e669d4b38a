import type { Field } from '../schema/schema.js';

/** Fields that stand under one number: a field alone, or those that are inside of one message. */
export interface FieldGroup {
  readonly number: number;
  readonly isMessage: boolean;
  /** In the order of their own numbers. */
  readonly fields: readonly Field[];
}

/** In the order in which protobuf has them, without those that belong in the envelope. */
export function fieldGroups(fields: readonly Field[]): FieldGroup[] {
  const groups = new Map<number, Field[]>();
  for (const field of fields) {
    const number = field.inside ?? field.number;
    if (number > 0) groups.set(number, [...(groups.get(number) ?? []), field]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([number, group]) => ({
      number,
      isMessage: group[0]?.inside !== undefined,
      fields: group.sort((a, b) => a.number - b.number),
    }));
}
