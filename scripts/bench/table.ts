import { formatNumber, type OutcomeRow } from './outcome.js';

const WIDTHS = [39, 11, 14, 14, 8, 14, 8] as const;

export const TABLE_HEAD = line('what', 'store', 'value', 'target', 'ratio', 'peer', 'ratio');

/** The lines of one row for a terminal, each with a line break. */
export function rowText(row: OutcomeRow, { isExplained }: { readonly isExplained: boolean }): string {
  const { name, store, value, unit = '', error } = row;
  const explanation = isExplained ? `  ${row.why}\n` : '';
  if (value === undefined) return `${line(name, store, 'failed')}${explanation}  (${error})\n`;
  const quantity = (number: number): string => `${formatNumber(number)} ${unit}`;
  const beside = (other: number | undefined, ratio: number | undefined): string[] =>
    other === undefined || ratio === undefined ? ['', ''] : [quantity(other), ratio.toFixed(2)];
  const cells = [quantity(value), ...beside(row.target, row.targetRatio), ...beside(row.peer, row.peerRatio)];
  const missed = row.targetRatio !== undefined && row.targetRatio < 1 ? '  (missed)\n' : '';
  const note = row.note === undefined ? '' : `  (${row.note})\n`;
  return line(name, store, ...cells) + explanation + missed + note;
}

function line(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
  );
  return `${padded.join('').trimEnd()}\n`;
}
