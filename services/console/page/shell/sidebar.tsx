import { useMemo, useState } from 'preact/hooks';
import { routeOf, usePage } from '../context.js';
import { Link } from '../route/link.js';
import type { Route } from '../route/route.js';
import { categories } from './categories.js';

/** Navigation of all resources that the server serves. */
export function Sidebar({ route }: { readonly route: Route }) {
  const { resources, namespace } = usePage();
  const [filter, setFilter] = useState('');
  const all = useMemo(() => categories(resources), [resources]);
  const wanted = filter.trim().toLowerCase();
  const present = route.view === 'list' || route.view === 'object' ? route.of : undefined;
  const shown = all
    .map(({ title, resources: list }) => ({
      title,
      list: list.filter(({ kind, name, group, shortNames }) =>
        [kind, name, group, ...shortNames].some((text) => text.toLowerCase().includes(wanted)),
      ),
    }))
    .filter(({ list }) => list.length > 0);
  return (
    <nav class="sidebar" aria-label="Resources">
      <input
        class="field"
        type="search"
        placeholder="Filter kinds"
        aria-label="Filter kinds"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <ul class="links">
        <li>
          <Link to={{ view: 'home' }} current={route.view === 'home'}>
            Overview
          </Link>
        </li>
        <li>
          <Link to={{ view: 'installation' }} current={route.view === 'installation'}>
            Installation
          </Link>
        </li>
        <li>
          <Link to={{ view: 'access', verb: 'get', resource: 'pods' }} current={route.view === 'access'}>
            Access
          </Link>
        </li>
      </ul>
      {shown.map(({ title, list }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul class="links">
            {list.map((resource) => (
              <li key={`${resource.group}/${resource.name}`}>
                <Link
                  to={{ view: 'list', of: routeOf(resource, namespace), filter: '', labels: '' }}
                  current={present?.resource === resource.name && present.group === resource.group}
                >
                  <span>{resource.kind}</span>
                  {isAmbiguous(resource.kind, list) && <small>{resource.group || 'core'}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <p class="muted">No kind has this name.</p>}
    </nav>
  );
}

function isAmbiguous(kind: string, list: readonly { readonly kind: string }[]): boolean {
  return list.filter((each) => each.kind === kind).length > 1;
}
