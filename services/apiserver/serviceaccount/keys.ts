import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** The algorithm of a key: each kind of key has exactly one. */
export type Algorithm = 'RS256' | 'ES256' | 'ES384' | 'ES512';

/** A key that verifies tokens. */
export interface VerificationKey {
  /** The key id in tokens: the SHA-256 of the public key in DER (SPKI), in base64url, as in Kubernetes. */
  readonly id: string;
  readonly algorithm: Algorithm;
  readonly publicKey: KeyObject;
}

/** A key that signs tokens. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

export interface TokenKeys {
  readonly signing: SigningKey;
  /** Without duplicates, that of `signing` first. */
  readonly verification: readonly VerificationKey[];
}

/** An unusable key. The message begins with its file. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const CURVES: Readonly<Record<string, Algorithm>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
/** RFC 7518 forbids smaller RSA keys. */
const SMALLEST_MODULUS = 2048;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

/** A new ECDSA key on P-256: generating an RSA key would take longer than the server's start. */
export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return signingKey(privateKey, 'the new key');
}

/**
 * Private keys, public keys and certificates in a PEM text, in order. Throws KeyError if there are none, or one is
 * neither RSA nor ECDSA; `path` is for the message.
 */
export function readKeys(pem: string, path: string): (VerificationKey | SigningKey)[] {
  const keys = [...pem.matchAll(BLOCK)].flatMap(([block, label = '']) => {
    if (label === 'EC PARAMETERS') return [];
    const key = keyOf(block, label, path);
    return [key.type === 'private' ? signingKey(key, path) : verificationKey(key, path)];
  });
  if (keys.length === 0) throw new KeyError(`${path} contains no key in PEM`);
  return keys;
}

export function isSigningKey(key: VerificationKey | SigningKey): key is SigningKey {
  return 'privateKey' in key;
}

function keyOf(block: string, label: string, path: string): KeyObject {
  try {
    if (label === 'CERTIFICATE') return new X509Certificate(block).publicKey;
    return label.endsWith('PRIVATE KEY') ? createPrivateKey(block) : createPublicKey(block);
  } catch (error) {
    const why = errorMessage(error);
    throw new KeyError(`${path}: the ${label} is unreadable: ${why}`, { cause: error });
  }
}

function signingKey(privateKey: KeyObject, path: string): SigningKey {
  return { ...verificationKey(createPublicKey(privateKey), path), privateKey };
}

function verificationKey(publicKey: KeyObject, path: string): VerificationKey {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('base64url');
  return { id, algorithm: algorithmOf(publicKey, path), publicKey };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject, path: string): Algorithm {
  const { namedCurve = '', modulusLength = 0 } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') {
    if (modulusLength >= SMALLEST_MODULUS) return 'RS256';
    throw new KeyError(`${path}: an RSA key of ${modulusLength} bits is too small; ${SMALLEST_MODULUS} are required`);
  }
  const algorithm = Object.hasOwn(CURVES, namedCurve) ? CURVES[namedCurve] : undefined;
  if (algorithm !== undefined) return algorithm;
  throw new KeyError(`${path}: a key must be RSA, or ECDSA on P-256, P-384 or P-521`);
}
