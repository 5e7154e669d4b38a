import { X509Certificate } from 'node:crypto';
import { issueCertificate, keyPem, newKeys, type Issuer, type KeyPair, type Purpose, type Subject } from './issue.js';

const HOUR = 3_600_000;

export interface TestIssuer extends Issuer, KeyPair {
  readonly cert: X509Certificate;
}

export interface TestCertificateOptions {
  readonly purpose: Purpose;
  /** Self-signed when absent. */
  readonly issuer?: Issuer;
  /** Hours from now until it expires; 1 when absent. It became valid two hours ago. */
  readonly hours?: number;
}

/** A new certificate and its key. */
export async function testCertificate(
  subject: Subject,
  { purpose, issuer, hours = 1 }: TestCertificateOptions,
): Promise<TestIssuer> {
  const keys = await newKeys();
  const own = { subject, ...keys };
  const now = Date.now();
  const validity = { notBefore: new Date(now - 2 * HOUR), notAfter: new Date(now + hours * HOUR) };
  const certPem = issueCertificate({ subject, publicKey: keys.publicKey, purpose, issuer: issuer ?? own, ...validity });
  return { ...own, certPem, keyPem: keyPem(keys.privateKey), cert: new X509Certificate(certPem) };
}

export const newTestAuthority = (commonName: string, issuer?: Issuer): Promise<TestIssuer> =>
  testCertificate({ commonName }, { purpose: { type: 'ca' }, ...(issuer && { issuer }) });
