import { X509Certificate } from 'node:crypto';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { readPlan } from '../plan/document.js';
import type { Plan } from '../plan/plan.js';
import type { Store } from '../store/store.js';
import type { Outcome } from './outcome.js';
import type { RunOptions } from './run-options.js';
import { runPlan } from './run.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const PLAN = `
authorities: [{name: ca, commonName: Root}]
certificates:
- {name: web, authority: ca, commonName: web, organizations: [x, z], hosts: [a.b, 127.0.0.1, '*.c.d'], usages: [server]}
- {name: peer, authority: ca, commonName: peer, hosts: [p], usages: [server, client], validity: 2000h}
- {name: admin, authority: ca, commonName: ann, organizations: ['system:masters'], usages: [client]}
keys: [{name: sa}]
sessionKeys: [{name: cookies}]
kubeconfigs: [{name: config, certificate: admin, authority: ca, server: 'https://a.b:6443', namespace: work}]
`;

export const plan = (text: string): Plan => readPlan(text, 'plan.yaml');

/** The start time in whole seconds, which is the precision of certificates. */
export const START = Math.floor(Date.now() / 1000) * 1000;

export interface Ran {
  /** Such as `made certificate web`. */
  readonly lines: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly string[];
}

/** Performs one run at a time. */
export async function run(
  store: Store,
  at: number,
  { text = PLAN, ...options }: Partial<RunOptions> & { readonly text?: string } = {},
): Promise<Ran> {
  const outcomes: Outcome[] = [];
  const problems = await runPlan(plan(text), store, {
    now: () => new Date(at),
    renewBefore: 30 * DAY,
    propagation: HOUR,
    rotateKeys: false,
    report: (outcome) => outcomes.push(outcome),
    ...options,
  });
  return {
    lines: outcomes.map(({ action, kind, name }) => `${action} ${kind} ${name}`),
    outcomes,
    problems: problems.map(({ message }) => message),
  };
}

export const certificateIn = (text: string | undefined): X509Certificate => new X509Certificate(text ?? '');

export const bundleIn = (text: string | undefined): X509Certificate[] => readAuthorities(text ?? '', 'a bundle');
