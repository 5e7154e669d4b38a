/** JSON whose objects have the usual prototype, so that it can be compared with literals. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
