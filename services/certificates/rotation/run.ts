import type { Plan } from '../plan/plan.js';
import { ConflictError, type Store } from '../store/store.js';
import { applyAuthority, recordTrustedSince, externalAuthority } from './apply-authority.js';
import { applyCertificate } from './apply-certificate.js';
import { applyKey } from './apply-key.js';
import { applyKubeconfig } from './apply-kubeconfig.js';
import { applySessionKey } from './apply-session-key.js';
import type { Run, TrustedAuthority } from './context.js';
import { readHolders } from './holders.js';
import { PlanError, type Outcome } from './outcome.js';
import type { RunOptions } from './run-options.js';

/** Each conflict means that another run made progress, so that fewer attempts suffice. */
const ATTEMPTS = 20;

/**
 * Creates missing items, and renews items that expire soon or differ from the plan. All others stay as they are.
 * Resolves to the errors of single items; the other items are done. Rejects when the store fails.
 */
export async function runPlan(plan: Plan, store: Store, options: RunOptions): Promise<readonly PlanError[]> {
  const reported = new Set<string>();
  // A restarted run keeps the items that it wrote before. Their results are not reported twice.
  const report = (outcome: Outcome): void => {
    const isNews = !reported.has(outcome.name) || outcome.action !== 'kept';
    reported.add(outcome.name);
    if (isNews) options.report(outcome);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(plan, store, { ...options, report });
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
      options.onConflict?.(error.message);
    }
  }
}

async function runOnce(plan: Plan, store: Store, options: RunOptions): Promise<readonly PlanError[]> {
  const problems: PlanError[] = [];
  const run: Run = { plan, store, options, now: options.now() };
  const incomplete = new Set<string>();
  /** A broken item blocks no other item, except for the successor of its authority. */
  const attempt = async <T>(work: () => Promise<T>, authority?: string): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      problems.push(error);
      if (authority !== undefined) incomplete.add(authority);
      return undefined;
    }
  };
  // The bundles are read before any write: a successor signs only if every existing item already trusts it.
  const holders = await readHolders(run);
  const authorities = new Map<string, TrustedAuthority>();
  for (const planned of plan.authorities) {
    const applied = await attempt(() => applyAuthority(run, planned, holders), planned.name);
    if (applied !== undefined) authorities.set(planned.name, applied);
  }
  for (const name of externalAuthorities(plan)) {
    const external = await attempt(() => externalAuthority(run, name));
    if (external !== undefined) authorities.set(name, external);
  }
  for (const planned of plan.certificates) {
    const authority = authorities.get(planned.authority);
    if (authority !== undefined) await attempt(() => applyCertificate(run, planned, authority), planned.authority);
  }
  for (const planned of plan.kubeconfigs) {
    const authority = authorities.get(planned.authority);
    if (authority !== undefined) await attempt(() => applyKubeconfig(run, planned, authority), planned.authority);
  }
  for (const { name } of plan.keys) await attempt(() => applyKey(run, name));
  for (const { name } of plan.sessionKeys) await attempt(() => applySessionKey(run, name));
  for (const { name } of plan.authorities) {
    if (!incomplete.has(name)) await recordTrustedSince(run, name);
  }
  return problems;
}

/** Authorities that the plan references and does not contain. */
function externalAuthorities({ authorities, certificates, kubeconfigs }: Plan): string[] {
  const own = new Set(authorities.map(({ name }) => name));
  const named = new Set([...certificates, ...kubeconfigs].map(({ authority }) => authority));
  return [...named].filter((name) => !own.has(name));
}
