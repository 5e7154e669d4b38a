import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceDefinition, Subresource } from '../registry/definition.js';
import { groupVersion } from '../registry/group-version.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest, Verb } from '../request/info.js';
import type { Response } from '../request/response.js';
import { action } from './action.js';
import { connect } from './connect.js';
import { create } from './create.js';
import { deleteCollection } from './delete-collection.js';
import { deleteOne } from './delete.js';
import { warnOfDeprecation } from './deprecation.js';
import { get } from './get.js';
import { list } from './list.js';
import { patch } from './patch.js';
import type { Endpoint, Scope } from './scope.js';
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

/** Answers resource requests: finds the resource and the verb. Throws 404 and 405 for what is not served. */
export function resourceEndpoint(
  scopes: readonly Scope[],
  virtual: readonly VirtualScope[],
): (context: RequestContext, request: ResourceRequest) => Promise<Response> {
  const byPath = new Map(scopes.map((scope) => [scopePath(scope), scope]));
  const virtualByPath = new Map(virtual.map((each) => [virtualPath(each), virtualResource(each)]));
  return (context, request) => {
    const path = `${groupVersion(request.group, request.version)}/${request.resource}`;
    const answer = virtualByPath.get(path);
    if (answer !== undefined) return answer(context, request);
    const scope = byPath.get(path);
    if (scope === undefined || !isPlace(scope, request)) throw notServed();
    if (!isAllowed(scope, request)) throw methodNotAllowed();
    // Its answer would have an end only when the watch has, and no body all that time.
    if (request.verb === 'watch' && context.request.method === 'HEAD') throw methodNotAllowed();
    const subresource = request.subresource === '' ? undefined : subresourceOf(scope, request);
    if (subresource === undefined && !scope.resource.definition.verbs.includes(request.verb)) throw methodNotAllowed();
    warnOfDeprecation(scope, context, request);
    if (subresource?.type === 'connect') return connect(scope, context, request);
    if (subresource?.type === 'action') return action(scope, context, request);
    return ENDPOINTS[request.verb](scope, context, request);
  };
}

function scopePath({ resource }: Scope): string {
  return `${resource.apiVersion}/${resource.definition.resource}`;
}

function virtualPath({ definition: { group, versions, resource } }: VirtualScope): string {
  return `${groupVersion(group, versions[0].name)}/${resource}`;
}

function virtualResource(
  scope: VirtualScope,
): (context: RequestContext, request: ResourceRequest) => Promise<Response> {
  const endpoint = virtualEndpoint(scope);
  return (context, request) => {
    if (!isCollectionOf(scope.definition, request)) throw notServed();
    if (request.verb !== 'create') throw methodNotAllowed();
    return endpoint(context, request);
  };
}

/** Whether the path has a namespace where it must and only there, and nothing after the subresource that it does not take. */
function isPlace({ resource }: Scope, request: ResourceRequest): boolean {
  const { namespace, name, isCollection, resource: plural, subresource, rest } = request;
  if (rest.length > 0) {
    const found = ownSubresource(resource.definition, subresource);
    if (found?.type !== 'connect' || found.takesPath !== true) return false;
  }
  if (resource.definition.scope === 'Namespaced') return namespace !== '' || isCollection;
  // A namespace is in itself, and in no other: its rights are asked for where it is said to be.
  return namespace === '' || (plural === 'namespaces' && namespace === name);
}

/** Collections over all namespaces can only be read. What can be done with subresources is looked at later. */
function isAllowed({ resource }: Scope, { verb, isCollection, namespace, subresource }: ResourceRequest): boolean {
  if (verb === 'watch') return true;
  if (subresource !== '') return true;
  if (!isCollection) return !COLLECTION_VERBS.includes(verb);
  if (verb === 'list') return true;
  return COLLECTION_VERBS.includes(verb) && (namespace !== '' || resource.definition.scope === 'Cluster');
}

function subresourceOf({ resource }: Scope, { subresource, verb }: ResourceRequest): Subresource {
  const found = ownSubresource(resource.definition, subresource);
  if (found === undefined) throw notServed();
  if (!found.verbs.some((allowed) => allowed === verb)) throw methodNotAllowed();
  return found;
}

function ownSubresource({ subresources }: ResourceDefinition, name: string): Subresource | undefined {
  return Object.hasOwn(subresources, name) ? subresources[name] : undefined;
}

export function notServed(): StatusError {
  return new StatusError('NotFound', 'the server could not find the requested resource', { details: {} });
}

export function methodNotAllowed(): StatusError {
  return new StatusError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  });
}
