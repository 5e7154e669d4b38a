import { useSyncExternalStore } from '../store.js';
import { formatRoute, parseRoute, type Route } from './route.js';

const CHANGED = 'console:route';

/** Shows another view. `replace` keeps the length of the history, for typed text. */
export function go(route: Route, { replace = false } = {}): void {
  const url = formatRoute(route);
  if (replace) history.replaceState(undefined, '', url);
  else history.pushState(undefined, '', url);
  window.dispatchEvent(new Event(CHANGED));
}

/** The route of the present URL. */
export function useRoute(): Route {
  const url = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`);
  const [path = '', search = ''] = url.split('?');
  return parseRoute(path, search);
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  for (const name of ['popstate', CHANGED]) window.addEventListener(name, listener, { signal: stop.signal });
  return () => stop.abort();
}
