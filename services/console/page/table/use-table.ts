import { useEffect, useState } from 'preact/hooks';
import { follow, type Connection, type FollowOptions } from '../api/live.js';
import { tabVisibility } from '../api/visibility.js';
import type { ObjectList, Table } from '../api/types.js';
import { createRows, type Row } from './rows.js';
import type { Column } from '../api/types.js';

export interface LiveTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly connection: Connection;
}

/** A table where the server has one, or else a list. */
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
/** Milliseconds between drawings of a table: many changes are drawn at once. */
const DRAWING = { small: 50, large: 250, largeRows: 2_000 };

/** A collection as the server's table, live. */
export function useTable({ api, path, query = {} }: Pick<FollowOptions, 'api' | 'path' | 'query'>): LiveTable {
  const [table, setTable] = useState<LiveTable>({ columns: [], rows: [], connection: { state: 'loading' } });
  const selectors = JSON.stringify(query);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const rows = createRows();
    let connection: Connection = { state: 'loading' };
    let timer: number | undefined;
    const draw = (): void => {
      timer = undefined;
      setTable({ columns: rows.columns(), rows: rows.all(), connection });
    };
    const schedule = (): void => {
      const { small, large, largeRows } = DRAWING;
      timer ??= window.setTimeout(draw, rows.count() > largeRows ? large : small);
    };
    const run = async (): Promise<void> => {
      const events = follow<Table, Table>({ api, path, query, accept: TABLE, signal, visibility: tabVisibility });
      for await (const event of events) {
        switch (event.type) {
          case 'page':
            rows.page(asTable(event.page), event.isFirst);
            break;
          case 'synced':
            rows.finish();
            break;
          case 'changed':
            rows.change(event.change, asTable(event.object), Date.now());
            break;
          case 'connection':
            ({ connection } = event);
        }
        schedule();
      }
    };
    run().catch(() => undefined);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [api, path, selectors]);
  return table;
}

const PLAIN_COLUMNS: readonly Column[] = [
  { name: 'Name', type: 'string', priority: 0 },
  { name: 'Age', type: 'date', priority: 0 },
];

/** Servers of aggregated APIs may have no tables. */
function asTable(page: Table | ObjectList): Table {
  if (page.kind === 'Table') return page as Table;
  const { items, metadata } = page as ObjectList;
  const objects = items ?? [page as Table];
  const rows = objects.map(({ metadata: meta }) => ({
    cells: [meta.name, meta.creationTimestamp],
    object: { metadata: meta },
  }));
  return { kind: 'Table', metadata, columnDefinitions: PLAIN_COLUMNS, rows };
}
