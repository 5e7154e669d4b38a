import type { X509Certificate } from 'node:crypto';

/** How far the clock of another machine may be behind, in milliseconds. */
const CLOCK_SKEW = 3_600_000;

/** From a little before now on. What cannot be written in a certificate, parts of a second, is left out. */
export function validityFrom(now: Date, duration: number, latest = Infinity): { notBefore: Date; notAfter: Date } {
  const end = Math.min(now.getTime() + duration, latest);
  return { notBefore: new Date(now.getTime() - CLOCK_SKEW), notAfter: new Date(Math.floor(end / 1000) * 1000) };
}

export const endOf = (cert: X509Certificate): number => Date.parse(cert.validTo);

/** True from so many milliseconds before its end on, or from when two thirds of its life are over, if that is later. */
export function isDue(cert: X509Certificate, now: Date, before: number): boolean {
  const life = endOf(cert) - Date.parse(cert.validFrom);
  return now.getTime() >= endOf(cert) - Math.min(before, life / 3);
}
