import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Decision, Judgement } from './judge.js';
import type { Check, PolicyCounts } from './metrics.js';
import { failureKey, failureText, warningText, type Annotations, type Denial } from './report.js';

export interface SettleOptions {
  readonly domain: Domain;
  readonly counts: PolicyCounts;
}

/** What was judged. */
export interface Judged {
  readonly policy: ValidatingAdmissionPolicy;
  readonly binding: ValidatingAdmissionPolicyBinding;
  readonly annotations: Annotations;
}

/** Where the actions of bindings have effect. */
export interface Effects {
  readonly attributes: Pick<AdmissionAttributes, 'annotate' | 'warn'>;
  readonly denials: Denial[];
}

/** Takes the actions of a binding for a judgement. */
export function settle(
  { decisions, annotations }: Judgement,
  judged: Judged,
  effects: Effects,
  options: SettleOptions,
): void {
  const policy = judged.policy.metadata.name ?? '';
  const binding = judged.binding.metadata.name ?? '';
  for (const [index, decision] of decisions.entries()) {
    const check = { policy, binding, decision };
    if (decision.action === 'deny') act(check, index, judged.binding, effects, options);
    else if (decision.evaluation === 'error') options.counts.checked(check, 'allow');
  }
  for (const annotation of annotations) {
    if (annotation.type === 'publish') judged.annotations.add(annotation.key, annotation.value);
    if (annotation.type !== 'error') continue;
    const { message, seconds } = annotation;
    effects.denials.push({ policy, binding, message, reason: undefined });
    options.counts.checked({ policy, binding, decision: { evaluation: 'error', message, seconds } }, 'deny');
  }
}

function act(
  check: Check & { readonly decision: Decision },
  index: number,
  binding: ValidatingAdmissionPolicyBinding,
  { attributes, denials }: Effects,
  { domain, counts }: SettleOptions,
): void {
  const { policy, decision } = check;
  const { message, reason } = decision;
  for (const action of binding.spec.validationActions ?? []) {
    if (action === 'Deny') {
      denials.push({ policy, binding: check.binding, message, reason });
      counts.checked(check, 'deny');
    } else if (action === 'Audit') {
      attributes.annotate(failureKey(domain), failureText(binding, index, message));
      counts.checked(check, 'audit');
    } else if (action === 'Warn') {
      attributes.warn(warningText(policy, check.binding, message));
      counts.checked(check, 'warn');
    }
  }
}
