import { admissionHooks, type AdmissionAttributes } from '../admission/admission.js';
import { forbiddenRequest } from '../authz/forbidden.js';
import type { AdmissionHooks } from '../registry/write.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Scope } from './scope.js';

/** The admission chain bound to a request. */
export function admissionFor(
  { resource, admission }: Scope,
  context: RequestContext,
  { namespace, name, subresource }: ResourceRequest,
  { operation, dryRun }: Pick<AdmissionAttributes, 'operation' | 'dryRun'>,
): AdmissionHooks {
  const { definition } = resource;
  return admissionHooks(admission, {
    operation,
    dryRun,
    definition,
    subresource,
    namespace: definition.scope === 'Namespaced' ? namespace : '',
    name,
    user: context.user,
    signal: context.signal,
  });
}

/**
 * The same for an update or a patch that comes to create its object: whoever sent it must be allowed to create it, too.
 * That is asked when the object is found to be good (Kubernetes' order).
 */
export function admissionForCreation(
  scope: Scope,
  context: RequestContext,
  request: ResourceRequest,
  dryRun: boolean,
): AdmissionHooks {
  const { mutate, validate } = admissionFor(scope, context, request, { operation: 'CREATE', dryRun });
  return {
    mutate,
    async validate(object, old) {
      const attributes = { user: context.user, request: { ...request, verb: 'create' } } as const;
      const { type, reason } = await scope.authorizer.authorize(attributes);
      if (type !== 'allow') throw forbiddenRequest(attributes, reason);
      await validate(object, old);
    },
  };
}
