/** Copies JSON to objects with the usual prototype, for comparison with literals. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
