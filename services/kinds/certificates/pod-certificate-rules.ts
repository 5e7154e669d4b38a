import type { PodCertificateRequestSpec } from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { MAX_ANNOTATIONS_SIZE } from '@pilothouse/apimachinery/names/labels.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  invalid,
  invalidEach,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateSignerName } from './signer-name.js';
import { validateSubjectKey } from './subject-key.js';

const MAX_UID = 128;
const HOUR = 60 * 60;
const SHORTEST = HOUR;
const LONGEST = 91 * 24 * HOUR;
/** Of signers of Kubernetes. */
const LONGEST_OF_KUBERNETES = 24 * HOUR;

/** Kubernetes' ValidatePodCertificateRequestCreate. */
export function validateCreate(spec: PodCertificateRequestSpec): FieldError[] {
  const { signerName, maxExpirationSeconds } = spec;
  const errors = [
    ...validateSignerName(signerName, 'spec.signerName'),
    ...validateAnnotations(spec.unverifiedUserAnnotations ?? {}, 'spec.unverifiedUserAnnotations'),
    ...invalidEach('spec.podName', spec.podName, dnsSubdomain(spec.podName)),
    ...validateUid(spec.podUID, 'spec.podUID'),
    ...invalidEach('spec.serviceAccountName', spec.serviceAccountName, dnsSubdomain(spec.serviceAccountName)),
    ...validateUid(spec.serviceAccountUID, 'spec.serviceAccountUID'),
    ...invalidEach('spec.nodeName', spec.nodeName, dnsSubdomain(spec.nodeName)),
    ...validateUid(spec.nodeUID, 'spec.nodeUID'),
  ];
  if (maxExpirationSeconds === undefined) return [...errors, required('spec.maxExpirationSeconds', 'must be set')];
  return [...errors, ...validateLifetime(maxExpirationSeconds, signerName), ...validateSubjectKey(spec)];
}

function validateUid(uid: string, field: string): FieldError[] {
  if (uid === '') return [invalid(field, uid, 'must not be empty')];
  return utf8Length(uid) > MAX_UID ? [tooLong(field, MAX_UID)] : [];
}

function validateLifetime(seconds: number, signerName: string): FieldError[] {
  const [host = ''] = signerName.split('/');
  const isOfKubernetes = host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
  const longest = isOfKubernetes ? LONGEST_OF_KUBERNETES : LONGEST;
  if (seconds >= SHORTEST && seconds <= longest) return [];
  return [invalid('spec.maxExpirationSeconds', seconds, `must be in the range [${SHORTEST}, ${longest}]`)];
}

/** Kubernetes' ValidateUserAnnotations: keys have a domain. */
function validateAnnotations(annotations: Readonly<Record<string, string>>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const key of Object.keys(annotations).sort()) {
    errors.push(...validateKey(key.toLowerCase(), field));
    size += utf8Length(key) + utf8Length(annotations[key] ?? '');
  }
  return size > MAX_ANNOTATIONS_SIZE ? [...errors, tooLong(field, MAX_ANNOTATIONS_SIZE)] : errors;
}

function validateKey(key: string, field: string): FieldError[] {
  if (key === '') return [required(field)];
  const errors = invalidEach(field, key, qualifiedName(key));
  if (errors.length > 0 || key.includes('/')) return errors;
  return [invalid(field, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
