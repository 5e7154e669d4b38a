import {
  beginAuthorityCertificates,
  beginCertificates,
  type AuthorityCertificates,
  type AuthorityOptions,
  type Begun,
  type CertificateOptions,
  type Certificates,
  type Renewable,
} from './ensure.js';

/** Certificates that are stored. */
export async function ensureCertificates(options: CertificateOptions): Promise<Renewable<Certificates>> {
  return stored(await beginCertificates(options));
}

/** The same without a serving certificate. */
export async function ensureAuthorityCertificates(
  options: AuthorityOptions,
): Promise<Renewable<AuthorityCertificates>> {
  return stored(await beginAuthorityCertificates(options));
}

async function stored<T>(begun: Begun<T>): Promise<Renewable<T>> {
  await begun.stored;
  return begun.certificates;
}
