import { createHash, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import * as der from './der.js';
import { addressBytes } from './hosts.js';
import { readValue, readValues } from './read-der.js';

/** A certificate and its private key (PKCS #8), both as PEM. */
export interface KeyPair {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface Subject {
  readonly commonName: string;
  readonly organization?: string | readonly string[];
}

/** The purpose of the certificate. */
export type Purpose =
  | { readonly type: 'ca' }
  | { readonly type: 'client' }
  | { readonly type: 'server'; readonly hosts: readonly string[] }
  /** Server and client, as for members of an etcd cluster. */
  | { readonly type: 'peer'; readonly hosts: readonly string[] };

/** The signer: the private key (RSA or ECDSA) and the subject of its certificate, or the DER of its name. */
export interface Issuer {
  readonly subject: Subject | Uint8Array;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The key identifier of its certificate; derived from the public key when absent. */
  readonly keyIdentifier?: Uint8Array;
}

export interface IssueOptions {
  readonly subject: Subject;
  readonly publicKey: KeyObject;
  readonly purpose: Purpose;
  readonly issuer: Issuer;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

/** The extended key usages (RFC 5280, 4.2.1.12) of leaf certificates. */
export const USAGES = {
  server: [OID.serverAuth],
  client: [OID.clientAuth],
  peer: [OID.serverAuth, OID.clientAuth],
} as const;

const generate = promisify(generateKeyPair);

/** Generates an ECDSA key on P-256. */
export async function newKeys(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return generate('ec', { namedCurve: 'P-256' });
}

/** The key as PKCS #8 PEM. */
export function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** Issues an X.509 v3 certificate (RFC 5280) as PEM, signed with SHA-256, with a random serial number. */
export function issueCertificate(options: IssueOptions): string {
  const { subject, publicKey, purpose, issuer } = options;
  const algorithm = signatureAlgorithm(issuer.privateKey);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = der.sequence(
    der.explicit(0, der.unsignedInteger(Buffer.from([2]))),
    der.unsignedInteger(serial),
    algorithm,
    name(issuer.subject),
    der.sequence(der.time(options.notBefore), der.time(options.notAfter)),
    name(subject),
    publicKeyInfo(publicKey),
    der.explicit(3, der.sequence(...extensions(purpose, publicKey, issuer))),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  return pem(der.sequence(body, algorithm, der.bitString(signature)));
}

/** RFC 4055 and RFC 5758. Throws for other key types. */
function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Buffer {
  if (asymmetricKeyType === 'ec') return der.sequence(der.oid(OID.ecdsaWithSha256));
  if (asymmetricKeyType === 'rsa') return der.sequence(der.oid(OID.rsaWithSha256), der.NULL);
  throw new TypeError(`a key of the type ${asymmetricKeyType} cannot sign certificates here`);
}

function extensions(purpose: Purpose, own: KeyObject, issuer: Issuer): Buffer[] {
  const issuers = issuer.keyIdentifier ?? keyIdentifier(issuer.publicKey);
  const identifiers = [
    extension(OID.subjectKeyIdentifier, der.octetString(keyIdentifier(own))),
    extension(OID.authorityKeyIdentifier, der.sequence(der.implicit(0, issuers))),
  ];
  if (purpose.type === 'ca') {
    return [
      critical(OID.basicConstraints, der.sequence(der.TRUE)),
      // digitalSignature, keyCertSign and cRLSign.
      critical(OID.keyUsage, der.bitString(Buffer.from([0b1000_0110]), 1)),
      ...identifiers,
    ];
  }
  return [
    critical(OID.basicConstraints, der.sequence()),
    critical(OID.keyUsage, der.bitString(Buffer.from([0b1000_0000]), 7)),
    extension(OID.extendedKeyUsage, der.sequence(...USAGES[purpose.type].map(der.oid))),
    ...identifiers,
    ...(purpose.type === 'client'
      ? []
      : [extension(OID.subjectAlternativeName, der.sequence(...purpose.hosts.map(generalName)))]),
  ];
}

const extension = (id: string, value: Buffer): Buffer => der.sequence(der.oid(id), der.octetString(value));
const critical = (id: string, value: Buffer): Buffer => der.sequence(der.oid(id), der.TRUE, der.octetString(value));

function generalName(host: string): Buffer {
  return isIP(host) === 0 ? der.implicit(2, Buffer.from(host, 'ascii')) : der.implicit(7, addressBytes(host));
}

function name(subject: Subject | Uint8Array): Uint8Array {
  if (subject instanceof Uint8Array) return subject;
  const part = (id: string, text: string): Buffer => der.set(der.sequence(der.oid(id), der.utf8String(text)));
  const organizations = [subject.organization ?? []].flat().map((text) => part(OID.organization, text));
  return der.sequence(...organizations, part(OID.commonName, subject.commonName));
}

function publicKeyInfo(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** RFC 5280, 4.2.1.2 (1): SHA-1 of the public key's bits. */
function keyIdentifier(key: KeyObject): Buffer {
  const [, bits] = readValues(readValue(publicKeyInfo(key)).content);
  // The first byte of a bit string is the number of unused bits, which is 0.
  return createHash('sha1')
    .update(bits?.content.subarray(1) ?? '')
    .digest();
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
