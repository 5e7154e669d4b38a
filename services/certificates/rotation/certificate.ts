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

/** The pair that is there; undefined where there is none that is good. */
export function readCertificatePair(entries: Entries | undefined): ReadPair | undefined {
  const [certPem, keyText] = [entries?.['tls.crt'], entries?.['tls.key']];
  return certPem === undefined || keyText === undefined ? undefined : readPair({ certPem, keyPem: keyText });
}

/** Why a pair must be another one to be as planned; undefined where it is good as it is. */
export function misfit(
  { commonName, organizations, purpose }: PlannedCertificate,
  pair: ReadPair | undefined,
  authority: X509Certificate,
  now: Date,
): string | undefined {
  if (pair === undefined) return 'it cannot be read';
  const { cert } = pair;
  const { subject } = cert.toLegacyObject();
  if (subject.CN !== commonName) return 'it is to have another name';
  if (!isSame([subject.O ?? []].flat(), organizations)) return 'it is to have other organizations';
  if (!isSame(cert.keyUsage ?? [], USAGES[purpose.type])) return 'it is to have other usages';
  if (!isForHosts(cert, purpose.type === 'client' ? [] : purpose.hosts)) return 'it is to have other hosts';
  if (!isIssuedBy(cert, authority)) return 'it is from another authority';
  if (endOf(cert) <= now.getTime()) return 'its time was over';
  if (Date.parse(cert.validFrom) > now.getTime()) return 'it was not valid yet';
  return undefined;
}

/** Whether it is time for another one, which would last longer. */
export function isAboutToEnd(plan: PlannedCertificate, { cert }: ReadPair, options: IssueOptions): boolean {
  const { now, renewBefore, authority } = options;
  return isDue(cert, now, renewBefore) && validityOf(plan, now, authority).notAfter.getTime() > endOf(cert);
}

/** A new key with its certificate, which ends no later than its authority. */
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
  // What is between it and the root comes along (RFC 8446, 4.4.2).
  const isRoot = authority.cert.checkIssued(authority.cert);
  return { certPem: isRoot ? certPem : certPem + authority.certPem, keyPem: keyPem(privateKey) };
}

function validityOf({ validity }: PlannedCertificate, now: Date, { cert }: ReadPair) {
  return validityFrom(now, validity, endOf(cert));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === new Set(b).size;
}
