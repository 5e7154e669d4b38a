import { notFound, qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import type { ActionCall, ActionTarget } from '@pilothouse/kinds/definition/action.js';
import { deleteObject } from '../registry/delete.js';
import { objectKey } from '../registry/keys.js';
import { listEntries } from '../registry/list.js';
import { updateObject } from '../registry/update.js';
import { NO_ADMISSION } from '../registry/write.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { admissionFor } from './admission.js';
import { deletionOf } from './options/delete-options.js';
import type { Scope } from './scope.js';

/** The input of an action. The action owns the object. */
export type ActionBody = Pick<ActionCall, 'object' | 'dryRun'>;

const EVERYTHING = { labels: undefined, fields: undefined };

type ActionScope = Pick<Scope, 'domain' | 'metaGroup' | 'admission' | 'actions'>;

/** The call of an action by a request. */
export function actionCall(
  scope: ActionScope,
  context: RequestContext,
  request: ResourceRequest,
  body: ActionBody,
): ActionCall {
  const { domain, actions } = scope;
  const { signal, user } = context;
  const { namespace } = request;
  return {
    ...body,
    namespace,
    user,
    domain,
    signal,
    services: actions.services,
    warn: (text) => void context.warnings.push(text),
    annotate: (key, value) => context.audit?.annotate(key, value),
    async read(wanted, name) {
      const resource = actions.resourceOf(wanted);
      if (resource === undefined || dnsSubdomain(name).length > 0) throw notFound(wanted, name);
      const { definition, store, stored } = resource;
      const { entry } = await store.get(objectKey(definition, namespace, name), { signal });
      if (entry === undefined) throw notFound(wanted, name);
      return stored.decode(entry);
    },
    async list(wanted) {
      const resource = actions.resourceOf(wanted);
      if (resource === undefined) return [];
      const all = { selection: EVERYTHING, limit: undefined, start: undefined, revision: undefined };
      const { entries } = await listEntries(resource, { namespace, ...all, signal });
      return entries.map((entry) => resource.stored.decode(entry));
    },
    targetOf(wanted, subresource, name) {
      const resource = actions.resourceOf(wanted);
      if (resource === undefined) throw new Error(`there is no resource ${qualifiedResource(wanted)}`);
      const onTarget = { ...request, resource: wanted.resource, subresource, name };
      return actionTarget({ ...scope, resource }, context, onTarget, body);
    },
  };
}

/** The object that the path names, or that a virtual resource acts on. */
export function actionTarget(
  scope: ActionScope & Pick<Scope, 'resource'>,
  context: RequestContext,
  request: ResourceRequest,
  { object, dryRun }: ActionBody,
): ActionTarget {
  const { namespace, name, subresource } = request;
  const hooks = admissionFor(scope, context, request, { operation: 'CREATE', dryRun });
  // Admission of the action has already run.
  const write = { namespace, name, signal: context.signal, admission: NO_ADMISSION };
  return {
    name,
    mutate: () => hooks.mutate(object, undefined),
    validate: () => hooks.validate(object, undefined),
    async update(change) {
      const options = { ...write, dryRun, subresource, rules: {}, expectsUid: true, change };
      const { entry } = await updateObject(scope.resource, options);
      return scope.resource.stored.decode(entry);
    },
    async delete(options) {
      await deleteObject(scope.resource, {
        ...write,
        dryRun: dryRun || (options.dryRun ?? []).length > 0,
        preconditions: options.preconditions ?? {},
        deletion: deletionOf(options),
      });
    },
  };
}
