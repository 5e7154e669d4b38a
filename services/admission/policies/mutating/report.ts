import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';

/** Why a policy, or a policy with a binding, cannot change an object. */
export interface Failure {
  readonly policy: string;
  /** Undefined if the policy itself is the problem. */
  readonly binding: string | undefined;
  readonly message: string;
  /** The reason of the refusal: `Invalid` for an expression or a patch that fails. */
  readonly reason: 'Invalid' | 'Forbidden';
}

/** The error of a write that policies cannot change: 403. The first failure decides about the text and the reason. */
export function refused(
  attributes: AdmissionAttributes,
  [first, ...others]: readonly [Failure, ...Failure[]],
): StatusError {
  const { details, code } = forbidden(attributes, '');
  const causes = [first, ...others].map((failure) => ({ message: failureText(failure) }));
  return new StatusError(first.reason, failureText(first), { code, details: { ...details, causes } });
}

function failureText({ policy, binding, message }: Failure): string {
  const by = binding === undefined ? `"${policy}"` : `'${policy}' with binding '${binding}'`;
  return `policy ${by} denied request: ${message}`;
}
