import { formatNumber, type Outcome } from './outcome.js';
import { markdownTable, type Parts } from './report.js';
import type { StoreName } from './row.js';

/** A line of docs/sizing.md and its source: a row of the benchmark, or a point of a curve. */
interface Line {
  readonly what: string;
  readonly row: string;
  readonly at?: number;
  /** Where the measurement is independent of the store. */
  readonly store?: StoreName;
}

const MEMORY: readonly Line[] = [
  { what: 'a server that does nothing', row: 'resident memory when idle' },
  { what: '1,000 objects, just started', row: 'memory', at: 1000 },
  { what: '10,000 objects, just started', row: 'memory', at: 10_000 },
  { what: '30,000 objects, just started', row: 'memory', at: 30_000 },
  { what: '26,000 objects, written through this server and listed', row: 'resident memory, 26,000 objects' },
  { what: '100,000 objects, just started', row: 'its resident memory' },
  { what: '5,000 idle watches, in addition', row: 'memory of 5,000 idle watches' },
  { what: 'after ten times what it can answer, to before', row: 'memory after overload, to before' },
];

const SPEED: readonly Line[] = [
  { what: 'reads of one object, 32 connections', row: 'get of 1 KB, TLS, 32 connections' },
  { what: 'writes of one object, 16 connections', row: 'create of 1 KB, TLS, 16 connections' },
  { what: 'pages of 500 objects, 4 connections', row: 'list of 500, 4 connections' },
  { what: 'events to 500 watchers, all together', row: '500 watchers, events delivered' },
  { what: 'a list of 26,000 objects from the cache', row: 'list of 26,000, any version' },
  { what: 'a list of 26,000 objects, most recent version', row: 'list of 26,000, most recent' },
  {
    what: 'a decision of RBAC with 1,000 roles and 2,000 bindings',
    row: 'authorize, 1,000 roles, 2,000 bindings',
    store: 'ephemeral',
  },
  { what: 'from the start to ready, nothing stored', row: 'start to ready, process' },
  { what: 'from the start to the first list of 30,000 objects', row: 'warm start', at: 30_000 },
  { what: 'from the start to the first list of 100,000 objects', row: 'replica with 100,000 objects, warm' },
];

/** The generated parts of docs/sizing.md. */
export function sizingParts(outcome: Outcome): Parts {
  const { machine, versions, when } = outcome;
  const table = (lines: readonly Line[]): string =>
    markdownTable(
      ['What', 'embedded store', 'etcd'],
      lines.map((line) => [
        line.what,
        ...(['embedded', 'etcd'] as const).map((store) => valueText(outcome, line, store)),
      ]),
    );
  return {
    machine:
      `Measured on ${when.slice(0, 10)} with ${machine['cores']} cores (${machine['processor']}), ${machine['memory']} of memory, ` +
      `Node ${versions['node']} and etcd ${versions['etcd']}; the client and etcd ran on the same cores.\n`,
    memory: table(MEMORY),
    speed: table(SPEED),
  };
}

/** A measured value with its unit; a dash if the run lacks it. */
function valueText(outcome: Outcome, { row, at, store: only }: Line, store: StoreName): string {
  const isOwn = (each: { readonly name: string; readonly store: StoreName }): boolean =>
    each.name === row && each.store === (only ?? store);
  const found = outcome.rows.find(isOwn);
  const curve = outcome.curves.find(isOwn);
  const value = at === undefined ? found?.value : curve?.points.find((point) => point.at === at)?.value;
  return value === undefined ? '–' : `${formatNumber(value)} ${(at === undefined ? found : curve)?.unit}`;
}
