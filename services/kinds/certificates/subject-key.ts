import { constants, verify, type KeyObject } from 'node:crypto';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { invalid, invalidWhole, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { readPublicKey, SignatureError, type SignatureKey } from '@pilothouse/runtime/certificates/check-signature.js';
import { DerError, readOnly } from '@pilothouse/runtime/certificates/read-der.js';
import { readSigningRequest, type SigningRequest } from '@pilothouse/runtime/certificates/signing-request.js';
import type { PodCertificateRequestSpec } from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';

const MAX_SIZE = 10 * 1024;
const SEQUENCE = 0x30;
const [REQUEST, KEY, PROOF] = ['spec.stubPKCS10Request', 'spec.pkixPublicKey', 'spec.proofOfPossession'] as const;
const CURVES: Readonly<Record<string, string>> = {
  secp224r1: 'P-224',
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};
const SUPPORTED: readonly string[] = ['P-256', 'P-384', 'P-521'];
const UNKNOWN_KEY = 'unknown public key type; supported types are Ed25519, ECDSA, and RSA';

/** Validates the public key of a request, in one of its two forms, and that the kubelet has its private key. */
export function validateSubjectKey(spec: PodCertificateRequestSpec): FieldError[] {
  const { stubPKCS10Request: request = '', pkixPublicKey: key = '', proofOfPossession: proof = '' } = spec;
  if (request !== '' && key === '' && proof === '') return validateRequest(request);
  if (request === '' && key !== '' && proof !== '') return validateKey(key, proof, spec.podUID);
  const text = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
  return [invalidWhole('spec', text)];
}

/** The public key of a valid request. Undefined if it cannot be read. */
export function subjectKey({
  stubPKCS10Request = '',
  pkixPublicKey = '',
}: PodCertificateRequestSpec): KeyObject | undefined {
  const found = stubPKCS10Request === '' ? readKey(pkixPublicKey) : readRequest(stubPKCS10Request)?.key;
  return found?.type === undefined ? undefined : found.key;
}

/** Kubernetes' validateStubPKCS10Request. */
function validateRequest(base64: string): FieldError[] {
  if (sizeOf(base64) > MAX_SIZE) return [tooLong(REQUEST, MAX_SIZE)];
  const request = readRequest(base64);
  if (request === undefined) return [invalidWhole(REQUEST, 'must be a valid PKCS#10 CSR')];
  if (request.key.type === undefined) return [invalidWhole(REQUEST, UNKNOWN_KEY)];
  const problem = keyProblem(request.key.key);
  if (problem !== undefined) {
    const curves = 'elliptic public keys must use curve P256, P384, or P521';
    return [invalid(REQUEST, problem.value, problem.isCurve ? curves : RSA_SIZES)];
  }
  return isSigned(request) ? [] : [invalidWhole(REQUEST, 'invalid signature')];
}

/** Kubernetes' validateDeprecatedPKIXPublicKey. */
function validateKey(base64: string, proof: string, uid: string): FieldError[] {
  if (sizeOf(base64) > MAX_SIZE) return [tooLong(KEY, MAX_SIZE)];
  if (sizeOf(proof) > MAX_SIZE) return [tooLong(PROOF, MAX_SIZE)];
  const found = readKey(base64);
  if (found === undefined) return [invalid(KEY, base64, 'must be a valid PKIX-serialized public key')];
  if (found.type === undefined) return [invalid(KEY, base64, UNKNOWN_KEY)];
  const problem = keyProblem(found.key);
  if (problem !== undefined) {
    const curves = 'elliptic public keys must use curve P256 or P384';
    return [invalid(KEY, problem.value, problem.isCurve ? curves : RSA_SIZES)];
  }
  const text = 'could not verify proof-of-possession signature';
  return isProof(found, Buffer.from(proof, 'base64'), Buffer.from(uid)) ? [] : [invalidWhole(PROOF, text)];
}

const RSA_SIZES = 'RSA keys must have modulus size 3072 or 4096';

function keyProblem({
  asymmetricKeyType,
  asymmetricKeyDetails = {},
}: KeyObject): { readonly value: JsonValue; readonly isCurve: boolean } | undefined {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') {
    const bits = Math.ceil(modulusLength / 8) * 8;
    return bits === 3072 || bits === 4096 ? undefined : { value: `${bits}-bit modulus`, isCurve: false };
  }
  if (asymmetricKeyType !== 'ec') return undefined;
  const curve = CURVES[namedCurve] ?? namedCurve;
  return SUPPORTED.includes(curve) ? undefined : { value: `curve ${curve}`, isCurve: true };
}

function isSigned(request: SigningRequest): boolean {
  try {
    request.checkSignature();
    return true;
  } catch (error) {
    return refuse(error, false);
  }
}

/** Signatures of Ed25519 are over the UID itself, others over its SHA-256. */
function isProof({ type, key }: SignatureKey & { readonly key: KeyObject }, proof: Buffer, uid: Buffer): boolean {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  try {
    return verify(type === 'ed25519' ? null : 'sha256', uid, { key, ...(type === 'rsa' && pss) }, proof);
  } catch {
    // OpenSSL throws for some signatures that are not well-formed.
    return false;
  }
}

function readRequest(base64: string): SigningRequest | undefined {
  return orUndefined(() => readSigningRequest(Buffer.from(base64, 'base64')));
}

function readKey(base64: string): SignatureKey | undefined {
  return orUndefined(() => readPublicKey(readOnly(Buffer.from(base64, 'base64'), SEQUENCE)));
}

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    return refuse(error, undefined);
  }
}

/** The answer for malformed input. Other errors are rethrown. */
function refuse<Answer>(error: unknown, answer: Answer): Answer {
  if (error instanceof DerError || error instanceof SignatureError) return answer;
  throw error;
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
