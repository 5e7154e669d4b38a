import type { X509Certificate } from 'node:crypto';
import type {
  PodCertificateRequest,
  PodCertificateRequestStatus,
} from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidWhole,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { pemBlocks } from '@pilothouse/runtime/certificates/pem.js';
import { validateConditions } from '../definition/conditions.js';
import { readCertificate } from './authority.js';
import { validateNames } from './leaf-names.js';
import { subjectKey } from './subject-key.js';

/** The types of conditions, each of which ends the request. */
export const CONDITION_TYPES: readonly string[] = ['Issued', 'Denied', 'Failed'];
const CONDITIONS = 'status.conditions';
const CHAIN = 'status.certificateChain';
const [NOT_BEFORE, NOT_AFTER, REFRESH] = ['status.notBefore', 'status.notAfter', 'status.beginRefreshAt'] as const;
const MAX_CHAIN = 100 * 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function conditionsOf({ status }: PodCertificateRequest): readonly Condition[] {
  return status.conditions ?? [];
}

/** Kubernetes' ValidatePodCertificateRequestStatusUpdate. */
export function validateStatus(request: PodCertificateRequest, old: PodCertificateRequest, now: Date): FieldError[] {
  const { status } = request;
  const conditions = conditionsOf(request);
  const errors = [...validateTypes(conditions), ...validateConditions(conditions, CONDITIONS)];
  if (errors.length > 0) return errors;
  const has = (each: PodCertificateRequest, type: string): boolean =>
    conditionsOf(each).some((one) => one.type === type);
  const same = (wanted: PodCertificateRequestStatus, text: string): FieldError[] =>
    deepEqual(status, wanted) ? [] : [invalidWhole('status', text)];
  if (conditionsOf(old).length > 0) {
    return same(old.status, 'immutable after PodCertificateRequest is issued, denied, or failed');
  }
  if (has(request, 'Denied') || has(request, 'Failed')) {
    const text = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
    return same({ ...(status.conditions && { conditions: status.conditions }) }, text);
  }
  if (has(request, 'Issued')) return validateIssued(request, old, now);
  return same(old.status, 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"');
}

function validateTypes(conditions: readonly Condition[]): FieldError[] {
  let known = 0;
  return eachError(conditions, ({ type, status }, index) => {
    const field = fieldPath(`${CONDITIONS}.[${index}]`, 'type');
    if (!CONDITION_TYPES.includes(type)) return [notSupported(field, type, CONDITION_TYPES)];
    known += 1;
    const text = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...(known > 1 ? [invalid(field, type, text)] : []),
      ...(status === 'True' ? [] : [notSupported(field.replace(/type$/, 'status'), status, ['True'])]),
    ];
  });
}

function validateIssued(request: PodCertificateRequest, { spec }: PodCertificateRequest, now: Date): FieldError[] {
  const { certificateChain: chain = '' } = request.status;
  if (utf8Length(chain) > MAX_CHAIN) return [tooLong(CHAIN, MAX_CHAIN)];
  const [first, ...others] = pemBlocks(chain);
  const wrong = (text: string): FieldError[] => [invalid(CHAIN, chain, text)];
  if (first === undefined) return wrong('issued certificate chain must contain at least one certificate');
  if (first.type !== 'CERTIFICATE') {
    return wrong('issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
  }
  const leaf = readCertificate(first.bytes);
  if (leaf === undefined) return wrong('leaf certificate does not parse as valid X.509');
  const names = validateNames(leaf, CHAIN);
  const key = subjectKey(spec);
  if (key !== undefined && !key.equals(leaf.publicKey)) {
    return [...names, ...wrong('leaf certificate was not issued to the requested public key')];
  }
  const times = [...names, ...requireTimes(request.status)];
  if (times.length > 0) return times;
  const found = validateTimes(request, leaf, now);
  if (found.length > 0) return found;
  for (const { type, bytes } of others) {
    // The spelling is Kubernetes'.
    if (type !== 'CERTIFICATE') return wrong('issued certificate chain must consist entirely of CERTFICATE PEM blocks');
    if (readCertificate(bytes) === undefined) return wrong('intermediate certificate does not parse as valid X.509');
  }
  return [];
}

function requireTimes({ notBefore, notAfter, beginRefreshAt }: PodCertificateRequestStatus): FieldError[] {
  const text = 'must be present and consistent with the issued certificate';
  const range = 'must be present and in the range [notbefore+10min, notafter-10min]';
  return [
    ...(notBefore === undefined ? [required(NOT_BEFORE, text)] : []),
    ...(notAfter === undefined ? [required(NOT_AFTER, text)] : []),
    ...(beginRefreshAt === undefined ? [required(REFRESH, range)] : []),
  ];
}

/** The first wrong time, as in Kubernetes. */
function validateTimes(
  { status, spec: { maxExpirationSeconds = 0 } }: PodCertificateRequest,
  leaf: X509Certificate,
  now: Date,
): FieldError[] {
  const { notBefore = '', notAfter = '', beginRefreshAt = '' } = status;
  const [begin, end, refresh] = [notBefore, notAfter, beginRefreshAt].map(Date.parse) as [number, number, number];
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const nanoseconds = (to - from) * 1_000_000;
  const checks: readonly (readonly [isWrong: boolean, field: string, value: string | number, text: string])[] = [
    [begin !== from, NOT_BEFORE, notBefore, 'must be set to the NotBefore time encoded in the leaf certificate'],
    [
      Math.abs(begin - now.getTime()) >= 5 * MINUTE,
      NOT_BEFORE,
      notBefore,
      "must be set to within 5 minutes of kube-apiserver's current time",
    ],
    [end !== to, NOT_AFTER, notAfter, 'must be set to the NotAfter time encoded in the leaf certificate'],
    [to - from < HOUR, CHAIN, nanoseconds, 'leaf certificate lifetime must be >= 1 hour'],
    [
      to - from > maxExpirationSeconds * 1000,
      CHAIN,
      nanoseconds,
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${maxExpirationSeconds})`,
    ],
    [refresh < begin + 10 * MINUTE, REFRESH, beginRefreshAt, 'must be at least 10 minutes after status.notBefore'],
    [refresh > end - 10 * MINUTE, REFRESH, beginRefreshAt, 'must be at least 10 minutes before status.notAfter'],
  ];
  const found = checks.find(([isWrong]) => isWrong);
  return found === undefined ? [] : [invalid(found[1], found[2], found[3])];
}
