import type { ValidatingAdmissionPolicyBinding } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError, type Reason } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';

/** Why a write is refused. */
export interface Denial {
  readonly policy: string;
  /** Undefined if the policy itself is the problem. */
  readonly binding: string | undefined;
  readonly message: string;
  readonly reason: string | undefined;
}

/** The error for a refused write. The first denial decides. */
export function denied(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`;
  const text = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const { message: whole, details = {} } = forbidden(attributes, text);
  return new StatusError(REASONS.get(reason ?? '') ?? 'Invalid', whole, {
    details: { ...details, causes: [...(details.causes ?? []), { message: text }] },
  });
}

const REASONS: ReadonlyMap<string, Reason> = new Map(
  (['Forbidden', 'Unauthorized', 'RequestEntityTooLarge', 'Invalid'] as const).map((reason) => [reason, reason]),
);

/** The text of a warning about a failed validation. */
export function warningText(policy: string, binding: string, message: string): string {
  return `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${binding}': ${message}`;
}

/** The key of the annotation of failed validations. */
export function failureKey(domain: Domain): string {
  return `validation.policy.admission.${domain.api}/validation_failure`;
}

/** The annotation of a failed validation: JSON as Go writes it. */
export function failureText(
  { metadata, spec }: ValidatingAdmissionPolicyBinding,
  expressionIndex: number,
  message: string,
): string {
  const { policyName: policy = '', validationActions = [] } = spec;
  const failure = { message, policy, binding: metadata.name ?? '', expressionIndex, validationActions };
  return JSON.stringify([failure]).replaceAll(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Limit of the value of an annotation, in bytes. */
const MAX_VALUE = 10 * 1024;

/** Collects the audit annotations of all bindings of a policy. Different values of a key are joined. */
export class Annotations {
  readonly #values = new Map<string, string[]>();

  add(key: string, value: string): void {
    const text = cut(value);
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [text]);
    else if (!values.includes(text)) values.push(text);
  }

  publish(policy: string, { annotate }: Pick<AdmissionAttributes, 'annotate'>): void {
    for (const [key, values] of this.#values) annotate(`${policy}/${key}`, values.join(', '));
  }
}

function cut(value: string): string {
  const bytes = Buffer.from(value);
  return bytes.length <= MAX_VALUE ? value : bytes.subarray(0, MAX_VALUE).toString();
}
