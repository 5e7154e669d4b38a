import type { ApiObject } from '../api/types.js';
import { usePage } from '../context.js';
import { go } from '../route/location.js';
import { formatRoute, type Route } from '../route/route.js';
import { ConnectionProblem } from '../shell/connection.js';
import { Grid } from '../table/grid.js';
import type { Row } from '../table/rows.js';
import { useTable } from '../table/use-table.js';

/** The events about an object, live. */
export function EventsView({ object }: { readonly object: ApiObject }) {
  const { api } = usePage();
  const { namespace = '', uid = '' } = object.metadata;
  const { columns, rows, connection } = useTable({
    api,
    path: namespace === '' ? '/api/v1/events' : `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`,
    query: { fieldSelector: `involvedObject.uid=${uid}` },
  });
  const routeOfRow = ({ meta }: Row): Route => ({
    view: 'object',
    of: { group: '', version: 'v1', resource: 'events', namespace: meta.namespace ?? '' },
    name: meta.name ?? '',
    tab: 'yaml',
  });
  return (
    <>
      <ConnectionProblem connection={connection} />
      {rows.length === 0 && connection.state !== 'loading' ? (
        <p class="muted">No events are kept about this object. Servers keep events for an hour by default.</p>
      ) : (
        <Grid
          label="Events"
          columns={columns}
          rows={rows}
          withNamespace={false}
          sorting={undefined}
          onSort={() => undefined}
          hrefOf={(row) => formatRoute(routeOfRow(row))}
          onOpen={(row) => go(routeOfRow(row))}
        />
      )}
    </>
  );
}
