import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '@pilothouse/apimachinery/generated/certificates/v1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import {
  duplicate,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

type Condition = CertificateSigningRequestCondition;

const FIELD = 'status.conditions';
/** Types that only the subresource `approval` sets. */
const APPROVALS: readonly string[] = ['Approved', 'Denied'];
/** Types whose status must be `True`, and that cannot be removed. */
const FINAL: readonly string[] = [...APPROVALS, 'Failed'];
const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const ONLY_TRUE: readonly string[] = ['True'];

export function conditionsOf({ status }: CertificateSigningRequest): readonly Condition[] {
  return status.conditions ?? [];
}

/** Sets the times that the client left out. The time of the last transition is that of an equal condition, if any. */
export function setTimes(request: CertificateSigningRequest, old: CertificateSigningRequest, now: Date): void {
  const time = timestamp(now);
  for (const condition of conditionsOf(request)) {
    const { type, status } = condition;
    const same = conditionsOf(old).find(
      (each) => each.type === type && each.status === status && each.lastTransitionTime !== undefined,
    );
    condition.lastUpdateTime ??= time;
    condition.lastTransitionTime ??= same?.lastTransitionTime ?? time;
  }
}

/** Restores the approvals, unless some were added or removed, which validation refuses. */
export function keepApprovals(request: CertificateSigningRequest, old: CertificateSigningRequest): void {
  const { conditions } = request.status;
  if (conditions === undefined) return;
  for (const type of APPROVALS) {
    const before = conditionsOf(old).filter((condition) => condition.type === type);
    const places = [...conditions.keys()].filter((index) => conditions[index]?.type === type);
    if (places.length !== before.length) continue;
    for (const [index, condition] of before.entries()) conditions[places[index] ?? 0] = condition;
  }
}

/** Kubernetes' validateConditions. An update may keep errors that the stored object has. */
export function validateConditions(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest | undefined,
): FieldError[] {
  const types = old === undefined ? [] : conditionsOf(old).map(({ type }) => type);
  const allowsEmptyTypes = types.includes('');
  const allowsDuplicates = new Set(types).size < types.length;
  const allowsContradiction = APPROVALS.every((type) => types.includes(type));
  const seen = new Set<string>();
  return conditionsOf(request).flatMap((condition, index) => {
    const { type } = condition;
    const path = keyPath(FIELD, index);
    const errors = type === '' && !allowsEmptyTypes ? [required(fieldPath(path, 'type'))] : [];
    errors.push(...validateStatus(condition, fieldPath(path, 'status')));
    const contradicts = APPROVALS.includes(type) && APPROVALS.some((each) => each !== type && seen.has(each));
    if (contradicts && !allowsContradiction) {
      errors.push(invalid(FIELD, type, 'Approved and Denied conditions are mutually exclusive'));
    }
    if (seen.has(type) && !allowsDuplicates) errors.push(duplicate(fieldPath(path, 'type'), type));
    seen.add(type);
    return errors;
  });
}

function validateStatus({ type, status }: Condition, field: string): FieldError[] {
  if (status === '') return [required(field)];
  const allowed = FINAL.includes(type) ? ONLY_TRUE : STATUSES;
  return allowed.includes(status) ? [] : [notSupported(field, status, allowed)];
}

/** Final conditions cannot be removed, and only the subresource `approval` adds approvals. */
export function validateChange(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  mayApprove: boolean,
): FieldError[] {
  const countOf = (each: CertificateSigningRequest, type: string): number =>
    conditionsOf(each).filter((condition) => condition.type === type).length;
  const removed = FINAL.filter((type) => countOf(request, type) < countOf(old, type));
  const added = mayApprove ? [] : APPROVALS.filter((type) => countOf(request, type) > countOf(old, type));
  return [
    ...removed.map((type) => forbidden(FIELD, `updates may not remove a condition of type ${JSON.stringify(type)}`)),
    ...added.map((type) => forbidden(FIELD, `updates may not add a condition of type ${JSON.stringify(type)}`)),
  ];
}
