import type { Plan } from '../plan/plan.js';
import { RaceError, type Store } from '../store/store.js';
import { applyAuthority, finishAuthority, otherAuthority } from './apply-authority.js';
import { applyCertificate } from './apply-certificate.js';
import { applyKey } from './apply-key.js';
import { applyKubeconfig } from './apply-kubeconfig.js';
import type { Run, TrustedAuthority } from './context.js';
import { readHolders } from './holders.js';
import { PlanError, type Outcome } from './outcome.js';
import type { RunOptions } from './run-options.js';

/** Each time somebody else gets further, so that the end comes sooner than this. */
const ATTEMPTS = 20;

/**
 * Makes what a plan has and a store has not, and makes anew what is about to end or is not as planned any more. All else is
 * left as it is. Resolves to what is wrong with single things; the others are done. Rejects where the store fails.
 */
export async function runPlan(plan: Plan, store: Store, options: RunOptions): Promise<readonly PlanError[]> {
  const told = new Set<string>();
  // Whoever begins again finds what he has done before, and keeps it.
  const tell = (outcome: Outcome): void => {
    const isNews = !told.has(outcome.name) || outcome.action !== 'kept';
    told.add(outcome.name);
    if (isNews) options.tell(outcome);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(plan, store, { ...options, tell });
    } catch (error) {
      if (!(error instanceof RaceError) || attempt === ATTEMPTS) throw error;
      options.onRace?.(error.message);
    }
  }
}

async function runOnce(plan: Plan, store: Store, options: RunOptions): Promise<readonly PlanError[]> {
  const problems: PlanError[] = [];
  const run: Run = { plan, store, options, now: options.now() };
  const incomplete = new Set<string>();
  /** One thing that is broken keeps no other from being done, but for a successor of its authority. */
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
  // First of all: a successor signs only where everything that is there has trusted it before.
  const holders = await readHolders(run);
  const authorities = new Map<string, TrustedAuthority>();
  for (const planned of plan.authorities) {
    const applied = await attempt(() => applyAuthority(run, planned, holders), planned.name);
    if (applied !== undefined) authorities.set(planned.name, applied);
  }
  for (const name of otherAuthorities(plan)) {
    const other = await attempt(() => otherAuthority(run, name));
    if (other !== undefined) authorities.set(name, other);
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
  for (const { name } of plan.authorities) {
    if (!incomplete.has(name)) await finishAuthority(run, name);
  }
  return problems;
}

/** Those that certificates and kubeconfigs name, and that the plan has not. */
function otherAuthorities({ authorities, certificates, kubeconfigs }: Plan): string[] {
  const own = new Set(authorities.map(({ name }) => name));
  const named = new Set([...certificates, ...kubeconfigs].map(({ authority }) => authority));
  return [...named].filter((name) => !own.has(name));
}
