import type { X509Certificate } from 'node:crypto';
import { isForHosts, isIssuedBy, readPair, type ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import { issueCertificate, keyPem, newKeys, USAGES, type KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { signerOf } from '@pilothouse/runtime/certificates/signer.js';
import type { PlannedCertificate } from '../plan/plan.js';
import type { Entries } from '../store/store.js';
import { endOf, isDue, validityFrom } from './validity.js';

export interface IssueOptions {
  readonly now: Date;
  /** Milliseconds. */
  readonly renewBefore: number;
  readonly authority: ReadPair;
}

/** Reads a certificate with its key. Undefined if it is missing or invalid. */
export function readCertificatePair(entries: Entries | undefined): ReadPair | undefined {
  const [certPem, keyText] = [entries?.['tls.crt'], entries?.['tls.key']];
  return certPem === undefined || keyText === undefined ? undefined : readPair({ certPem, keyPem: keyText });
}

/** Returns why a certificate must be reissued to match the plan; undefined if it matches. */
export function mismatch(
  { commonName, organizations, purpose }: PlannedCertificate,
  pair: ReadPair | undefined,
  authority: X509Certificate,
  now: Date,
): string | undefined {
  if (pair === undefined) return 'it cannot be read';
  const { cert } = pair;
  const { subject } = cert.toLegacyObject();
  if (subject.CN !== commonName) return 'its common name differs from the plan';
  if (!isSame([subject.O ?? []].flat(), organizations)) return 'its organizations differ from the plan';
  if (!isSame(cert.keyUsage ?? [], USAGES[purpose.type])) return 'its usages differ from the plan';
  if (!isForHosts(cert, purpose.type === 'client' ? [] : purpose.hosts)) return 'its hosts differ from the plan';
  if (!isIssuedBy(cert, authority)) return 'another authority issued it';
  if (endOf(cert) <= now.getTime()) return 'it has expired';
  if (Date.parse(cert.validFrom) > now.getTime()) return 'it is not valid yet';
  return undefined;
}

/** Whether a certificate is due for renewal. False if a new one would not expire later. */
export function isDueForRenewal(plan: PlannedCertificate, { cert }: ReadPair, options: IssueOptions): boolean {
  const { now, renewBefore, authority } = options;
  return isDue(cert, now, renewBefore) && validityOf(plan, now, authority).notAfter.getTime() > endOf(cert);
}

/** Issues a certificate with a new key. It expires no later than its authority. */
export async function issue(plan: PlannedCertificate, { now, authority }: IssueOptions): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeys();
  const { commonName, organizations, purpose } = plan;
  const certPem = issueCertificate({
    subject: { commonName, organization: organizations },
    publicKey,
    purpose,
    issuer: signerOf(authority),
    ...validityOf(plan, now, authority),
  });
  // The chain contains the intermediate certificates (RFC 8446, 4.4.2).
  const isRoot = authority.cert.checkIssued(authority.cert);
  return { certPem: isRoot ? certPem : certPem + authority.certPem, keyPem: keyPem(privateKey) };
}

function validityOf({ validity }: PlannedCertificate, now: Date, { cert }: ReadPair) {
  return validityFrom(now, validity, endOf(cert));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === new Set(b).size;
}
