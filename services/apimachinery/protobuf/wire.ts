/** How the bytes of a field are laid out; the last three bits of its tag. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

/** What stands before a field: its number and its layout. */
export function tagOf(number: number, wire: number): number {
  return number * 8 + wire;
}
