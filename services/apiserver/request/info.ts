import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** What a request is about, read from its method and path alone. Names and the rest are percent-decoded. */
export type RequestInfo = ResourceRequest | NonResourceRequest;

export interface ResourceRequest {
  readonly type: 'resource';
  readonly verb: Verb;
  readonly path: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty when the request is for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  /** Path segments after the subresource; no built-in resource takes any. */
  readonly rest: readonly string[];
}

export interface NonResourceRequest {
  readonly type: 'nonResource';
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

const ITEM_VERBS: Readonly<Record<string, Verb>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Segments that follow `namespaces/{name}` and belong to the namespace itself. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/**
 * Classifies a request (Kubernetes' RequestInfo rules). `watch` tells whether the query asks for a watch.
 * Throws 400 for a path whose segments could not be names, such as an encoded `..`, `/`, `%` or NUL, or none between two
 * slashes, and 405 for a method that no resource has.
 */
export function requestInfo(method: string, path: string, watch: boolean): RequestInfo {
  const raw = segmentsOf(path);
  const prefix = raw[0];
  const versionAt = prefix === 'api' ? 1 : prefix === 'apis' ? 2 : undefined;
  if (versionAt === undefined || raw.length < versionAt + 2) {
    return { type: 'nonResource', verb: method.toLowerCase(), path };
  }
  const segments = raw.map((segment) => decodeSegment(segment, path));
  const group = prefix === 'apis' ? (segments[1] ?? '') : '';
  const version = segments[versionAt] ?? '';
  let parts = segments.slice(versionAt + 1);
  // The old way to watch, before the query said so.
  const isWatchPath = parts[0] === 'watch' && parts.length > 1 && method === 'GET';
  if (isWatchPath) parts = parts.slice(1);
  let namespace = '';
  if (parts[0] === 'namespaces' && parts[1] !== undefined) {
    namespace = parts[1];
    if (parts[2] !== undefined && !NAMESPACE_SUBRESOURCES.has(parts[2])) parts = parts.slice(2);
  }
  const [resource = '', name = '', subresource = '', ...rest] = parts;
  const verb = verbOf(method, name === '', watch || isWatchPath);
  return { type: 'resource', verb, path, group, version, resource, subresource, namespace, name, rest };
}

/** What stands between slashes, but for those at either end. */
function segmentsOf(path: string): string[] {
  let [start, end] = [0, path.length];
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end).split('/');
}

function verbOf(method: string, isCollection: boolean, watch: boolean): Verb {
  const verb = ITEM_VERBS[method];
  if (verb === undefined)
    throw new StatusError('MethodNotAllowed', `the method ${JSON.stringify(method)} is not supported`);
  if (verb === 'get' && (isCollection || watch)) return watch ? 'watch' : 'list';
  if (verb === 'delete' && isCollection) return 'deletecollection';
  return verb;
}

function decodeSegment(segment: string, path: string): string {
  let decoded = segment;
  try {
    if (segment.includes('%')) decoded = decodeURIComponent(segment);
  } catch {
    throw badRequest(`invalid percent-encoding in the path ${JSON.stringify(path)}`);
  }
  const problems = decoded === '' ? ['may not be empty'] : pathSegmentName(decoded);
  if (problems.length === 0) return decoded;
  throw badRequest(`invalid path segment ${JSON.stringify(decoded.slice(0, 64))}: ${problems.join(', ')}`);
}
