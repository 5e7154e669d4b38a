import type { ValidatingAdmissionPolicy } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { validatingAdmissionPolicies } from '@pilothouse/client/admissionregistration.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { attemptWrite } from '../api-errors.js';
import type { Controller } from '../controller.js';
import type { TypeCheck } from './warnings.js';

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
    /** Loaded when needed, because the modules of CEL take long to load. */
    let check: Promise<TypeCheck> | undefined;
    const maybeYield = createYielder(() => performance.now());
    const queue = makeQueue({
      concurrency: CONCURRENCY,
      retry: RETRY,
      async work(name) {
        const policy = objects.get(name);
        if (policy === undefined || isChecked(policy)) return 'done';
        check ??= import('./warnings.js').then(({ typeCheck }) => typeCheck(client, signal));
        const steps = await (await check)(policy);
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
