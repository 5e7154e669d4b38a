import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../house/sources.js';
import { barChart } from './bars.js';
import { lineChart } from './lines.js';
import type { Outcome } from './outcome.js';
import { headlineParts, readReasons } from './headline.js';
import { filled, partsOf, type Parts } from './report.js';
import { sizingParts } from './sizing.js';

const PAGE = join(ROOT, 'docs', 'benchmarks.md');
const SIZING = join(ROOT, 'docs', 'sizing.md');
const FILES = join(ROOT, 'docs', 'benchmarks');

/** The chart of a run: curves if nothing else was measured. */
export function svgOf({ rows, curves }: Outcome): string {
  return rows.length === 0 ? lineChart(curves) : barChart(rows);
}

/** Writes the run to docs/benchmarks/, with its charts, and updates the pages. Headline rows have a section and a file of their own. */
export async function publish(outcome: Outcome, { isHeadline }: { readonly isHeadline: boolean }): Promise<void> {
  await mkdir(FILES, { recursive: true });
  await writeFile(join(FILES, isHeadline ? 'headline.json' : 'run.json'), jsonText(outcome));
  if (outcome.curves.length > 0) await writeFile(join(FILES, 'growth.svg'), lineChart(outcome.curves));
  if (isHeadline) {
    await fill(PAGE, headlineParts(outcome, await readReasons()));
    return;
  }
  await writeFile(join(FILES, 'rows.svg'), barChart(outcome.rows));
  await fill(PAGE, partsOf(outcome));
  await fill(SIZING, sizingParts(outcome));
}

/** In prettier's layout, which has pairs of numbers on one line. */
export function jsonText(outcome: Outcome): string {
  return `${JSON.stringify(outcome, undefined, 2).replaceAll(/\[\s+([^\s,[{]+),\s+([^\s,\]]+)\s+\]/g, '[$1, $2]')}\n`;
}

async function fill(page: string, parts: Parts): Promise<void> {
  await writeFile(page, filled(await readFile(page, 'utf8'), parts));
}
