import {
  notFound,
  qualifiedResource,
  StatusError,
  type GroupResource,
} from '@pilothouse/apimachinery/status/status-error.js';
import { readInSteps } from '@pilothouse/apimachinery/structural/schema.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { ResourceDefinition, Subresource } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Verb } from '@pilothouse/kinds/definition/verb.js';
import type { Response } from '../request/response.js';
import { action } from './action.js';
import { connect } from './connect/connect.js';
import { create } from './create.js';
import { deleteCollection } from './delete-collection.js';
import { deleteOne } from './delete.js';
import { warnOfDeprecation } from './deprecation.js';
import { get } from './get.js';
import { list } from './list.js';
import { patch } from './patch.js';
import type { Endpoint, Scope } from './scope.js';
import { traced } from './traced.js';
import { update } from './update.js';
import { isCollectionOf, virtualEndpoint, type VirtualScope } from './virtual.js';
import { watch } from './watch.js';

const ENDPOINTS: Readonly<Record<Verb, Endpoint>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
};

const COLLECTION_VERBS: readonly Verb[] = ['list', 'create', 'deletecollection'];

/** Verbs that use no schema for an empty collection: thousands of kinds are watched, and few have objects. */
const READS: readonly Verb[] = ['get', 'list', 'watch'];

/** The handler of a resource request: endpoints over stored objects, or a function. */
export type Target =
  { readonly type: 'stored'; readonly scope: Scope } | { readonly type: 'virtual'; readonly answer: VirtualEndpoint };

type VirtualEndpoint = (context: RequestContext, request: ResourceRequest) => Promise<Response>;

/** By group, version and plural, such as `apps/v1/deployments`. */
export type Targets = ReadonlyMap<string, Target>;

/** For an unknown resource: resolves once targets include what other servers have acknowledged. */
export type AwaitTarget = (request: ResourceRequest, signal: AbortSignal) => Promise<void>;

export function storedTargets(scopes: readonly Scope[]): [path: string, target: Target][] {
  return scopes.map((scope) => [scopePath(scope), { type: 'stored', scope }]);
}

export function virtualTargets(scopes: readonly VirtualScope[]): [path: string, target: Target][] {
  return scopes.map((scope) => [virtualPath(scope), { type: 'virtual', answer: virtualResource(scope) }]);
}

/**
 * Dispatches resource requests by resource and verb. Throws 404 and 405 if not served. A request keeps its target even
 * if the served resources change.
 */
export function resourceEndpoint(
  targets: () => Targets,
  awaitTarget: AwaitTarget = async () => {},
): (context: RequestContext, request: ResourceRequest) => Promise<Response> {
  const find = ({ group, version, resource }: ResourceRequest): Target | undefined =>
    targets().get(`${groupVersion(group, version)}/${resource}`);
  return async (context, request) => {
    let target = find(request);
    if (target === undefined) {
      await awaitTarget(request, context.signal);
      target = find(request);
    }
    if (target?.type === 'virtual') return target.answer(context, request);
    if (target === undefined || !isValidPath(target.scope, request)) throw notServed();
    const { scope } = target;
    if (!isAllowed(scope, request)) throw scope.resource.definition.origin ? notServed() : methodNotAllowed();
    // Its response would end only with the watch, without a body.
    if (request.verb === 'watch' && context.request.method === 'HEAD') throw methodNotAllowed();
    const subresource = request.subresource === '' ? undefined : subresourceOf(scope, request);
    const isSupported = subresource !== undefined || scope.resource.definition.verbs.includes(request.verb);
    if (!isSupported && request.verb !== 'watch') throw methodNotAllowed();
    if (!READS.includes(request.verb)) await readSchema(scope);
    warnOfDeprecation(scope, context, request);
    // A watch is a list with a parameter.
    if (!isSupported) throw methodNotSupported(scope.resource.groupResource, request.verb);
    if (subresource?.type === 'connect') return connect(scope, context, request, subresource);
    if (subresource?.type === 'action') return traced(context, request, () => action(scope, context, request));
    const endpoint = ENDPOINTS[request.verb];
    return context.trace?.isRecorded === true
      ? traced(context, request, () => endpoint(scope, context, request))
      : endpoint(scope, context, request);
  };
}

/** The schema of a custom kind is read in steps, since a large one takes some tenths of a second. */
async function readSchema({ resource: { version, maybeYield } }: Scope): Promise<void> {
  if (version.schema.type === 'custom') await runInSlices(readInSteps(version.schema), maybeYield);
}

function scopePath({ resource }: Scope): string {
  return `${resource.apiVersion}/${resource.definition.resource}`;
}

function virtualPath({ definition: { group, versions, resource } }: VirtualScope): string {
  return `${groupVersion(group, versions[0].name)}/${resource}`;
}

function virtualResource(scope: VirtualScope): VirtualEndpoint {
  const endpoint = virtualEndpoint(scope);
  return (context, request) => {
    if (!isCollectionOf(scope.definition, request)) throw notServed();
    if (request.verb !== 'create') throw methodNotAllowed();
    return endpoint(context, request);
  };
}

/** Whether the path has a namespace exactly if it must, and no unknown suffix. */
function isValidPath({ resource }: Scope, request: ResourceRequest): boolean {
  const { namespace, name, isCollection, resource: plural, subresource, rest } = request;
  if (rest !== '') {
    const found = ownSubresource(resource.definition, subresource);
    if (found?.type !== 'connect' || found.mode !== 'proxy') return false;
  }
  if (resource.definition.scope === 'Namespaced') return namespace !== '' || isCollection;
  // A Namespace is authorized in its own namespace.
  return namespace === '' || (plural === 'namespaces' && namespace === name);
}

/** Collections over all namespaces are read-only. Verbs of subresources are checked later. */
function isAllowed({ resource }: Scope, { verb, isCollection, namespace, subresource }: ResourceRequest): boolean {
  if (verb === 'watch') return true;
  if (subresource !== '') return true;
  if (!isCollection) return !COLLECTION_VERBS.includes(verb);
  if (verb === 'list') return true;
  return COLLECTION_VERBS.includes(verb) && (namespace !== '' || resource.definition.scope === 'Cluster');
}

/** Kubernetes has other texts for custom kinds. */
function subresourceOf({ resource }: Scope, { subresource, name, verb }: ResourceRequest): Subresource {
  const { definition, groupResource } = resource;
  const isCustom = definition.origin !== undefined;
  const found = ownSubresource(definition, subresource);
  if (found === undefined) throw isCustom ? notFound(groupResource, name) : notServed();
  if (!found.verbs.some((allowed) => allowed === verb)) {
    throw isCustom ? methodNotSupported(groupResource, verb) : methodNotAllowed();
  }
  return found;
}

function ownSubresource({ subresources }: ResourceDefinition, name: string): Subresource | undefined {
  return Object.hasOwn(subresources, name) ? subresources[name] : undefined;
}

export function notServed(): StatusError {
  return new StatusError('NotFound', 'the server could not find the requested resource', { details: {} });
}

function methodNotSupported(groupResource: GroupResource, verb: Verb): StatusError {
  const { group, resource } = groupResource;
  const what = JSON.stringify(qualifiedResource(groupResource));
  return new StatusError('MethodNotAllowed', `${verb} is not supported on resources of kind ${what}`, {
    details: { ...(group !== '' && { group }), kind: resource },
  });
}

export function methodNotAllowed(): StatusError {
  return new StatusError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  });
}
