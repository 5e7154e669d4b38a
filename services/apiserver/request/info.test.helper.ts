import { requestInfo, type RequestInfo } from './info.js';

/** The attributes of a request to `target`, which is a path with or without a query. */
export function infoOf(method: string, target: string): RequestInfo {
  const [path = '', query = ''] = target.split('?');
  return requestInfo({ method, path, query: new URLSearchParams(query) });
}
