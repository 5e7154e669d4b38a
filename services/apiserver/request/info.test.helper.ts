import { requestInfo, type RequestInfo } from './info.js';

/** The attributes of a request to `target`, a path with an optional query. */
export function infoOf(method: string, target: string): RequestInfo {
  const [path = '', query = ''] = target.split('?');
  return requestInfo({ method, path, query: new URLSearchParams(query) });
}
