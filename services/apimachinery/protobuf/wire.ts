/** Wire types: the last three bits of a tag. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

/** The tag of a field: its number and wire type. */
export function tagOf(number: number, wire: number): number {
  return number * 8 + wire;
}
