import { useMemo, useState } from 'preact/hooks';
import { collectionPath, type Resource } from '../api/discovery.js';
import { usePage } from '../context.js';
import { go } from '../route/location.js';
import { getCommand } from '../route/kubectl.js';
import { formatRoute, type Route } from '../route/route.js';
import { CommandStrip } from '../shell/command-strip.js';
import { ConnectionMark, ConnectionProblem } from '../shell/connection.js';
import { Grid } from './grid.js';
import { filterRows, sortRows, type Row, type Sorting } from './rows.js';
import { useTable } from './use-table.js';

interface ListViewProps {
  readonly route: Extract<Route, { view: 'list' }>;
  readonly resource: Resource;
}

/** The objects of a resource, live. */
export function ListView({ route, resource }: ListViewProps) {
  const { api } = usePage();
  const { of, filter, labels } = route;
  const { columns, rows, connection } = useTable({
    api,
    path: collectionPath(resource, of.namespace),
    query: labels === '' ? {} : { labelSelector: labels },
  });
  const [sorting, setSorting] = useState<Sorting>();
  const shown = useMemo(() => {
    const found = filterRows(rows, filter);
    return sorting === undefined ? found : sortRows(found, columns, sorting);
  }, [rows, filter, sorting]);
  const routeOfRow = ({ meta }: Row): Route => ({
    view: 'object',
    of: { ...of, namespace: meta.namespace ?? '' },
    name: meta.name ?? '',
    tab: 'yaml',
  });
  const isEmpty = shown.length === 0 && connection.state !== 'loading';
  return (
    <section class="list" aria-busy={connection.state === 'loading'}>
      <div class="heading">
        <h1>{resource.kind}</h1>
        <span class="count">{filter === '' ? rows.length : `${shown.length} of ${rows.length}`}</span>
        <ConnectionMark connection={connection} />
        <span class="space" />
        <input
          class="field"
          type="search"
          placeholder="Filter by any text"
          aria-label="Filter by any text"
          value={filter}
          onInput={(event) => go({ ...route, filter: event.currentTarget.value }, { replace: true })}
        />
        <input
          class="field"
          type="search"
          placeholder="Labels, such as app=web"
          aria-label="Label selector"
          value={labels}
          onChange={(event) => go({ ...route, labels: event.currentTarget.value.trim() })}
        />
      </div>
      <ConnectionProblem connection={connection} />
      <Grid
        label={`${resource.kind} objects`}
        columns={columns}
        rows={shown}
        withNamespace={resource.namespaced && of.namespace === ''}
        sorting={sorting}
        onSort={(column) => setSorting((former) => nextSorting(former, column))}
        hrefOf={(row) => formatRoute(routeOfRow(row))}
        onOpen={(row) => go(routeOfRow(row))}
      />
      {isEmpty && (
        <p class="nothing">
          {filter === ''
            ? `There is no ${resource.kind}${of.namespace === '' ? '' : ` in ${of.namespace}`}.`
            : 'No row has this text.'}
        </p>
      )}
      <CommandStrip command={getCommand(resource, { namespace: of.namespace, labels })} />
    </section>
  );
}

/** Ascending, then descending, then the order of the server. */
function nextSorting(former: Sorting | undefined, column: number): Sorting | undefined {
  if (former?.column !== column) return { column, descending: false };
  return former.descending ? undefined : { column, descending: true };
}
