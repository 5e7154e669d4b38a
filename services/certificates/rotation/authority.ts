import { X509Certificate } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { readKey, readPair, type ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import { issueCertificate, keyPem, newKeys } from '@pilothouse/runtime/certificates/issue.js';
import type { PlannedAuthority } from '../plan/plan.js';
import type { Entries } from '../store/store.js';
import { PlanError, timeText, type Outcome } from './outcome.js';
import { readSince } from './since.js';
import { endOf, isDue, validityFrom } from './validity.js';

/** An authority with its successor and its trust bundle. */
export interface Authority {
  /** The signing certificate and key. */
  readonly current: ReadPair;
  /** The successor. It signs after the propagation time. */
  readonly next?: ReadPair;
  /** When all bundles contained the successor, in milliseconds since 1970. */
  readonly since?: number;
  /** The current, next and former certificates, without duplicates. */
  readonly bundle: readonly X509Certificate[];
}

export interface AuthorityOptions {
  readonly now: Date;
  /** Milliseconds before its expiry at which an authority gets a successor. */
  readonly before: number;
  readonly propagation: number;
  /** Whether every bundle of this authority contains the successor. */
  readonly isTrusted: (next: X509Certificate) => boolean;
}

export type Step = { readonly authority: Authority } & Pick<Outcome, 'action' | 'reason'>;

/** Computes the next rotation step. `stored` is the present state. Pure, except for the generation of keys. */
export async function stepAuthority(
  plan: PlannedAuthority,
  stored: Authority | undefined,
  { now, before, propagation, isTrusted }: AuthorityOptions,
): Promise<Step> {
  if (stored === undefined) {
    const current = await newAuthority(plan, now);
    return { authority: { current, bundle: [current.cert] }, action: 'made' };
  }
  const { current, next } = stored;
  const bundle = (...first: readonly ReadPair[]): X509Certificate[] => {
    const all = [...first.map(({ cert }) => cert), ...stored.bundle];
    return distinct(all).filter((cert) => endOf(cert) > now.getTime());
  };
  if (endOf(current.cert) <= now.getTime()) {
    const successor = next ?? (await newAuthority(plan, now));
    const authority = { current: successor, bundle: bundle(successor) };
    return { authority, action: 'renewed', reason: 'it had expired, so that it was replaced at once' };
  }
  if (next !== undefined) {
    const since = isTrusted(next.cert) ? stored.since : undefined;
    if (since !== undefined && now.getTime() >= since + propagation) {
      return {
        authority: { current: next, bundle: bundle(next, current) },
        action: 'renewed',
        reason: 'the successor signs now',
      };
    }
    const authority = { current, next, ...(since !== undefined && { since }), bundle: bundle(current, next) };
    const from = timeText((since ?? now.getTime()) + propagation);
    return { authority, action: 'kept', reason: `its successor signs in a run after ${from}` };
  }
  const fault = faultOf(plan, current.cert, now, before);
  if (fault === undefined) return { authority: { current, bundle: bundle(current) }, action: 'kept' };
  const successor = await newAuthority(plan, now);
  return {
    authority: { current, next: successor, bundle: bundle(current, successor) },
    action: 'updated',
    reason: `${fault}: a new successor signs in a run after ${timeText(now.getTime() + propagation)}`,
  };
}

function faultOf({ commonName }: PlannedAuthority, cert: X509Certificate, now: Date, before: number) {
  if (cert.toLegacyObject().subject.CN !== commonName) return 'its common name differs from the plan';
  return isDue(cert, now, before) ? 'it expires soon' : undefined;
}

async function newAuthority({ commonName, validity }: PlannedAuthority, now: Date): Promise<ReadPair> {
  const { publicKey, privateKey } = await newKeys();
  const subject = { commonName };
  const certPem = issueCertificate({
    subject,
    publicKey,
    purpose: { type: 'ca' },
    issuer: { subject, publicKey, privateKey },
    ...validityFrom(now, validity),
  });
  return { certPem, keyPem: keyPem(privateKey), cert: new X509Certificate(certPem), key: privateKey };
}

/** Parses an authority. Returns undefined if its creation was interrupted. `location` is for the PlanError that it throws. */
export function readAuthority(entries: Entries, location: string, now: Date): Authority | undefined {
  const next = pairIn(entries, 'next');
  // A key is written before its certificate. A run that is killed between the two leaves this state.
  const isHalfway = entries['tls.key'] === entries['next.key'];
  const current = pairIn(entries, 'tls') ?? (isHalfway ? next : undefined);
  const isNew = entries['tls.crt'] === undefined && entries['ca.crt'] === undefined;
  if (current === undefined && isNew) return undefined;
  const fail = (fault: string): never => {
    throw new PlanError(
      `${location}: the authority ${fault}; restore it, or delete all its entries for a new authority, which no program trusts yet`,
    );
  };
  if (current === undefined) {
    if (entries['tls.key'] === undefined) return fail('has no private key');
    if (readKey(entries['tls.key']) === undefined) return fail('has a private key that cannot be read');
    return fail('has no certificate that matches its key');
  }
  if (!current.cert.ca) return fail('has a certificate that is not a CA certificate');
  if (!['ec', 'rsa'].includes(current.key.asymmetricKeyType ?? ''))
    return fail('has a key that is neither ECDSA nor RSA');
  if (Date.parse(current.cert.validFrom) > now.getTime()) {
    throw new PlanError(
      `${location}: the authority is not valid before ${current.cert.validFrom}; check the clock of this machine`,
    );
  }
  const successor = next?.cert.fingerprint256 === current.cert.fingerprint256 ? undefined : next;
  const since = successor && readSince(entries['next.since'], successor.cert.publicKey);
  return {
    current,
    ...(successor && { next: successor }),
    ...(since !== undefined && { since }),
    bundle: readBundle(entries, location),
  };
}

/** Reads the trust bundle of an authority. Throws PlanError. */
export function readBundle(entries: Entries, location: string): X509Certificate[] {
  const text = entries['ca.crt'] ?? '';
  // cert-manager writes no ca.crt if the issuer does not know its own certificate.
  const pem = text.trim() === '' ? (entries['tls.crt'] ?? '') : text;
  try {
    return readAuthorities(pem, location);
  } catch (error) {
    throw new PlanError(errorMessage(error), { cause: error });
  }
}

export const bundlePem = (bundle: readonly X509Certificate[]): string => bundle.map(String).join('');

function pairIn(entries: Entries, which: 'tls' | 'next'): ReadPair | undefined {
  const [certPem, keyText] = [entries[`${which}.crt`], entries[`${which}.key`]];
  return certPem === undefined || keyText === undefined ? undefined : readPair({ certPem, keyPem: keyText });
}

function distinct(certs: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(certs.map((cert) => [cert.fingerprint256, cert])).values()];
}
