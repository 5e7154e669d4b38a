import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import {
  duplicate,
  eachError,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateChange, validateConditions } from './conditions.js';
import { certificateProblem, requestProblem } from './parse-request.js';
import { validateSignerName } from './signer-name.js';

const USAGES: readonly string[] = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const KNOWN_USAGES: ReadonlySet<string> = new Set(USAGES);
const USAGES_FIELD = 'spec.usages';
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';
const SHORTEST = 600;

/** Kubernetes' validateCertificateSigningRequest. An update may keep errors that the stored object has. */
export function validateRequest(
  object: CertificateSigningRequest,
  old: CertificateSigningRequest | undefined,
): FieldError[] {
  const { request, usages = [], signerName, expirationSeconds } = object.spec;
  const problem = requestProblem(request);
  const errors = problem === undefined ? [] : [invalid('spec.request', request || null, problem)];
  errors.push(...validateUsages(usages, old?.spec.usages ?? []), ...validateSigner(signerName, old?.spec.signerName));
  if (expirationSeconds !== undefined && expirationSeconds < SHORTEST) {
    const text = 'may not specify a duration less than 600 seconds (10 minutes)';
    errors.push(invalid('spec.expirationSeconds', expirationSeconds, text));
  }
  return [...errors, ...validateConditions(object, old), ...validateCertificate(object, old)];
}

/** What a write may change besides metadata. */
export interface Permissions {
  readonly mayApprove: boolean;
  readonly mayIssue: boolean;
}

/** Kubernetes' validateCertificateSigningRequestUpdate. */
export function validateRequestUpdate(
  object: CertificateSigningRequest,
  old: CertificateSigningRequest,
  { mayApprove, mayIssue }: Permissions,
): FieldError[] {
  const field = 'status.certificate';
  const errors = [...validateRequest(object, old), ...validateChange(object, old, mayApprove)];
  const before = old.status.certificate ?? '';
  if ((object.status.certificate ?? '') === before) return errors;
  if (!mayIssue) return [...errors, forbidden(field, 'updates may not set certificate content')];
  return before === '' ? errors : [...errors, forbidden(field, 'updates may not modify existing certificate content')];
}

function validateUsages(usages: readonly string[], old: readonly string[]): FieldError[] {
  const allowsUnknown = old.some((usage) => !KNOWN_USAGES.has(usage));
  const allowsDuplicates = new Set(old).size < old.length;
  const seen = new Set<string>();
  const unknown = eachError(allowsUnknown ? [] : usages, (usage, index) =>
    KNOWN_USAGES.has(usage) ? [] : [notSupported(keyPath(USAGES_FIELD, index), usage, USAGES)],
  );
  const repeated = eachError(allowsDuplicates ? [] : usages, (usage, index) => {
    const errors = seen.has(usage) ? [duplicate(keyPath(USAGES_FIELD, index), usage)] : [];
    seen.add(usage);
    return errors;
  });
  return [...(usages.length === 0 ? [required(USAGES_FIELD)] : []), ...unknown, ...repeated];
}

function validateSigner(name: string, old: string | undefined): FieldError[] {
  const field = 'spec.signerName';
  if (name !== LEGACY_SIGNER || old === LEGACY_SIGNER) return validateSignerName(name, field);
  return [invalid(field, name, 'the legacy signerName is not allowed via this API version')];
}

function validateCertificate(
  { status: { certificate = '' } }: CertificateSigningRequest,
  old: CertificateSigningRequest | undefined,
): FieldError[] {
  const before = old?.status.certificate ?? '';
  if (old !== undefined && (certificate === before || certificateProblem(before) !== undefined)) return [];
  const problem = certificateProblem(certificate);
  return problem === undefined ? [] : [invalid('status.certificate', '<certificate data>', problem)];
}
