import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Namespace, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { CHECKS } from './checks/all.js';
import { defaultPolicy, type PodSecurityConfiguration } from './configuration.js';
import { createEvaluate, type Evaluate } from './evaluate.js';
import type { PodSecurityCounts } from './metrics.js';
import {
  labelsIn,
  policyOf,
  prefixIn,
  type LabelledPolicy,
  type Mode,
  type ModeLabels,
  type Policy,
} from './policy.js';

/** What the parts of the plugin share. */
export interface PodSecurityContext {
  /** The policy of a namespace, remembered as long as the object. */
  readonly policyOf: (namespace: Namespace) => LabelledPolicy;
  /** The policy of namespaces without labels. */
  readonly defaults: Policy;
  readonly keys: Readonly<Record<Mode, ModeLabels>>;
  /** The prefix of audit annotations. */
  readonly prefix: string;
  readonly evaluate: Evaluate;
  readonly counts: PodSecurityCounts;
  readonly isExemptNamespace: (name: string) => boolean;
  readonly isExemptUser: (name: string) => boolean;
  readonly isExemptClass: (spec: PodSpec) => boolean;
}

export interface PodSecurityContextOptions {
  readonly domain: Domain;
  readonly configuration: Partial<PodSecurityConfiguration>;
  readonly counts: PodSecurityCounts;
}

export function createContext({ domain, configuration, counts }: PodSecurityContextOptions): PodSecurityContext {
  const { usernames, namespaces, runtimeClasses } = configuration.exemptions ?? {};
  const exempt = { users: new Set(usernames), namespaces: new Set(namespaces), classes: new Set(runtimeClasses) };
  const keys = labelsIn(domain);
  const defaults = defaultPolicy(configuration);
  return {
    policyOf: keyed(({ metadata: { labels = {} } }: Namespace) => policyOf(labels, { keys, defaults })),
    defaults,
    keys,
    prefix: prefixIn(domain),
    evaluate: createEvaluate(CHECKS),
    counts,
    isExemptNamespace: (name) => exempt.namespaces.has(name),
    isExemptUser: (name) => exempt.users.has(name),
    isExemptClass: ({ runtimeClassName = '' }) => exempt.classes.has(runtimeClassName),
  };
}
