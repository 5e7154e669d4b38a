import type { Field } from '../schema/schema.js';

/** Fields under one number: a single field, or the fields inside one message. */
export interface FieldGroup {
  readonly number: number;
  readonly isMessage: boolean;
  /** Sorted by their own numbers. */
  readonly fields: readonly Field[];
}

/** In protobuf's order, without the fields of the envelope. */
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
