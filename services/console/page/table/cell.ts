/** The text of a cell of any type. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  return cell === undefined || cell === null ? '' : JSON.stringify(cell);
}
