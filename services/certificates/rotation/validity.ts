import type { X509Certificate } from 'node:crypto';

/** Tolerated clock skew between machines, in milliseconds. */
const CLOCK_SKEW = 3_600_000;

/** The validity from now on, with an allowance for clock skew. Certificates have a precision of seconds. */
export function validityFrom(now: Date, duration: number, latest = Infinity): { notBefore: Date; notAfter: Date } {
  const end = Math.min(now.getTime() + duration, latest);
  return { notBefore: new Date(now.getTime() - CLOCK_SKEW), notAfter: new Date(Math.floor(end / 1000) * 1000) };
}

export const endOf = (cert: X509Certificate): number => Date.parse(cert.validTo);

/** True in the last `before` milliseconds of the validity, but only in its last third. */
export function isDue(cert: X509Certificate, now: Date, before: number): boolean {
  const life = endOf(cert) - Date.parse(cert.validFrom);
  return now.getTime() >= endOf(cert) - Math.min(before, life / 3);
}
