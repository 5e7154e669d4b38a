import { typeWarnings, type TypedKind } from '@pilothouse/admission/policies/type-checking/check.js';
import { kindsToCheck } from '@pilothouse/admission/policies/type-checking/types-to-check.js';
import type {
  ExpressionWarning,
  ParamKind,
  ValidatingAdmissionPolicy,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { createLibrary, type Library } from '@pilothouse/cel/library/library.js';
import type { Type } from '@pilothouse/cel/types/type.js';
import { validatingAdmissionPolicies } from '@pilothouse/client/admissionregistration.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { attemptWrite } from '../api-errors.js';
import type { Controller } from '../controller.js';
import { readSchemas, type Schemas } from './schemas.js';

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 60_000 };
/** The field manager, as in Kubernetes. */
const MANAGER = 'validatingadmissionpolicy-status';

/**
 * Checks the types of the expressions of new and changed ValidatingAdmissionPolicies, and sets the warnings in their
 * status. A warning has no effect on admission.
 */
export const policyTypeCheckingController: Controller = {
  name: 'validatingadmissionpolicy-status',
  async run({ client, domain, informers, signal, queue: makeQueue }) {
    const type = inDomain(validatingAdmissionPolicies, domain);
    const { objects, onChange } = informers.of(type);
    const status = client.of(type).subresource('status');
    const library = createLibrary();
    const maybeYield = createYielder(() => performance.now());
    const queue = makeQueue({
      concurrency: CONCURRENCY,
      retry: RETRY,
      async work(name) {
        const policy = objects.get(name);
        if (policy === undefined || isChecked(policy)) return 'done';
        const steps = await warningsOf(policy, readSchemas(client, signal), library);
        const expressionWarnings = [...(await runInSlices(steps, maybeYield))];
        const observedGeneration = policy.metadata.generation ?? 0;
        const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
        const checked = { metadata: { name }, status: { observedGeneration, typeChecking } };
        return attemptWrite(() => status.apply(checked, { fieldManager: MANAGER, force: true, signal }));
      },
    });
    onChange((change) => {
      if (change.type !== 'deleted') queue.add(change.object.metadata.name ?? '');
    });
    await queue.ended;
  },
};

function isChecked({ metadata, status }: ValidatingAdmissionPolicy): boolean {
  return (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
}

/** The check of a policy, once the types are read. */
async function warningsOf(
  { spec }: ValidatingAdmissionPolicy,
  schemas: Schemas,
  library: Library,
): Promise<Generator<void, readonly ExpressionWarning[]>> {
  const { paramKind, matchConstraints = {} } = spec;
  const kinds: TypedKind[] = [];
  for (const kind of await kindsToCheck(matchConstraints, schemas.kindOf)) {
    const found = await schemas.typeOf(kind);
    if (found !== undefined) kinds.push({ kind, ...(found.type && { type: found.type }) });
  }
  const params = paramKind && (await paramsType(paramKind, schemas));
  return typeWarnings(spec, { kinds, ...(params && { params }) }, library);
}

async function paramsType({ apiVersion = '', kind = '' }: ParamKind, { typeOf }: Schemas): Promise<Type | undefined> {
  const parts = apiVersion.split('/');
  const [group = '', version = ''] = parts.length === 1 ? ['', ...parts] : parts;
  return (await typeOf({ group, version, kind }))?.type;
}
