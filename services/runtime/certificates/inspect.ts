import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { KeyPair } from './issue.js';

/** A pair that was read and understood. */
export interface ReadPair extends KeyPair {
  readonly cert: X509Certificate;
  readonly key: KeyObject;
}

/** The certificate in the text; undefined where there is none. */
export function readCertificate(pem: string): X509Certificate | undefined {
  return orUndefined(() => new X509Certificate(pem));
}

/** The private key in the text; undefined where there is none. */
export function readKey(pem: string): KeyObject | undefined {
  return orUndefined(() => createPrivateKey(pem));
}

/** Both, where they are well-formed and belong together. */
export function readPair({ certPem, keyPem }: KeyPair): ReadPair | undefined {
  const cert = readCertificate(certPem);
  const key = readKey(keyPem);
  return cert && key && cert.checkPrivateKey(key) ? { certPem, keyPem, cert, key } : undefined;
}

/** True from its first moment on until `margin` (in milliseconds) before its last. */
export function isCurrent(cert: X509Certificate, now: Date, margin: number): boolean {
  return Date.parse(cert.validFrom) <= now.getTime() && now.getTime() + margin < Date.parse(cert.validTo);
}

/** True where `ca` signed it. */
export function isIssuedBy(cert: X509Certificate, ca: X509Certificate): boolean {
  return cert.checkIssued(ca) && cert.verify(ca.publicKey);
}

/** True where it is made for exactly these hosts, each of them given once. */
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
