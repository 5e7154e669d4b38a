/**
 * `npm run bench [-- store…] [-- --only=text]`: how fast and how big the server is, beside what it should be. Stores
 * are `embedded`, `ephemeral`, `etcd` and `etcd-new`; all of them when none is named. `--only` picks the rows with that text.
 */
import { parseArgs } from 'node:util';
import { apply } from './bench/apply.js';
import { authorization } from './bench/authorization.js';
import { codec } from './bench/codec.js';
import { fullServer } from './bench/lists.js';
import { overloadedServer } from './bench/overload.js';
import { emptyServer } from './bench/requests.js';
import { asError, ratio, STORES, type Group, type Measurement, type Row, type StoreName } from './bench/row.js';
import { signIn } from './bench/sign-in.js';
import { startInProcess, startOfProcess } from './bench/start.js';
import { watchedServer } from './bench/watches.js';

const GROUPS: readonly Group[] = [
  codec,
  authorization,
  signIn,
  apply,
  startOfProcess,
  startInProcess,
  emptyServer,
  fullServer,
  watchedServer,
  overloadedServer,
];
const WIDTHS = [38, 12, 14, 14, 8, 12, 8] as const;

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
  printLine('what', 'store', 'value', 'target', 'ratio', 'peer', 'ratio');
  const isWanted = ({ name }: Row): boolean => name.includes(values.only);
  for (const store of stores.filter(isAvailable)) {
    for (const { rows, measure } of GROUPS) {
      const failAll = (error: unknown): void =>
        rows.filter(isWanted).forEach((row) => printRow(store, row, asError(error)));
      await measure(store, isWanted, (row, result) => printRow(store, row, result)).catch(failAll);
    }
  }
}

function printRow(store: StoreName, row: Row, result: Measurement | Error): void {
  if (result instanceof Error) {
    printLine(row.name, store, 'failed');
    process.stderr.write(`  ${result.message}\n`);
    process.exitCode = 1;
    return;
  }
  const { value, unit, note } = result;
  const beside = (other: number | undefined): string[] =>
    other === undefined ? [] : [`${format(other)} ${unit}`, ratio(row, value, other).toFixed(2)];
  const isMissed = ratio(row, value, row.target) < 1;
  printLine(row.name, store, `${format(value)} ${unit}`, ...beside(row.target), ...beside(row.peer));
  if (isMissed) process.stdout.write('  (missed)\n');
  if (note !== undefined) process.stdout.write(`  (${note})\n`);
}

function isAvailable(store: StoreName): boolean {
  if (store !== 'etcd-new' || process.env['ETCD_NEW'] !== undefined) return true;
  process.stderr.write('etcd-new is left out: ETCD_NEW must name an etcd of 3.5.8 or later\n');
  return false;
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
