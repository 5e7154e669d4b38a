import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { KeyPair } from './issue.js';

/** A parsed key pair. */
export interface ReadPair extends KeyPair {
  readonly cert: X509Certificate;
  readonly key: KeyObject;
}

/** The certificate in PEM, or in the bytes of DER; undefined if it is invalid. */
export function readCertificate(text: string | Buffer): X509Certificate | undefined {
  return orUndefined(() => new X509Certificate(text));
}

/** The private key in the text; undefined if it is invalid. */
export function readKey(pem: string): KeyObject | undefined {
  return orUndefined(() => createPrivateKey(pem));
}

/** The certificate and the key, if they are valid and belong together. */
export function readPair({ certPem, keyPem }: KeyPair): ReadPair | undefined {
  const cert = readCertificate(certPem);
  const key = readKey(keyPem);
  return cert && key && cert.checkPrivateKey(key) ? { certPem, keyPem, cert, key } : undefined;
}

/** Whether the certificate is valid now and for at least `margin` milliseconds. */
export function isCurrent(cert: X509Certificate, now: Date, margin: number): boolean {
  return Date.parse(cert.validFrom) <= now.getTime() && now.getTime() + margin < Date.parse(cert.validTo);
}

/** Whether `ca` signed the certificate. */
export function isIssuedBy(cert: X509Certificate, ca: X509Certificate): boolean {
  return cert.checkIssued(ca) && cert.verify(ca.publicKey);
}

/** Whether the certificate has exactly these hosts, each once. */
export function isForHosts(cert: X509Certificate, hosts: readonly string[]): boolean {
  const names = cert.subjectAltName?.split(', ') ?? [];
  const covers = (host: string): boolean =>
    (isIP(host) === 0 ? cert.checkHost(host, { wildcards: false }) : cert.checkIP(host)) !== undefined;
  return names.length === hosts.length && hosts.every(covers);
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
