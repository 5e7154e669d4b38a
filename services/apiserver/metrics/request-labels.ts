import type { RequestContext } from '../request/context.js';
import { isWatch, type RequestInfo } from '../request/info.js';

/** The methods that write. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Subresources that are connected to, whatever the method. */
const CONNECTED: ReadonlySet<string> = new Set(['log', 'exec', 'portforward', 'attach', 'proxy']);

export type Scope = '' | 'resource' | 'namespace' | 'cluster';

/** Verbs that a collection can have. */
const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/**
 * One object, the collection of a namespace, or one of the cluster; empty for a request of no resource. A list or watch whose field
 * selector requires a name is about one object, as in Kubernetes. So is every verb that collections do not have, so that bad
 * requests add no label values.
 */
export function scopeLabel(info: RequestInfo): Scope {
  if (info.type !== 'resource') return '';
  if (info.name !== '' || !COLLECTION_VERBS.has(info.verb)) return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}

/**
 * Such as GET, LIST, WATCH, APPLY and CONNECT; OTHER for unknown methods. As in Kubernetes, a list of the scope `resource` counts
 * as GET.
 */
export function verbLabel(context: RequestContext, info: RequestInfo, scope: Scope): string {
  const { method } = context.request;
  if (info.type === 'resource' && CONNECTED.has(info.subresource)) return 'CONNECT';
  if (method === 'GET' || method === 'HEAD') {
    if (isWatch(info)) return 'WATCH';
    return scope === '' || scope === 'resource' ? 'GET' : 'LIST';
  }
  if (method === 'PATCH' && context.header('content-type')?.startsWith('application/apply-patch') === true)
    return 'APPLY';
  return WRITING.has(method) ? method : 'OTHER';
}

/** `All` for a dry run, `invalid` where that cannot be told. Reads are none. */
export function dryRunLabel({ request, query }: Pick<RequestContext, 'request' | 'query'>): '' | 'All' | 'invalid' {
  if (!WRITING.has(request.method) || !request.target.includes('dryRun')) return '';
  const values = query.getAll('dryRun');
  if (values.length === 0) return '';
  return values.every((value) => value === 'All') ? 'All' : 'invalid';
}

/** Whether it may take as long as it likes, and is counted as long as it does. */
export function isLongRunning(info: RequestInfo): boolean {
  return isWatch(info) || (info.type === 'resource' && CONNECTED.has(info.subresource));
}

/** As Kubernetes counts it: by the verb alone. */
export function isReadOnly(verb: string): boolean {
  return verb === 'get' || verb === 'list' || verb === 'watch' || verb === 'head';
}
