import type { RequestContext } from '../request/context.js';
import { isConnect, isWatch, type RequestInfo } from '../request/info.js';

/** Mutating methods. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export type Scope = '' | 'resource' | 'namespace' | 'cluster';

/** Verbs of collections. */
const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/**
 * One object, the collection of a namespace, or of the cluster; empty for a non-resource request. A list or watch whose field
 * selector requires a name has the scope `resource`, as in Kubernetes. Verbs that collections do not have also get it, so that
 * invalid requests add no label values.
 */
export function scopeLabel(info: RequestInfo): Scope {
  if (info.type !== 'resource') return '';
  if (info.name !== '' || !COLLECTION_VERBS.has(info.verb)) return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}

/**
 * GET, LIST, WATCH, APPLY, CONNECT and so on; OTHER for unknown methods. A list of the scope `resource` counts as GET, as in
 * Kubernetes.
 */
export function verbLabel(context: RequestContext, info: RequestInfo, scope: Scope): string {
  const { method } = context.request;
  if (isConnect(info)) return 'CONNECT';
  if (method === 'GET' || method === 'HEAD') {
    if (isWatch(info)) return 'WATCH';
    return scope === '' || scope === 'resource' ? 'GET' : 'LIST';
  }
  if (method === 'PATCH' && context.header('content-type')?.startsWith('application/apply-patch') === true)
    return 'APPLY';
  return WRITING.has(method) ? method : 'OTHER';
}

/** `All` for a dry run, `invalid` for an invalid parameter, empty for reads. */
export function dryRunLabel({ request, query }: Pick<RequestContext, 'request' | 'query'>): '' | 'All' | 'invalid' {
  if (!WRITING.has(request.method) || !request.target.includes('dryRun')) return '';
  const values = query.getAll('dryRun');
  if (values.length === 0) return '';
  return values.every((value) => value === 'All') ? 'All' : 'invalid';
}
