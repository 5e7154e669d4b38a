import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import {
  ALL_USERS,
  everything,
  flowSchema,
  groups,
  limited,
  priorityLevel,
  resourceRule,
  serviceAccountsOf,
  users,
  type Made,
} from './make.js';

const LEASES = 'coordination.k8s.io';

/** Priority levels that the server creates, and that administrators can change. */
export const SUGGESTED_PRIORITY_LEVELS: readonly Made<PriorityLevelConfiguration>[] = [
  priorityLevel('system', limited({ shares: 30, lendable: 33, queues: 64, handSize: 6 })),
  priorityLevel('node-high', limited({ shares: 40, lendable: 25, queues: 64, handSize: 6 })),
  priorityLevel('leader-election', limited({ shares: 10, lendable: 0, queues: 16, handSize: 4 })),
  priorityLevel('workload-high', limited({ shares: 40, lendable: 50, queues: 128, handSize: 6 })),
  priorityLevel('workload-low', limited({ shares: 100, lendable: 90, queues: 128, handSize: 6 })),
  priorityLevel('global-default', limited({ shares: 20, lendable: 50, queues: 128, handSize: 6 })),
];

/** FlowSchemas that the server creates, and that administrators can change. */
export const SUGGESTED_FLOW_SCHEMAS: readonly Made<FlowSchema>[] = [
  flowSchema('probes', {
    level: 'exempt',
    precedence: 2,
    rules: {
      subjects: ALL_USERS,
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    },
  }),
  flowSchema('system-leader-election', {
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    rules: {
      subjects: [
        ...users('system:kube-controller-manager', 'system:kube-scheduler'),
        ...serviceAccountsOf('kube-system'),
      ],
      resourceRules: [resourceRule({ verbs: ['get', 'create', 'update'], apiGroups: [LEASES], resources: ['leases'] })],
    },
  }),
  flowSchema('system-node-high', {
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    rules: {
      subjects: groups('system:nodes'),
      resourceRules: [
        resourceRule({ verbs: ['*'], apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true }),
        resourceRule({ verbs: ['*'], apiGroups: [LEASES], resources: ['leases'] }),
      ],
    },
  }),
  flowSchema('system-nodes', {
    level: 'system',
    precedence: 500,
    by: 'ByUser',
    rules: everything(groups('system:nodes')),
  }),
  flowSchema('kube-controller-manager', {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    rules: everything(users('system:kube-controller-manager')),
  }),
  flowSchema('kube-scheduler', {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    rules: everything(users('system:kube-scheduler')),
  }),
  flowSchema('kube-system-service-accounts', {
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    rules: everything(serviceAccountsOf('kube-system')),
  }),
  flowSchema('service-accounts', {
    level: 'workload-low',
    precedence: 9000,
    by: 'ByUser',
    rules: everything(groups('system:serviceaccounts')),
  }),
  flowSchema('global-default', {
    level: 'global-default',
    precedence: 9900,
    by: 'ByUser',
    rules: everything(ALL_USERS),
  }),
];
