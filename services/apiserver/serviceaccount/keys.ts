import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** How a key signs: each kind of key does it in one way only. */
export type Algorithm = 'RS256' | 'ES256' | 'ES384' | 'ES512';

/** A key that tokens are checked with. */
export interface VerificationKey {
  /** As tokens name it: the SHA-256 of the public key in DER (SPKI), in base64url, as in Kubernetes. */
  readonly id: string;
  readonly algorithm: Algorithm;
  readonly publicKey: KeyObject;
}

/** A key that tokens are signed with. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

export interface TokenKeys {
  readonly signing: SigningKey;
  /** Each once, that of `signing` first. */
  readonly verification: readonly VerificationKey[];
}

/** A key that cannot be used. The message begins with the file it is in. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const CURVES: Readonly<Record<string, Algorithm>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
/** RFC 7518: smaller RSA keys must not be used. */
const SMALLEST_MODULUS = 2048;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

/** A new ECDSA key on P-256: an RSA key takes longer to make than the whole server to start. */
export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return signingKey(privateKey, 'the new key');
}

/**
 * Private keys, public keys and certificates in a PEM text, in its order. Throws KeyError where there are none, or one of
 * them is not RSA or ECDSA; `path` is for the message.
 */
export function readKeys(pem: string, path: string): (VerificationKey | SigningKey)[] {
  const keys = [...pem.matchAll(BLOCK)].flatMap(([block, label = '']) => {
    if (label === 'EC PARAMETERS') return [];
    const key = keyOf(block, label, path);
    return [key.type === 'private' ? signingKey(key, path) : verificationKey(key, path)];
  });
  if (keys.length === 0) throw new KeyError(`${path} holds no key in PEM`);
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
    throw new KeyError(`${path}: the ${label} cannot be read: ${why}`, { cause: error });
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
    throw new KeyError(`${path}: an RSA key of ${modulusLength} bits is too small; ${SMALLEST_MODULUS} are needed`);
  }
  const algorithm = Object.hasOwn(CURVES, namedCurve) ? CURVES[namedCurve] : undefined;
  if (algorithm !== undefined) return algorithm;
  throw new KeyError(`${path}: a key must be RSA, or ECDSA on P-256, P-384 or P-521`);
}
