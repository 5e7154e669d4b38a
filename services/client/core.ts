// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { TokenRequest } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type {
  Binding,
  ConfigMap,
  Event,
  Namespace,
  Node,
  Pod,
  PodTemplate,
  Secret,
  ServiceAccount,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Eviction } from '@pilothouse/apimachinery/generated/policy/v1.js';
import type { ActionType, ClusterType, CommandType, NamespacedType, PartType } from './resource-type.js';

/** Configuration as keys and values, for programs to read. */
export const configMaps: NamespacedType<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  scope: 'Namespaced',
};

/** A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them. */
export const events: NamespacedType<Event> = {
  group: '',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  scope: 'Namespaced',
};

/** A room for names: objects in different namespaces may share a name, and go when their namespace does. */
export const namespaces: ClusterType<Namespace, { readonly status: PartType; readonly finalize: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  scope: 'Cluster',
  subresources: { status: { type: 'part' }, finalize: { type: 'part' } },
};

/** A machine of the cluster, on which pods run. */
export const nodes: ClusterType<Node, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** Containers that run together on one node. */
export const pods: NamespacedType<
  Pod,
  {
    readonly status: PartType;
    readonly ephemeralcontainers: PartType;
    readonly binding: CommandType<Binding>;
    readonly eviction: CommandType<Eviction>;
  }
> = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  scope: 'Namespaced',
  subresources: {
    status: { type: 'part' },
    ephemeralcontainers: { type: 'part' },
    binding: { type: 'command', group: '', version: 'v1', kind: 'Binding' },
    eviction: { type: 'command', group: 'policy', version: 'v1', kind: 'Eviction' },
  },
};

/** A template of pods. */
export const podTemplates: NamespacedType<PodTemplate> = {
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  scope: 'Namespaced',
};

/** Confidential data as keys and values. */
export const secrets: NamespacedType<Secret> = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  scope: 'Namespaced',
};

/** An identity for programs, with the secrets they may use. */
export const serviceAccounts: NamespacedType<ServiceAccount, { readonly token: ActionType<TokenRequest> }> = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  scope: 'Namespaced',
  subresources: { token: { type: 'action', group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' } },
};
