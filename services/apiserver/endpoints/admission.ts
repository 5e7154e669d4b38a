import { admissionHooks, type AdmissionAttributes } from '../admission/admission.js';
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
