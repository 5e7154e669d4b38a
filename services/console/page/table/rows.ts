import { cellText } from './cell.js';
import type { Column, Meta, Table, TableRow } from '../api/types.js';

export interface Row {
  /** Unique in the table, and its order. */
  readonly key: string;
  readonly meta: Meta;
  readonly cells: readonly unknown[];
  /** Time of the last change since the page was opened, in milliseconds since 1970; 0 for none. */
  readonly changed: number;
}

/** The rows of a live table, ordered by namespace and name. */
export interface Rows {
  readonly columns: () => readonly Column[];
  readonly count: () => number;
  /** A new array after each change. */
  readonly all: () => readonly Row[];
  /** Adds a page of a list. After the first list, the former rows stay until `finish`. */
  readonly page: (table: Table, isFirst: boolean) => void;
  readonly finish: () => void;
  /** Applies a table of a watch. `now` marks the rows as changed. */
  readonly change: (change: 'ADDED' | 'MODIFIED' | 'DELETED', table: Table, now: number) => void;
}

export function createRows(): Rows {
  let columns: readonly Column[] = [];
  let rows: Row[] = [];
  let shown: readonly Row[] | undefined = rows;
  /** A later list, which replaces the rows at its end. */
  let incoming: Row[] | undefined;
  let isComplete = false;
  return {
    columns: () => columns,
    count: () => rows.length,
    all: () => (shown ??= [...rows]),
    page(table, isFirst) {
      columns = table.columnDefinitions ?? columns;
      if (isFirst) {
        if (isComplete) incoming = [];
        else rows = [];
      }
      (incoming ?? rows).push(...(table.rows ?? []).map((row) => rowOf(row, 0)));
      if (incoming === undefined) shown = undefined;
    },
    finish() {
      rows = incoming ?? rows;
      incoming = undefined;
      isComplete = true;
      rows.sort((a, b) => compare(a.key, b.key));
      shown = undefined;
    },
    change(change, table, now) {
      columns = table.columnDefinitions?.length ? table.columnDefinitions : columns;
      for (const each of table.rows ?? []) {
        const row = rowOf(each, now);
        const index = placeOf(rows, row.key);
        const isThere = rows[index]?.key === row.key;
        if (change === 'DELETED') {
          if (isThere) rows.splice(index, 1);
        } else {
          rows.splice(index, isThere ? 1 : 0, row);
        }
      }
      shown = undefined;
    },
  };
}

function rowOf({ cells, object }: TableRow, changed: number): Row {
  const { metadata: meta } = object;
  return { key: `${meta.namespace ?? ''}\0${meta.name ?? ''}`, meta, cells, changed };
}

/** The index of a key, or of the row before which it belongs. */
function placeOf(rows: readonly Row[], key: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The rows with all words in their namespace, name, labels or cells. */
export function filterRows(rows: readonly Row[], filter: string): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ meta, cells }) => {
    const labels = Object.entries(meta.labels ?? {}).map(([key, value]) => `${key}=${value}`);
    const text = [meta.namespace, ...cells.map(cellText), ...labels].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Sorting {
  /** Index of the column. */
  readonly column: number;
  readonly descending: boolean;
}

/** Sorts by a cell. Equal cells keep their order. */
export function sortRows(
  rows: readonly Row[],
  columns: readonly Column[],
  { column, descending }: Sorting,
): readonly Row[] {
  const isAge = columns[column]?.name === 'Age';
  const valueOf = (row: Row): unknown => (isAge ? row.meta.creationTimestamp : row.cells[column]);
  const sign = (descending ? -1 : 1) * (isAge ? -1 : 1);
  return rows.toSorted((a, b) => sign * compareCells(valueOf(a), valueOf(b)));
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(cellText(a), cellText(b));
}
