import { useMemo } from 'preact/hooks';
import { routeOf, usePage } from '../context.js';
import { Link } from '../route/link.js';
import { categories } from './categories.js';

/** Everything that the server serves. */
export function Home() {
  const { resources, namespace, session } = usePage();
  const all = useMemo(() => categories(resources), [resources]);
  return (
    <section class="home">
      <h1>Overview</h1>
      <p class="muted">
        {session.server} serves {resources.length} kinds. You are <strong>{session.user}</strong>.
      </p>
      <div class="tiles">
        {all.map(({ title, resources: list }) => (
          <section class="card" key={title}>
            <h2>{title}</h2>
            <ul>
              {list.map((resource) => (
                <li key={`${resource.group}/${resource.name}`}>
                  <Link to={{ view: 'list', of: routeOf(resource, namespace), filter: '', labels: '' }}>
                    {resource.kind}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
