import type { X509Certificate } from 'node:crypto';
import type { PlannedAuthority } from '../plan/plan.js';
import type { Entries } from '../store/store.js';
import { bundlePem, readAuthority, readBundle, stepAuthority, type Authority } from './authority.js';
import { readCertificatePair } from './certificate.js';
import { foreignError, writeItem, type Run, type TrustedAuthority } from './context.js';
import type { Holder } from './holders.js';
import { PlanError } from './outcome.js';
import { writeSince } from './since.js';
import { endOf } from './validity.js';

/** Performs the next rotation step of a planned authority. */
export async function applyAuthority(
  run: Run,
  planned: PlannedAuthority,
  holders: readonly Holder[],
): Promise<TrustedAuthority> {
  const { store, options, now, plan } = run;
  const { name, propagation = options.propagation } = planned;
  const former = await store.read('authority', name);
  const location = store.describe('authority', name);
  const stored = former && readAuthority(former.entries, location, now);
  if (former?.isForeign === true) return foreignAuthority(run, planned, stored);
  const leaves = plan.certificates.filter(({ authority }) => authority === name).map(({ validity }) => validity);
  const { authority, action, reason } = await stepAuthority(planned, stored, {
    now,
    // An authority is replaced early enough that no certificate that it issues must be shortened.
    before: Math.max(0, ...leaves) + Math.max(options.renewBefore, propagation),
    propagation,
    isTrusted(next) {
      const bundles = holders.filter((holder) => holder.authority === name).map(({ bundle }) => bundle);
      return [stored?.bundle ?? [], ...bundles].every((bundle) => has(bundle, next));
    },
  });
  const entries = entriesOf(authority, former?.entries['next.since']);
  const isWritten = await writeItem(run, 'authority', name, { former, entries, reason: reason ?? '' });
  options.report({
    action: action === 'kept' && isWritten ? 'updated' : action,
    kind: 'authority',
    name,
    until: new Date(endOf(authority.current.cert)),
    ...(reason !== undefined && { reason }),
  });
  return authority;
}

/** Records the time at which every bundle contains the successor. The propagation time starts then. */
export async function recordTrustedSince(run: Run, name: string): Promise<void> {
  const { store, options } = run;
  const item = await store.read('authority', name);
  if (item === undefined || item.isForeign) return;
  const authority = readAuthority(item.entries, store.describe('authority', name), run.now);
  if (authority?.next === undefined || authority.since !== undefined) return;
  const since = writeSince(options.now(), authority.next.cert.publicKey);
  await store.write('authority', name, { ...item.entries, 'next.since': since });
}

/** Reads an authority that is not in the plan. */
export async function externalAuthority({ store }: Run, name: string): Promise<TrustedAuthority> {
  const item = await store.read('authority', name);
  const location = store.describe('authority', name);
  if (item === undefined) throw new PlanError(`${location} does not exist, and the plan has no authority of that name`);
  const current = readCertificatePair(item.entries);
  return { ...(current && { current }), bundle: readBundle(item.entries, location) };
}

/** A planned authority with another owner is used until it expires. */
function foreignAuthority({ store, options, now }: Run, planned: PlannedAuthority, stored: Authority | undefined) {
  const { name, commonName } = planned;
  const location = store.describe('authority', name);
  if (stored === undefined) throw foreignError(location, 'it is not an authority');
  const { cert } = stored.current;
  if (cert.toLegacyObject().subject.CN !== commonName)
    throw foreignError(location, 'its common name differs from the plan');
  if (endOf(cert) <= now.getTime()) throw foreignError(location, 'it has expired');
  options.report({
    action: 'kept',
    kind: 'authority',
    name,
    until: new Date(endOf(cert)),
    reason: 'it has another owner',
  });
  return stored;
}

function entriesOf({ current, next, since, bundle }: Authority, formerSince: string | undefined): Entries {
  return {
    'tls.crt': current.certPem,
    'tls.key': current.keyPem,
    'ca.crt': bundlePem(bundle),
    ...(next && { 'next.crt': next.certPem, 'next.key': next.keyPem }),
    ...(since !== undefined && formerSince !== undefined && { 'next.since': formerSince }),
  };
}

const has = (bundle: readonly X509Certificate[], cert: X509Certificate): boolean =>
  bundle.some(({ fingerprint256 }) => fingerprint256 === cert.fingerprint256);
