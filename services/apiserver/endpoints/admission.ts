import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ServerRequest } from '../admission/admission.js';
import { forbiddenRequest } from '../authz/forbidden.js';
import type { VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import { parseGroupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { AdmissionHooks } from '../registry/write.js';
import type { Resource } from '../registry/resource.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { actionType, typeOfAction } from './action-type.js';
import { dryRunValues } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import type { Scope } from './scope.js';
import { writeAccess } from './write-access.js';

export interface AdmittedWrite extends Pick<ServerRequest, 'operation' | 'dryRun'> {
  /** The body of a delete; for other verbs the options are in the query. */
  readonly options?: JsonObject;
}

type AdmissionScope = Pick<Scope, 'admission' | 'metaGroup' | 'actions'>;

/** The admission chain bound to a request for a stored resource. */
export function admissionFor(
  scope: AdmissionScope & Pick<Scope, 'resource'>,
  context: RequestContext,
  request: ResourceRequest,
  write: AdmittedWrite,
): AdmissionHooks {
  return admissionOf(admittedType(scope.resource, request.subresource), scope, context, request, write);
}

/** The admission chain bound to a request. */
export function admissionOf(
  type: AdmittedType,
  scope: AdmissionScope,
  context: RequestContext,
  request: ResourceRequest,
  { operation, dryRun, options }: AdmittedWrite,
): AdmissionHooks {
  const admitted: Omit<ServerRequest, 'trace'> & Pick<RequestContext, 'trace'> = {
    operation,
    dryRun,
    ...type,
    namespace: type.definition.scope === 'Namespaced' ? request.namespace : '',
    name: request.name,
    user: context.user,
    options: () => options ?? optionsOf(scope, context, operation),
    signal: context.signal,
    trace: undefined,
    warn: (text) => void context.warnings.push(text),
    annotate: (key, value, level) => context.audit?.annotate(key, value, level),
  };
  const hooks = scope.admission.hooks(admitted);
  let release: (() => void) | undefined;
  /** Time of the first call to a webhook in this phase; 0 without one. */
  let calledOut = 0;
  hooks.onCallOut?.(() => {
    release?.();
    calledOut ||= performance.now();
  });
  const returned = (): void => {
    if (calledOut > 0) context.outsideTime += performance.now() - calledOut;
    calledOut = 0;
  };
  return {
    ...hooks,
    onCallOut: (listener) => void (release = listener),
    access: writeAccess(scope, context, request),
    async validate(object, old) {
      const span = context.trace?.start('Validating admission');
      admitted.trace = span;
      try {
        await hooks.validate(object, old);
      } finally {
        span?.end();
      }
      returned();
    },
    async mutate(object, old) {
      const span = context.trace?.start('Mutating admission');
      admitted.trace = span;
      try {
        await hooks.mutate(object, old);
      } finally {
        span?.end();
      }
      returned();
      if (hooks.changedBy?.().length !== 0) dropRepeatedOwners(context, object, 'mutating admission');
    },
  };
}

/** The plain data of a resource or subresource, once for each. */
function admittedType(resource: Resource, subresource: string): AdmittedType {
  let types = admittedTypes.get(resource);
  if (types === undefined) admittedTypes.set(resource, (types = new Map<string, AdmittedType>()));
  let found = types.get(subresource);
  if (found !== undefined) return found;
  const { groupResource, version, definition } = resource;
  const type = typeOfAction(definition, subresource) ?? resource;
  found = {
    definition,
    resource: { ...groupResource, version: version.name },
    subresource,
    kind: { ...parseGroupVersion(type.apiVersion), kind: type.kind },
    normalise: (object) => type.decode(object).value,
  };
  types.set(subresource, found);
  return found;
}

/** The plain data of a virtual resource. */
export function admittedVirtual(definition: VirtualResource): AdmittedType {
  const { group, kind, resource, versions } = definition;
  const version = versions[0].name;
  const { decode } = actionType({ group, kind, version, schema: versions[0].schema });
  return {
    definition,
    resource: { group, version, resource },
    subresource: '',
    kind: { group, version, kind },
    normalise: (object) => decode(object).value,
  };
}

/** What admission knows of a resource or subresource. */
type AdmittedType = Pick<ServerRequest, 'definition' | 'resource' | 'subresource' | 'kind' | 'normalise'>;

/** Subresources are those of the router, which are known before the request. */
const admittedTypes = new WeakMap<Resource, Map<string, AdmittedType>>();

/** The validated options of a write in its query, as an options object. A patch has the options of an update, as in Kubernetes. */
function optionsOf(
  { metaGroup }: Pick<Scope, 'metaGroup'>,
  { query }: RequestContext,
  operation: AdmittedWrite['operation'],
): JsonObject {
  const kind = operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions';
  const options = Object.assign(newObject(), { kind, apiVersion: `${metaGroup}/v1` });
  const dryRun = dryRunValues(query);
  if (dryRun.length > 0) options['dryRun'] = dryRun;
  for (const name of ['fieldManager', 'fieldValidation']) {
    const value = query.get(name) ?? '';
    if (value !== '') options[name] = value;
  }
  return options;
}

/**
 * Admission for an update or patch that creates its object. The user must also be authorized to create it. That is
 * checked once the object is valid (Kubernetes' order).
 */
export function admissionForCreation(
  scope: Scope,
  context: RequestContext,
  request: ResourceRequest,
  dryRun: boolean,
): AdmissionHooks {
  const hooks = admissionFor(scope, context, request, { operation: 'CREATE', dryRun });
  return {
    ...hooks,
    async validate(object, old) {
      const attributes = { user: context.user, request: { ...request, verb: 'create' } } as const;
      const { type, reason } = await scope.authorizer.authorize(attributes);
      if (type !== 'allow') throw forbiddenRequest(attributes, reason);
      await hooks.validate(object, old);
    },
  };
}
