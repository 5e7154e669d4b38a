import type { PlannedCertificate } from '../plan/plan.js';
import { bundlePem } from './authority.js';
import { isDueForRenewal, issue, mismatch, readCertificatePair, type IssueOptions } from './certificate.js';
import { foreignError, writeItem, type Run, type TrustedAuthority } from './context.js';
import { PlanError, type Outcome } from './outcome.js';
import { readCertificate, type ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { endOf } from './validity.js';

/** Issues a planned certificate, renews it when it must change, or keeps it. */
export async function applyCertificate(
  run: Run,
  planned: PlannedCertificate,
  authority: TrustedAuthority,
): Promise<void> {
  const { store, options, now } = run;
  const { name } = planned;
  const former = await store.read('certificate', name);
  const pair = readCertificatePair(former?.entries);
  const { current } = authority;
  if (former?.isForeign === true) return keepForeign(run, planned, authority, pair);
  if (current === undefined) {
    const location = store.describe('authority', planned.authority);
    throw new PlanError(`${location} has no private key and cannot issue certificates`);
  }
  const issuing: IssueOptions = { now, renewBefore: options.renewBefore, authority: current };
  const decided = await decide(planned, { pair, isNew: former === undefined }, issuing);
  const entries = {
    'tls.crt': decided.pair.certPem,
    'tls.key': decided.pair.keyPem,
    'ca.crt': bundlePem(authority.bundle),
  };
  const isWritten = await writeItem(run, 'certificate', name, { former, entries, reason: decided.reason ?? '' });
  const isBundleOnly = decided.action === 'kept' && isWritten;
  const reason = isBundleOnly ? 'the trusted authorities have changed' : decided.reason;
  const until = readCertificate(decided.pair.certPem)?.validTo;
  options.report({
    action: isBundleOnly ? 'updated' : decided.action,
    kind: 'certificate',
    name,
    ...(until !== undefined && { until: new Date(until) }),
    ...(reason !== undefined && { reason }),
  });
}

interface Present {
  readonly pair: ReadPair | undefined;
  readonly isNew: boolean;
}

type Decided = { readonly pair: KeyPair } & Pick<Outcome, 'action' | 'reason'>;

async function decide(planned: PlannedCertificate, { pair, isNew }: Present, options: IssueOptions): Promise<Decided> {
  if (isNew) return { pair: await issue(planned, options), action: 'made' };
  const reason = mismatch(planned, pair, options.authority.cert, options.now);
  if (pair !== undefined && reason === undefined && !isDueForRenewal(planned, pair, options)) {
    return { pair, action: 'kept' };
  }
  return { pair: await issue(planned, options), action: 'renewed', reason: reason ?? 'it expires soon' };
}

/** A certificate with another owner is kept while it matches the plan. */
function keepForeign(
  { store, options, now }: Run,
  planned: PlannedCertificate,
  authority: TrustedAuthority,
  pair: ReadPair | undefined,
): void {
  const { name } = planned;
  const issuers = [...(authority.current ? [authority.current.cert] : []), ...authority.bundle];
  const faults = issuers.map((issuer) => mismatch(planned, pair, issuer, now));
  if (pair === undefined || !faults.includes(undefined)) {
    throw foreignError(store.describe('certificate', name), faults[0] ?? 'it cannot be read');
  }
  const until = new Date(endOf(pair.cert));
  options.report({ action: 'kept', kind: 'certificate', name, until, reason: 'it has another owner' });
}
