import { collectionPath, type Resource } from '../api/discovery.js';
import { routeOf, usePage } from '../context.js';
import { objectCommand } from '../route/kubectl.js';
import { Link } from '../route/link.js';
import type { Route } from '../route/route.js';
import { CommandStrip } from '../shell/command-strip.js';
import { ConnectionMark, ConnectionProblem } from '../shell/connection.js';
import { useObject } from './use-object.js';
import { YamlView } from './yaml-view.js';

interface ObjectViewProps {
  readonly route: Extract<Route, { view: 'object' }>;
  readonly resource: Resource;
}

/** One object, live. */
export function ObjectView({ route, resource }: ObjectViewProps) {
  const { api } = usePage();
  const { of, name } = route;
  const { object, isDeleted, connection } = useObject(api, collectionPath(resource, of.namespace), name);
  return (
    <section class="object">
      <div class="heading">
        <p class="trail">
          <Link to={{ view: 'list', of: routeOf(resource, of.namespace), filter: '', labels: '' }}>
            {resource.kind}
          </Link>
          {of.namespace !== '' && <span class="muted"> in {of.namespace}</span>}
        </p>
        <h1>{name}</h1>
        <ConnectionMark connection={connection} />
      </div>
      <ConnectionProblem connection={connection} />
      {isDeleted && (
        <p class="notice notice-refused" role="alert">
          {object === undefined
            ? `There is no ${resource.kind} of this name.`
            : 'The object was deleted. This is its last state.'}
        </p>
      )}
      {object !== undefined && <YamlView object={object} />}
      <CommandStrip command={objectCommand('get', { resource, namespace: of.namespace, name })} />
    </section>
  );
}
