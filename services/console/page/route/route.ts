/** What the page shows. The path of a resource is the path of the API, after `/view`. */
export type Route =
  | { readonly view: 'home' }
  | { readonly view: 'list'; readonly of: ResourceRoute; readonly filter: string; readonly labels: string }
  | { readonly view: 'object'; readonly of: ResourceRoute; readonly name: string; readonly tab: ObjectTab }
  | { readonly view: 'access'; readonly verb: string; readonly resource: string }
  | { readonly view: 'installation' | 'sign-in' };

export interface ResourceRoute {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for all namespaces, and for resources of the cluster. */
  readonly namespace: string;
}

export const OBJECT_TABS = ['yaml', 'conditions', 'events', 'related', 'history', 'edit'] as const;
export type ObjectTab = (typeof OBJECT_TABS)[number];

const RESOURCE =
  /^\/view\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+)(?=\/[^/]+))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+))?$/;

/** Reads the path and query of a URL. An unknown path is the home view. */
export function parseRoute(path: string, search = ''): Route {
  const query = new URLSearchParams(search);
  if (path === '/installation') return { view: 'installation' };
  if (path === '/sign-in') return { view: 'sign-in' };
  if (path === '/access')
    return { view: 'access', verb: query.get('verb') ?? 'get', resource: query.get('resource') ?? 'pods' };
  const parts = RESOURCE.exec(path)?.groups;
  if (parts === undefined) return { view: 'home' };
  const text = (name: string): string => decoded(parts[name] ?? '');
  const of = {
    group: text('group'),
    version: text('version'),
    resource: text('resource'),
    namespace: text('namespace'),
  };
  const name = text('name');
  if (name === '') return { view: 'list', of, filter: query.get('q') ?? '', labels: query.get('l') ?? '' };
  const tab = OBJECT_TABS.find((each) => each === query.get('tab')) ?? 'yaml';
  return { view: 'object', of, name, tab };
}

/** The URL of a view. */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'home':
      return '/';
    case 'access':
      return withQuery('/access', { verb: route.verb, resource: route.resource });
    case 'installation':
    case 'sign-in':
      return `/${route.view}`;
    case 'list':
      return withQuery(viewPath(route.of), { q: route.filter, l: route.labels });
    case 'object':
      return withQuery(`${viewPath(route.of)}/${encodeURIComponent(route.name)}`, {
        tab: route.tab === 'yaml' ? '' : route.tab,
      });
  }
}

function viewPath({ group, version, resource, namespace }: ResourceRoute): string {
  const base = group === '' ? `/view/api/${version}` : `/view/apis/${group}/${version}`;
  return `${base}${namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/${resource}`;
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
