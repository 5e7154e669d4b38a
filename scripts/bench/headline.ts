import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../house/sources.js';
import { formatNumber, formatRatio, isMissed, type Outcome, type OutcomeRow } from './outcome.js';
import { growthParts, machineText, markdownTable, perCoreText, type Parts } from './report.js';

/** Why a row misses its target, with the profile that shows it: by the name of the row. Kept by hand. */
export type Reasons = ReadonlyMap<string, string>;

const REASONS = join(ROOT, 'docs', 'benchmarks', 'reasons.md');

export async function readReasons(): Promise<Reasons> {
  return reasonsIn(await readFile(REASONS, 'utf8'));
}

/** The sections of a page: the heading is the name of the row. */
export function reasonsIn(page: string): Reasons {
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    }),
  );
}

/** The parts of docs/benchmarks.md from a run of the headline rows. */
export function headlineParts(outcome: Outcome, reasons: Reasons): Parts {
  return {
    'headline machine': machineText(outcome),
    headline: `${tableText(outcome.rows)}${missedText(outcome.rows, reasons)}`,
    'headline per core': perCoreText(outcome.rows),
    ...growthParts(outcome),
  };
}

function tableText(rows: readonly OutcomeRow[]): string {
  const cells = rows.map((row) => {
    const { name, value, unit = '', peerSource, peer, peerRatio, peerSpread, error } = row;
    if (value === undefined) return [name, `failed: ${error}`, '', '', targetText(row)];
    const quantity = (number: number): string => `${formatNumber(number)} ${unit}`;
    const isBeside = peerSource === 'measured' && peer !== undefined && peerRatio !== undefined;
    const ratio = isBeside ? formatRatio(peerRatio, peerSpread) : '';
    const [mine, times] = isMissed(row) ? emphasised(quantity(value), ratio) : [quantity(value), ratio];
    return [name, mine, isBeside ? quantity(peer) : '', times, targetText(row)];
  });
  return markdownTable(['Row', 'Value', 'Peer', 'Ratio', 'Target'], cells);
}

/** What misses the target: the ratio if there is one, or else the value. */
function emphasised(value: string, ratio: string): [value: string, ratio: string] {
  return ratio === '' ? [`**${value}**`, ''] : [value, `**${ratio}**`];
}

function targetText({ better, unit = '', target, peerTarget }: OutcomeRow): string {
  if (peerTarget !== undefined) return `${peerTarget} times as good`;
  return target === undefined ? '' : `${better === 'lower' ? 'at most' : 'at least'} ${formatNumber(target)} ${unit}`;
}

function missedText(rows: readonly OutcomeRow[], reasons: Reasons): string {
  return rows
    .filter(isMissed)
    .map(({ name }) => `\n**${name}** misses its target. ${reasons.get(name) ?? 'The reason is not known yet.'}\n`)
    .join('');
}
