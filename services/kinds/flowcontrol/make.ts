import type {
  FlowSchema,
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';

/** An object of the server, before its first write. */
export type Made<Kind extends FlowSchema | PriorityLevelConfiguration> = Pick<Kind, 'metadata' | 'spec'>;

/** Kubernetes' annotation: `true` lets the server keep the specification up to date. */
export const AUTO_UPDATE_ANNOTATION = 'apf.kubernetes.io/autoupdate-spec';

/** Every request has one of these groups. */
export const ALL_USERS = groups('system:unauthenticated', 'system:authenticated');

export function priorityLevel(name: string, spec: PriorityLevelConfigurationSpec): Made<PriorityLevelConfiguration> {
  return { metadata: metadata(name), spec };
}

/** A limited priority level. Without queues it rejects excess requests. */
export function limited({ shares, lendable, ...queuing }: Limits): PriorityLevelConfigurationSpec {
  const { queues, handSize } = queuing;
  return {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares: shares,
      lendablePercent: lendable,
      limitResponse:
        queues === undefined || handSize === undefined
          ? { type: 'Reject' }
          : { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } },
    },
  };
}

interface Limits {
  readonly shares: number;
  readonly lendable: number;
  readonly queues?: number;
  readonly handSize?: number;
}

export function flowSchema(name: string, { level, precedence, by, rules }: Flows): Made<FlowSchema> {
  const spec: FlowSchemaSpec = {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(by && { distinguisherMethod: { type: by } }),
    rules: [rules],
  };
  return { metadata: metadata(name), spec };
}

interface Flows {
  readonly level: string;
  readonly precedence: number;
  readonly by?: 'ByUser' | 'ByNamespace';
  readonly rules: PolicyRulesWithSubjects;
}

/** Rules for all requests of subjects. */
export function everything(subjects: Subject[]): PolicyRulesWithSubjects {
  return {
    subjects,
    resourceRules: [resourceRule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true })],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  };
}

/** A rule for requests in all namespaces, and without one if `clusterScope` is true. */
export function resourceRule(rule: Omit<ResourcePolicyRule, 'namespaces'>): ResourcePolicyRule {
  return { ...rule, namespaces: ['*'] };
}

export function groups(...names: string[]): Subject[] {
  return names.map((name) => ({ kind: 'Group', group: { name } }));
}

export function users(...names: string[]): Subject[] {
  return names.map((name) => ({ kind: 'User', user: { name } }));
}

/** All service accounts of a namespace. */
export function serviceAccountsOf(namespace: string): Subject[] {
  return [{ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace } }];
}

function metadata(name: string): FlowSchema['metadata'] {
  return { name, annotations: { [AUTO_UPDATE_ANNOTATION]: 'true' } };
}
