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

/** An authority with all that is to be trusted beside it. */
export interface Authority {
  /** Signs. */
  readonly current: ReadPair;
  /** Will sign, once everybody trusts it. */
  readonly next?: ReadPair;
  /** Since when it has been in all bundles, in milliseconds since 1970. */
  readonly since?: number;
  /** What signs, what will, and what has signed, each once. */
  readonly bundle: readonly X509Certificate[];
}

export interface AuthorityOptions {
  readonly now: Date;
  /** Milliseconds before the end of an authority from which on it is to have a successor. */
  readonly before: number;
  readonly propagation: number;
  /** Whether whatever trusts this authority is known to trust its successor too. */
  readonly isTrusted: (next: X509Certificate) => boolean;
}

export type Step = { readonly authority: Authority } & Pick<Outcome, 'action' | 'reason'>;

/** The authority as it is to be now. `stored` is what there is of it. Pure, but for new keys. */
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
    return { authority, action: 'renewed', reason: 'its time was over, so that nothing could be waited for' };
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
    return { authority, action: 'kept', reason: `it has a successor, which signs in a run after ${from}` };
  }
  const fault = faultOf(plan, current.cert, now, before);
  if (fault === undefined) return { authority: { current, bundle: bundle(current) }, action: 'kept' };
  const successor = await newAuthority(plan, now);
  return {
    authority: { current, next: successor, bundle: bundle(current, successor) },
    action: 'updated',
    reason: `${fault}: it has got a successor, which signs in a run after ${timeText(now.getTime() + propagation)}`,
  };
}

function faultOf({ commonName }: PlannedAuthority, cert: X509Certificate, now: Date, before: number) {
  if (cert.toLegacyObject().subject.CN !== commonName) return 'it is to have another name';
  return isDue(cert, now, before) ? 'it is about to end' : undefined;
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

/** What there is of an authority; undefined where its first making was cut short. Throws PlanError; `place` is for it. */
export function readAuthority(entries: Entries, place: string, now: Date): Authority | undefined {
  const next = pairIn(entries, 'next');
  // The key is written before its certificate: whoever was killed between the two has left them like this.
  const isHalfway = entries['tls.key'] === entries['next.key'];
  const current = pairIn(entries, 'tls') ?? (isHalfway ? next : undefined);
  const isNew = entries['tls.crt'] === undefined && entries['ca.crt'] === undefined;
  if (current === undefined && isNew) return undefined;
  const fail = (fault: string): never => {
    throw new PlanError(
      `${place}: the authority ${fault}; restore it, or delete all that is there of it for a new one, which nobody trusts yet`,
    );
  };
  if (current === undefined) {
    if (entries['tls.key'] === undefined) return fail('has no private key');
    if (readKey(entries['tls.key']) === undefined) return fail('has a private key that cannot be read');
    return fail('has no certificate of its key');
  }
  if (!current.cert.ca) return fail('has a certificate that is not that of an authority');
  if (!['ec', 'rsa'].includes(current.key.asymmetricKeyType ?? ''))
    return fail('has a key that is neither ECDSA nor RSA');
  if (Date.parse(current.cert.validFrom) > now.getTime()) {
    throw new PlanError(
      `${place}: the authority is valid only from ${current.cert.validFrom} on; is the clock of this machine right?`,
    );
  }
  const successor = next?.cert.fingerprint256 === current.cert.fingerprint256 ? undefined : next;
  const since = successor && readSince(entries['next.since'], successor.cert.publicKey);
  return {
    current,
    ...(successor && { next: successor }),
    ...(since !== undefined && { since }),
    bundle: readBundle(entries, place),
  };
}

/** All that vouches for what an authority has issued. Throws PlanError. */
export function readBundle(entries: Entries, place: string): X509Certificate[] {
  const text = entries['ca.crt'] ?? '';
  // What cert-manager issues itself has none where the issuer knows of none.
  const pem = text.trim() === '' ? (entries['tls.crt'] ?? '') : text;
  try {
    return readAuthorities(pem, place);
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
