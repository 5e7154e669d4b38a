import { useState } from 'preact/hooks';
import { collectionPath, objectPath, type Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/types.js';
import { routeOf, usePage } from '../context.js';
import { objectCommand } from '../route/kubectl.js';
import { Link } from '../route/link.js';
import { go } from '../route/location.js';
import type { ObjectTab, Route } from '../route/route.js';
import { CommandStrip } from '../shell/command-strip.js';
import { ConnectionMark, ConnectionProblem } from '../shell/connection.js';
import { conditionsOf } from './conditions.js';
import { ConditionsView } from './conditions-view.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditView, newDraft, type Draft } from './edit-view.js';
import { EventsView } from './events-view.js';
import { HistoryView } from './history-view.js';
import { RelatedView } from './related-view.js';
import { useObject, type LiveObject } from './use-object.js';
import { YamlView } from './yaml-view.js';

interface ObjectViewProps {
  readonly route: Extract<Route, { view: 'object' }>;
  readonly resource: Resource;
}

const TITLES: Readonly<Record<ObjectTab, string>> = {
  yaml: 'YAML',
  conditions: 'Conditions',
  events: 'Events',
  related: 'Related',
  history: 'History',
  edit: 'Edit',
};

/** One object, live. */
export function ObjectView({ route, resource }: ObjectViewProps) {
  const { api } = usePage();
  const { of, name, tab } = route;
  const live = useObject(api, collectionPath(resource, of.namespace), name);
  const [draft, setDraft] = useState<Draft>();
  const [isDeleting, setDeleting] = useState(false);
  const { object, isDeleted, connection } = live;
  const path = objectPath(resource, { namespace: of.namespace, name });
  const edit = (next: Draft | undefined): void => {
    setDraft(next);
    if (next === undefined) go({ ...route, tab: 'yaml' });
  };
  const canEdit = resource.verbs.has('patch') && !isDeleted;
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
        <span class="space" />
        {canEdit && object !== undefined && tab !== 'edit' && (
          <button type="button" onClick={() => go({ ...route, tab: 'edit' })}>
            Edit
          </button>
        )}
        {resource.verbs.has('delete') && object !== undefined && !isDeleted && (
          <button class="danger" type="button" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </div>
      <ConnectionProblem connection={connection} />
      {isDeleted && (
        <p class="notice notice-refused" role="alert">
          {object === undefined
            ? `There is no ${resource.kind} of this name.`
            : 'The object was deleted. This is its last state.'}
        </p>
      )}
      {object !== undefined && (
        <>
          <Tabs route={route} live={live} hasDraft={draft !== undefined} />
          {tab === 'edit' ? (
            <EditView target={{ api, path }} live={object} draft={draft ?? newDraft(object)} onDraft={edit} />
          ) : (
            <Part tab={tab} object={object} live={live} />
          )}
        </>
      )}
      {isDeleting && object !== undefined && (
        <DeleteDialog object={object} path={path} onClose={() => setDeleting(false)} />
      )}
      <CommandStrip
        command={objectCommand(isDeleting ? 'delete' : tab === 'events' ? 'events' : tab === 'edit' ? 'edit' : 'get', {
          resource,
          namespace: of.namespace,
          name,
        })}
      />
    </section>
  );
}

interface TabsProps {
  readonly route: ObjectViewProps['route'];
  readonly live: LiveObject;
  readonly hasDraft: boolean;
}

function Tabs({ route, live: { object, versions }, hasDraft }: TabsProps) {
  const tabs: ObjectTab[] = [
    'yaml',
    'conditions',
    'events',
    'related',
    'history',
    ...(hasDraft ? (['edit'] as const) : []),
  ];
  const counts: Partial<Record<ObjectTab, number>> = {
    history: versions.length - 1,
    conditions: object === undefined ? 0 : conditionsOf(object).length,
  };
  return (
    <nav class="tabs" aria-label="Parts of the object">
      {tabs.map((tab) => (
        <Link key={tab} to={{ ...route, tab }} current={tab === route.tab}>
          {TITLES[tab]}
          {(counts[tab] ?? 0) > 0 && <span class="count">{counts[tab]}</span>}
        </Link>
      ))}
    </nav>
  );
}

interface PartProps {
  readonly tab: Exclude<ObjectTab, 'edit'>;
  readonly object: ApiObject;
  readonly live: LiveObject;
}

function Part({ tab, object, live }: PartProps) {
  switch (tab) {
    case 'yaml':
      return <YamlView object={object} />;
    case 'conditions':
      return <ConditionsView object={object} />;
    case 'events':
      return <EventsView object={object} />;
    case 'related':
      return <RelatedView object={object} />;
    case 'history':
      return <HistoryView versions={live.versions} />;
  }
}
