import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as der from './der.js';
import { DerError, expectTag, readOnly, readValues, type DerValue } from './read-der.js';

/** A signature is wrong, or its algorithm is not supported. The texts are Go's. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

type KeyType = 'rsa' | 'ec' | 'ed25519';

interface Algorithm {
  readonly id: Buffer;
  readonly key: KeyType;
  /** Absent if the key type defines it. */
  readonly hash?: string;
}

/** SHA-1 is accepted in requests only, as in Go. */
const ALGORITHMS: readonly Algorithm[] = [
  { id: der.oid('1.2.840.113549.1.1.5'), key: 'rsa', hash: 'sha1' },
  { id: der.oid('1.2.840.113549.1.1.11'), key: 'rsa', hash: 'sha256' },
  { id: der.oid('1.2.840.113549.1.1.12'), key: 'rsa', hash: 'sha384' },
  { id: der.oid('1.2.840.113549.1.1.13'), key: 'rsa', hash: 'sha512' },
  { id: der.oid('1.2.840.10045.4.1'), key: 'ec', hash: 'sha1' },
  { id: der.oid('1.2.840.10045.4.3.2'), key: 'ec', hash: 'sha256' },
  { id: der.oid('1.2.840.10045.4.3.3'), key: 'ec', hash: 'sha384' },
  { id: der.oid('1.2.840.10045.4.3.4'), key: 'ec', hash: 'sha512' },
  { id: der.oid('1.3.101.112'), key: 'ed25519' },
];

const PSS = der.oid('1.2.840.113549.1.1.10');
const MGF1 = der.oid('1.2.840.113549.1.1.8');
/** Hashes of RSASSA-PSS, with the length of the salt in bytes. */
const PSS_HASHES = [
  { id: der.oid('2.16.840.1.101.3.4.2.1'), hash: 'sha256', salt: 32 },
  { id: der.oid('2.16.840.1.101.3.4.2.2'), hash: 'sha384', salt: 48 },
  { id: der.oid('2.16.840.1.101.3.4.2.3'), hash: 'sha512', salt: 64 },
] as const;

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const MIN_RSA_BITS = 1024;
const NAMES: Readonly<Record<KeyType, string>> = { rsa: 'RSA', ec: 'ECDSA', ed25519: 'Ed25519' };
const GO_TYPES: Readonly<Record<KeyType, string>> = {
  rsa: '*rsa.PublicKey',
  ec: '*ecdsa.PublicKey',
  ed25519: 'ed25519.PublicKey',
};

export interface Signed {
  /** The signed bytes. */
  readonly body: Buffer;
  /** AlgorithmIdentifier (RFC 5280). */
  readonly algorithm: DerValue;
  /** BIT STRING. */
  readonly signature: DerValue;
}

/** Checks a signature. Throws SignatureError, and DerError for an algorithm or signature that is not DER. */
export function checkSignature({ body, algorithm, signature }: Signed, key: SignatureKey): void {
  const found = algorithmOf(algorithm);
  const [unused, ...bytes] = expectTag(signature, BIT_STRING).content;
  if (unused !== 0) throw new DerError('asn1: syntax error: invalid padding bits in BIT STRING');
  if (found === undefined || key.type === undefined) {
    throw new SignatureError('x509: cannot verify signature: algorithm unimplemented');
  }
  if (found.key !== key.type) {
    const text = `x509: signature algorithm specifies an ${NAMES[found.key]} public key, but have public key of type ${GO_TYPES[key.type]}`;
    throw new SignatureError(text);
  }
  const bits = key.type === 'rsa' ? (key.key.asymmetricKeyDetails?.modulusLength ?? 0) : MIN_RSA_BITS;
  if (bits < MIN_RSA_BITS) {
    const link = 'https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size';
    throw new SignatureError(`crypto/rsa: ${bits}-bit keys are insecure (see ${link})`);
  }
  if (!isVerified(found, { body, key: key.key, bytes: Buffer.from(bytes) })) {
    const isRsa = key.type === 'rsa';
    throw new SignatureError(
      isRsa ? 'crypto/rsa: verification error' : `x509: ${NAMES[key.type]} verification failure`,
    );
  }
}

/** OpenSSL throws for some signatures that are not well-formed. */
function isVerified(
  { hash, options }: Verification,
  { body, key, bytes }: { readonly body: Buffer; readonly key: KeyObject; readonly bytes: Buffer },
): boolean {
  try {
    return verify(hash, body, { key, ...options }, bytes);
  } catch {
    return false;
  }
}

/** A public key, or one of a type that is not supported. */
export type SignatureKey = { readonly type: KeyType; readonly key: KeyObject } | { readonly type: undefined };

const KEY_TYPES: readonly { readonly id: Buffer; readonly type: KeyType }[] = [
  { id: der.oid('1.2.840.113549.1.1.1'), type: 'rsa' },
  { id: der.oid('1.2.840.10045.2.1'), type: 'ec' },
  { id: der.oid('1.3.101.112'), type: 'ed25519' },
];
/** P-224, P-256, P-384 and P-521. Explicit parameters are refused: they could make a verification slow. */
const CURVES = ['1.3.132.0.33', '1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35'].map(der.oid);

/** Reads a SubjectPublicKeyInfo (RFC 5280). Throws SignatureError for an invalid key, and DerError. */
export function readPublicKey({ whole, content }: DerValue): SignatureKey {
  const [id, parameters] = readValues(expectTag(readValues(content)[0], SEQUENCE).content);
  const type = KEY_TYPES.find((each) => id?.whole.equals(each.id) === true)?.type;
  if (type === undefined) return { type };
  if (type === 'ec' && !CURVES.some((curve) => parameters?.whole.equals(curve) === true)) {
    throw new SignatureError('x509: unsupported elliptic curve');
  }
  try {
    return { type, key: createPublicKey({ key: whole, format: 'der', type: 'spki' }) };
  } catch (error) {
    throw new SignatureError(`x509: failed to unmarshal the ${NAMES[type]} public key`, { cause: error });
  }
}

interface Verification {
  readonly key: KeyType;
  readonly hash: string | undefined;
  readonly options?: { readonly padding: number; readonly saltLength: number };
}

function algorithmOf({ content }: DerValue): Verification | undefined {
  const [id, parameters] = readValues(content);
  const { whole } = expectTag(id, OBJECT_ID);
  const found = ALGORITHMS.find((each) => each.id.equals(whole));
  if (found !== undefined) return { key: found.key, hash: found.hash };
  return whole.equals(PSS) && parameters !== undefined ? pssOf(parameters) : undefined;
}

/** Only parameters with one hash for everything, and a salt of its length, are supported. */
function pssOf(parameters: DerValue): Verification | undefined {
  const [hash, mask, salt] = readValues(expectTag(parameters, SEQUENCE).content).map(({ content }) => content);
  if (hash === undefined || mask === undefined || salt === undefined) return undefined;
  const found = PSS_HASHES.find(({ id }) => isHash(hash, id));
  const [maskId, maskHash] = readValues(readOnly(mask, SEQUENCE).content);
  if (found === undefined || maskId?.whole.equals(MGF1) !== true || maskHash === undefined) return undefined;
  if (!isHash(maskHash.whole, found.id) || readValues(salt)[0]?.content.equals(Buffer.from([found.salt])) !== true) {
    return undefined;
  }
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: found.salt };
  return { key: 'rsa', hash: found.hash, options };
}

function isHash(identifier: Buffer, id: Buffer): boolean {
  return readValues(readOnly(identifier, SEQUENCE).content)[0]?.whole.equals(id) === true;
}
