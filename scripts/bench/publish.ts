import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../house/sources.js';
import { barChart } from './bars.js';
import { lineChart } from './lines.js';
import type { Outcome } from './outcome.js';
import { filled, partsOf } from './report.js';
import { sizingParts } from './sizing.js';

/** The pages, and their parts from a run. */
const PAGES = [
  [join(ROOT, 'docs', 'benchmarks.md'), partsOf],
  [join(ROOT, 'docs', 'sizing.md'), sizingParts],
] as const;
const FILES = join(ROOT, 'docs', 'benchmarks');

/** The chart of a run: curves if nothing else was measured. */
export function svgOf({ rows, curves }: Outcome): string {
  return rows.length === 0 ? lineChart(curves) : barChart(rows);
}

/** Writes the run to docs/benchmarks/, with both charts, and updates the pages. */
export async function publish(outcome: Outcome): Promise<void> {
  await mkdir(FILES, { recursive: true });
  await writeFile(join(FILES, 'run.json'), `${JSON.stringify(outcome, undefined, 2)}\n`);
  await writeFile(join(FILES, 'rows.svg'), barChart(outcome.rows));
  await writeFile(join(FILES, 'growth.svg'), lineChart(outcome.curves));
  for (const [page, parts] of PAGES) await writeFile(page, filled(await readFile(page, 'utf8'), parts(outcome)));
}
