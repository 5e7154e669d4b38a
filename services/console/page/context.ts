import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Resource } from './api/discovery.js';
import type { Api, SessionView } from './api/request.js';
import type { ResourceRoute } from './route/route.js';

/** What every view needs. */
export interface PageContext {
  readonly api: Api;
  readonly session: SessionView;
  /** All served resources. */
  readonly resources: readonly Resource[];
  /** The selected namespace; empty for all. */
  readonly namespace: string;
  readonly selectNamespace: (namespace: string) => void;
}

const Context = createContext<PageContext | undefined>(undefined);

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === undefined) throw new Error('a view is outside of the page');
  return page;
}

/** The resource of a route; undefined once the server no longer serves it. */
export function resourceOf(resources: readonly Resource[], route: ResourceRoute): Resource | undefined {
  return resources.find(({ group, name }) => group === route.group && name === route.resource);
}

/** The resource of an object's kind. */
export function resourceOfKind(resources: readonly Resource[], apiVersion: string, kind: string): Resource | undefined {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return resources.find((each) => each.group === group && each.kind === kind);
}

/** The route of a resource in a namespace. */
export function routeOf({ group, version, name, namespaced }: Resource, namespace: string): ResourceRoute {
  return { group, version, resource: name, namespace: namespaced ? namespace : '' };
}
