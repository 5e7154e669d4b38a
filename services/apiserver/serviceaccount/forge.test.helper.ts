import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readKeys, type SigningKey } from './keys.js';

/** A token built by hand, as the library would not build it. Strings are used unchanged, objects as JSON. */
export function forge(header: object | string, claims: object | string, signature: (input: string) => Buffer): string {
  const input = [header, claims].map(encode).join('.');
  return `${input}.${signature(input).toString('base64url')}`;
}

function encode(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

export function ecdsa(key: KeyObject): (input: string) => Buffer {
  return (input) => sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
}

export function rsa(key: KeyObject): (input: string) => Buffer {
  return (input) => sign('sha256', Buffer.from(input), key);
}

export function hmac(secret: string | Buffer): (input: string) => Buffer {
  return (input) => createHmac('sha256', secret).update(input).digest();
}

export const unsigned = (): Buffer => Buffer.alloc(0);

/** PEM texts of a new key pair. */
export function pemPair(type: 'RSA' | 'P-256' | 'P-384' | 'P-521' | 'RSA-1024' | 'Ed25519'): {
  readonly privatePem: string;
  readonly publicPem: string;
} {
  const { privateKey, publicKey } = pairOf(type);
  return {
    privatePem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
  };
}

function pairOf(type: Parameters<typeof pemPair>[0]): { privateKey: KeyObject; publicKey: KeyObject } {
  if (type === 'Ed25519') return generateKeyPairSync('ed25519');
  if (type === 'RSA' || type === 'RSA-1024') {
    return generateKeyPairSync('rsa', { modulusLength: type === 'RSA' ? 2048 : 1024 });
  }
  return generateKeyPairSync('ec', { namedCurve: type });
}

/** The single private key in a text. */
export function signingKeyOf(pem: string): SigningKey {
  const [key] = readKeys(pem, 'test') as SigningKey[];
  if (key === undefined) throw new Error('no key');
  return key;
}
