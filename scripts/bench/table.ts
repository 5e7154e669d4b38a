import { formatNumber, formatRatio, type OutcomeRow } from './outcome.js';

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
  const spread =
    row.peerSpread === undefined ? '' : `  (ratio to the peer: ${formatRatio(row.peerRatio ?? 0, row.peerSpread)})\n`;
  return line(name, store, ...cells) + explanation + missed + spread + perCoreText(row) + note;
}

function perCoreText({ perCore }: OutcomeRow): string {
  if (perCore === undefined) return '';
  const { value, peer, peerRatio = 0, peerSpread, client, peerClient = 0 } = perCore;
  const beside = peer === undefined ? '' : `, peer ${formatNumber(peer)}, ratio ${formatRatio(peerRatio, peerSpread)}`;
  const clients = peer === undefined ? '' : ` and ${peerClient.toFixed(2)}`;
  return `  (per core ${formatNumber(value)} /s${beside}; the client takes ${client.toFixed(2)}${clients} cores)\n`;
}

function line(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
  );
  return `${padded.join('').trimEnd()}\n`;
}
