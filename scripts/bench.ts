/**
 * `npm run bench [-- store…] [-- --only=text]`: how fast and how big the server is, beside what it should be. Stores
 * are `embedded`, `ephemeral` and `etcd`; all of them when none is named. `--only` picks the rows with that text.
 */
import { parseArgs } from 'node:util';
import { memoryRows } from './bench/memory.js';
import { requestRows } from './bench/requests.js';
import { ratio, STORES, type Row, type StoreName } from './bench/row.js';
import { startRows } from './bench/start.js';

const ROWS: readonly Row[] = [...startRows, ...memoryRows, ...requestRows];
const WIDTHS = [36, 12, 14, 12, 8] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const unknown = positionals.filter((name) => !isStore(name));
if (unknown.length > 0) {
  process.stderr.write(`error: no such store: ${unknown.join(', ')}; there are ${STORES.join(', ')}\n`);
  process.exitCode = 2;
} else {
  await printTable(positionals.length === 0 ? STORES : positionals.filter(isStore));
}

async function printTable(stores: readonly StoreName[]): Promise<void> {
  printLine('what', 'store', 'value', 'target', 'ratio');
  for (const row of ROWS.filter(({ name }) => name.includes(values.only))) {
    for (const store of stores) {
      await printRow(row, store);
    }
  }
}

async function printRow(row: Row, store: StoreName): Promise<void> {
  try {
    const result = await row.run(store);
    if (result === undefined) return;
    const { value, unit, note } = result;
    const target = `${format(row.target)} ${unit}`;
    printLine(row.name, store, `${format(value)} ${unit}`, target, ratio(row, value).toFixed(2));
    if (note !== undefined) process.stdout.write(`  (${note})\n`);
  } catch (error) {
    printLine(row.name, store, 'failed');
    process.stderr.write(`  ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function printLine(...cells: readonly string[]): void {
  const padded = cells.map((cell, index) =>
    index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
  );
  process.stdout.write(`${padded.join('').trimEnd()}\n`);
}

function format(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}

function isStore(name: string): name is StoreName {
  return STORES.some((store) => store === name);
}
