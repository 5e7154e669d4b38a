import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { requiredName } from '@pilothouse/apimachinery/selectors/fields.js';
import { NO_SELECTORS, type Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { booleanParameter } from './query.js';
import { selectorsOf } from './selectors.js';
import type { Verb } from '@pilothouse/kinds/definition/verb.js';

/**
 * The attributes of a request (Kubernetes' RequestInfo), computed once from its method, path and query. Authorization, audit,
 * admission, flow control, metrics and the endpoints use them. All values are percent-decoded.
 */
export type RequestInfo = ResourceRequest | NonResourceRequest;

export interface ResourceRequest {
  readonly type: 'resource';
  readonly verb: Verb;
  readonly path: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace: string;
  /**
   * Name of the object: from the path or, for a list or watch of a collection, from the field selector
   * `metadata.name=<name>`. Otherwise empty, also for deletecollection, which Kubernetes does not restrict by resource names.
   */
  readonly name: string;
  /** Whether the path is that of a collection, so that `name` comes from the field selector. */
  readonly isCollection: boolean;
  /** The path after the subresource, as sent, such as `/a/b`. Only a proxied path keeps its trailing slash. */
  readonly rest: string;
  /** Selectors of list, watch and deletecollection; empty for other verbs, which ignore these parameters. */
  readonly selectors: Selectors;
}

export interface NonResourceRequest {
  readonly type: 'nonResource';
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/** The input for request attributes. */
export interface RequestLine {
  readonly method: string;
  /** Without the query, as sent. */
  readonly path: string;
  /** Accessed only if the attributes depend on it. */
  readonly query: URLSearchParams;
}

/** Whether the request is a watch of a resource. */
export function isWatch(info: RequestInfo): boolean {
  return info.type === 'resource' && info.verb === 'watch';
}

/** Subresources that connect the client to a running program, by name (Kubernetes' BasicLongRunningRequestCheck). */
const CONNECTING: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/** Whether the request connects the client to a running program. */
export function isConnect(info: RequestInfo): boolean {
  return info.type === 'resource' && CONNECTING.has(info.subresource);
}

/** Whether the request has no timeout, is not limited by flow control after its beginning, and counts as long-running. */
export function isLongRunning(info: RequestInfo): boolean {
  return isWatch(info) || isConnect(info);
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** Segments after `namespaces/{name}` that are subresources of the namespace. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/**
 * Computes request attributes by Kubernetes' RequestInfo rules. One difference: a path of an object with `watch` in the query
 * is a watch of that object.
 *
 * Throws 400 for a path whose segments cannot be names, such as an encoded `..`, `/`, `%` or NUL, or an empty one, and 405 for an
 * unsupported method. An invalid selector is no error here: the endpoint refuses it.
 */
export function requestInfo(line: RequestLine): RequestInfo {
  const { method, path } = line;
  const raw = segmentsOf(path);
  const prefix = raw[0];
  const versionAt = prefix === 'api' ? 1 : prefix === 'apis' ? 2 : undefined;
  if (versionAt === undefined || raw.length < versionAt + 2) return nonResourceInfo(line);
  const end = proxiedFrom(raw, versionAt);
  const segments = raw.slice(0, end).map((segment) => decodeSegment(segment, path));
  const group = prefix === 'apis' ? (segments[1] ?? '') : '';
  const version = segments[versionAt] ?? '';
  let parts = segments.slice(versionAt + 1);
  // Kubernetes' deprecated watch path, without the query parameter.
  const isWatchPath = parts[0] === 'watch' && parts.length > 1 && method === 'GET';
  if (isWatchPath) parts = parts.slice(1);
  let namespace = '';
  if (parts[0] === 'namespaces' && parts[1] !== undefined) {
    namespace = parts[1];
    if (parts[2] !== undefined && !NAMESPACE_SUBRESOURCES.has(parts[2])) parts = parts.slice(2);
  }
  const [resource = '', pathName = '', subresource = '', ...others] = parts;
  const isCollection = pathName === '';
  const verb = isWatchPath ? 'watch' : verbOf(line, { isCollection, subresource });
  const selectors = SELECTING_VERBS.has(verb) ? selectorsOf(line.query) : NO_SELECTORS;
  const name = isCollection && verb !== 'deletecollection' ? selectedName(selectors) : pathName;
  return {
    type: 'resource',
    verb,
    path,
    group,
    version,
    resource,
    subresource,
    namespace,
    name,
    isCollection,
    rest: end === undefined ? others.map((segment) => `/${segment}`).join('') : proxiedPath(raw.slice(end), path),
    selectors,
  };
}

/**
 * The index of the first segment of a proxied path, which belongs to another server and is not checked. Undefined if the path
 * has no subresource `proxy`.
 */
function proxiedFrom(raw: readonly string[], versionAt: number): number | undefined {
  const at = versionAt + (raw[versionAt + 1] === 'namespaces' ? 5 : 3);
  return raw[at] === PROXY ? at + 1 : undefined;
}

const PROXY = 'proxy';

function proxiedPath(raw: readonly string[], path: string): string {
  return `${raw.map((segment) => `/${segment}`).join('')}${path.endsWith('/') ? '/' : ''}`;
}

/** The attributes of a non-resource request, and of an invalid one. */
export function nonResourceInfo({ method, path }: Pick<RequestLine, 'method' | 'path'>): NonResourceRequest {
  return { type: 'nonResource', verb: method.toLowerCase(), path };
}

/** The verbs with the parameters `fieldSelector` and `labelSelector`. */
const SELECTING_VERBS: ReadonlySet<Verb> = new Set(['list', 'watch', 'deletecollection']);

function selectedName({ fields }: Selectors): string {
  return (fields?.selector && requiredName(fields.selector)) ?? '';
}

/** The segments of the path, without leading and trailing slashes. */
function segmentsOf(path: string): string[] {
  let [start, end] = [0, path.length];
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end).split('/');
}

function verbOf(
  line: RequestLine,
  { isCollection, subresource }: Pick<ResourceRequest, 'isCollection' | 'subresource'>,
): Verb {
  const verb = VERBS.get(line.method);
  if (verb === undefined)
    throw new StatusError('MethodNotAllowed', `the method ${JSON.stringify(line.method)} is not supported`);
  if (verb === 'get' && subresource === '' && booleanParameter(line.query, 'watch') === true) return 'watch';
  if (verb === 'get') return isCollection ? 'list' : 'get';
  return verb === 'delete' && isCollection ? 'deletecollection' : verb;
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
