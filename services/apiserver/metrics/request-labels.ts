import type { RequestContext } from '../request/context.js';
import type { RequestInfo } from '../request/info.js';

/** The methods that write. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Subresources that are connected to, whatever the method. */
const CONNECTED: ReadonlySet<string> = new Set(['log', 'exec', 'portforward', 'attach', 'proxy']);

export type Scope = '' | 'resource' | 'namespace' | 'cluster';

/** Verbs that a collection can have. */
const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/**
 * One object, the collection of a namespace, or one of the cluster; empty where the request is about no resource. What
 * cannot be said of a collection is about an object, so that nobody fills metrics with what there is not.
 */
export function scopeLabel(info: RequestInfo | undefined): Scope {
  if (info?.type !== 'resource') return '';
  if (info.name !== '' || !COLLECTION_VERBS.has(info.verb)) return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}

/** Such as GET, LIST, WATCH, APPLY and CONNECT; OTHER for methods that nobody knows. */
export function verbLabel(context: RequestContext, info: RequestInfo | undefined, scope: Scope): string {
  const { method } = context.request;
  if (info?.type === 'resource' && CONNECTED.has(info.subresource)) return 'CONNECT';
  if (method === 'GET' || method === 'HEAD') {
    if (info?.verb === 'watch') return 'WATCH';
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
export function isLongRunning(info: RequestInfo | undefined): boolean {
  return info?.verb === 'watch' || (info?.type === 'resource' && CONNECTED.has(info.subresource));
}

/** As Kubernetes counts it: by the verb alone. */
export function isReadOnly(verb: string): boolean {
  return verb === 'get' || verb === 'list' || verb === 'watch' || verb === 'head';
}
