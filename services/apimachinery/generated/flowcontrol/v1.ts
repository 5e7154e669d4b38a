// Generated from proto/flowcontrol/v1/flow_schema.proto, proto/flowcontrol/v1/priority_level_configuration.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, kindField, text, time } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** FlowSchema defines a group of flows: a set of requests, and a method that divides them into flows. A request belongs to the matching FlowSchema with the lowest matchingPrecedence. */
export type FlowSchema = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the FlowSchema. */
  spec: FlowSchemaSpec;
  /** Observed state of the FlowSchema. */
  status: FlowSchemaStatus;
};

export const flowSchemaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowSchema',
  description: 'FlowSchema defines a group of flows: a set of requests, and a method that divides them into flows. A request belongs to the matching FlowSchema with the lowest matchingPrecedence.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the FlowSchema.', schema: () => flowSchemaSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Observed state of the FlowSchema.', schema: () => flowSchemaStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const flowSchemaNames: ResourceNames = { resource: 'flowschemas', singular: 'flowschema', kind: 'FlowSchema', shortNames: [], categories: [], scope: 'Cluster' };

/** FlowSchemaList is a list of FlowSchemas. */
export type FlowSchemaList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The FlowSchemas. */
  items: FlowSchema[];
};

const flowSchemaListItems: ListSchema = { type: 'list', items: () => flowSchemaSchema, listType: 'atomic', keys: [] };

export const flowSchemaListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowSchemaList',
  description: 'FlowSchemaList is a list of FlowSchemas.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The FlowSchemas.', schema: () => flowSchemaListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** FlowSchemaSpec is the specification of a FlowSchema. */
export type FlowSchemaSpec = {
  /** The PriorityLevelConfiguration of the matching requests. If it does not exist, the FlowSchema is ignored, and its status has the condition Dangling. */
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** Order of FlowSchemas. A request belongs to the matching FlowSchema with the lowest value. Between equal values the lower name wins. From 1 to 10000; defaults to 1000. */
  matchingPrecedence: number;
  /** Divides the matching requests into flows. If absent, all matching requests are one flow. */
  distinguisherMethod?: FlowDistinguisherMethod;
  /** Rules that select requests. A request matches the FlowSchema if it matches at least one rule. An empty list matches no request. */
  rules?: PolicyRulesWithSubjects[];
};

const flowSchemaSpecRules: ListSchema = { type: 'list', items: () => policyRulesWithSubjectsSchema, listType: 'atomic', keys: [] };

export const flowSchemaSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowSchemaSpec',
  description: 'FlowSchemaSpec is the specification of a FlowSchema.',
  atomic: false,
  fields: [
    { name: 'priorityLevelConfiguration', number: 1, description: 'The PriorityLevelConfiguration of the matching requests. If it does not exist, the FlowSchema is ignored, and its status has the condition Dangling.', schema: () => priorityLevelConfigurationReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'matchingPrecedence', number: 2, description: 'Order of FlowSchemas. A request belongs to the matching FlowSchema with the lowest value. Between equal values the lower name wins. From 1 to 10000; defaults to 1000.', schema: () => int32, presence: 'always', required: false, immutable: false, default: '1000' },
    { name: 'distinguisherMethod', number: 3, description: 'Divides the matching requests into flows. If absent, all matching requests are one flow.', schema: () => flowDistinguisherMethodSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rules', number: 4, description: 'Rules that select requests. A request matches the FlowSchema if it matches at least one rule. An empty list matches no request.', schema: () => flowSchemaSpecRules, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PriorityLevelConfigurationReference refers to a PriorityLevelConfiguration. */
export type PriorityLevelConfigurationReference = {
  /** Name of the PriorityLevelConfiguration. Required. */
  name: string;
};

export const priorityLevelConfigurationReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference',
  description: 'PriorityLevelConfigurationReference refers to a PriorityLevelConfiguration.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the PriorityLevelConfiguration. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** FlowDistinguisherMethod is a method that divides requests into flows. */
export type FlowDistinguisherMethod = {
  /** `ByUser` for one flow for each user, or `ByNamespace` for one flow for each namespace. Required. */
  type: string;
};

export const flowDistinguisherMethodSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod',
  description: 'FlowDistinguisherMethod is a method that divides requests into flows.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`ByUser` for one flow for each user, or `ByNamespace` for one flow for each namespace. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** PolicyRulesWithSubjects selects requests by their subject and their action. A request matches if it matches at least one subject, and at least one of the resource rules or non-resource rules. */
export type PolicyRulesWithSubjects = {
  /** Users, groups and service accounts. At least one is required. The groups `system:authenticated` and `system:unauthenticated` together match every request. */
  subjects: Subject[];
  /** Rules for requests to resources. At least one of `resourceRules` and `nonResourceRules` is required. */
  resourceRules?: ResourcePolicyRule[];
  /** Rules for requests to other paths. */
  nonResourceRules?: NonResourcePolicyRule[];
};

const policyRulesWithSubjectsSubjects: ListSchema = { type: 'list', items: () => subjectSchema, listType: 'atomic', keys: [] };

const policyRulesWithSubjectsResourceRules: ListSchema = { type: 'list', items: () => resourcePolicyRuleSchema, listType: 'atomic', keys: [] };

const policyRulesWithSubjectsNonResourceRules: ListSchema = { type: 'list', items: () => nonResourcePolicyRuleSchema, listType: 'atomic', keys: [] };

export const policyRulesWithSubjectsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects',
  description: 'PolicyRulesWithSubjects selects requests by their subject and their action. A request matches if it matches at least one subject, and at least one of the resource rules or non-resource rules.',
  atomic: false,
  fields: [
    { name: 'subjects', number: 1, description: 'Users, groups and service accounts. At least one is required. The groups `system:authenticated` and `system:unauthenticated` together match every request.', schema: () => policyRulesWithSubjectsSubjects, presence: 'always', required: false, immutable: false },
    { name: 'resourceRules', number: 2, description: 'Rules for requests to resources. At least one of `resourceRules` and `nonResourceRules` is required.', schema: () => policyRulesWithSubjectsResourceRules, presence: 'implicit', required: false, immutable: false },
    { name: 'nonResourceRules', number: 3, description: 'Rules for requests to other paths.', schema: () => policyRulesWithSubjectsNonResourceRules, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Subject is a user, a group or a service account. */
export type Subject = {
  /** `User`, `Group` or `ServiceAccount`. Required. */
  kind: string;
  /** The user, if `kind` is `User`. */
  user?: UserSubject;
  /** The group, if `kind` is `Group`. */
  group?: GroupSubject;
  /** The service account, if `kind` is `ServiceAccount`. */
  serviceAccount?: ServiceAccountSubject;
};

export const subjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.Subject',
  description: 'Subject is a user, a group or a service account.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: '`User`, `Group` or `ServiceAccount`. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'user', number: 2, description: 'The user, if `kind` is `User`.', schema: () => userSubjectSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'group', number: 3, description: 'The group, if `kind` is `Group`.', schema: () => groupSubjectSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'serviceAccount', number: 4, description: 'The service account, if `kind` is `ServiceAccount`.', schema: () => serviceAccountSubjectSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** UserSubject matches a user. */
export type UserSubject = {
  /** Name of the user, or `*` for all users. Required. */
  name: string;
};

export const userSubjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.UserSubject',
  description: 'UserSubject matches a user.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the user, or `*` for all users. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** GroupSubject matches the members of a group. */
export type GroupSubject = {
  /** Name of the group, or `*` for all groups. Required. */
  name: string;
};

export const groupSubjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.GroupSubject',
  description: 'GroupSubject matches the members of a group.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the group, or `*` for all groups. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** ServiceAccountSubject matches service accounts. */
export type ServiceAccountSubject = {
  /** Namespace of the service accounts. Required. */
  namespace: string;
  /** Name of the service account, or `*` for all service accounts of the namespace. Required. */
  name: string;
};

export const serviceAccountSubjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.ServiceAccountSubject',
  description: 'ServiceAccountSubject matches service accounts.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the service accounts. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'name', number: 2, description: 'Name of the service account, or `*` for all service accounts of the namespace. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** ResourcePolicyRule matches requests to resources. A request matches if its verb, API group and resource match, and either its namespace matches, or it has none and `clusterScope` is true. */
export type ResourcePolicyRule = {
  /** Verbs, or only `*` for all verbs. At least one is required. */
  verbs: string[];
  /** API groups, or only `*` for all API groups. At least one is required. */
  apiGroups: string[];
  /** Resources and subresources, such as `services` and `nodes/status`, or only `*` for all resources. At least one is required. */
  resources: string[];
  /** Whether requests without a namespace match: requests to cluster-scoped resources, and requests that cover all namespaces. */
  clusterScope?: boolean;
  /** Namespaces, or only `*` for all namespaces. If empty, `clusterScope` must be true. */
  namespaces: string[];
};

const resourcePolicyRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const resourcePolicyRuleApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const resourcePolicyRuleResources: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const resourcePolicyRuleNamespaces: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

export const resourcePolicyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.ResourcePolicyRule',
  description: 'ResourcePolicyRule matches requests to resources. A request matches if its verb, API group and resource match, and either its namespace matches, or it has none and `clusterScope` is true.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'Verbs, or only `*` for all verbs. At least one is required.', schema: () => resourcePolicyRuleVerbs, presence: 'always', required: false, immutable: false },
    { name: 'apiGroups', number: 2, description: 'API groups, or only `*` for all API groups. At least one is required.', schema: () => resourcePolicyRuleApiGroups, presence: 'always', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'Resources and subresources, such as `services` and `nodes/status`, or only `*` for all resources. At least one is required.', schema: () => resourcePolicyRuleResources, presence: 'always', required: false, immutable: false },
    { name: 'clusterScope', number: 4, description: 'Whether requests without a namespace match: requests to cluster-scoped resources, and requests that cover all namespaces.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'namespaces', number: 5, description: 'Namespaces, or only `*` for all namespaces. If empty, `clusterScope` must be true.', schema: () => resourcePolicyRuleNamespaces, presence: 'always', required: false, immutable: false },
  ],
};

/** NonResourcePolicyRule matches requests to paths that are not resources. */
export type NonResourcePolicyRule = {
  /** Verbs, or only `*` for all verbs. At least one is required. */
  verbs: string[];
  /** Paths, such as `/healthz` or `/healthz/*`, or only `*` for all paths. A `*` can only be the last segment. At least one is required. */
  nonResourceURLs: string[];
};

const nonResourcePolicyRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const nonResourcePolicyRuleNonResourceURLs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

export const nonResourcePolicyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.NonResourcePolicyRule',
  description: 'NonResourcePolicyRule matches requests to paths that are not resources.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'Verbs, or only `*` for all verbs. At least one is required.', schema: () => nonResourcePolicyRuleVerbs, presence: 'always', required: false, immutable: false },
    { name: 'nonResourceURLs', number: 6, description: 'Paths, such as `/healthz` or `/healthz/*`, or only `*` for all paths. A `*` can only be the last segment. At least one is required.', schema: () => nonResourcePolicyRuleNonResourceURLs, presence: 'always', required: false, immutable: false },
  ],
};

/** FlowSchemaStatus is the observed state of a FlowSchema. */
export type FlowSchemaStatus = {
  /** Current conditions of the FlowSchema. */
  conditions?: FlowSchemaCondition[];
};

const flowSchemaStatusConditions: ListSchema = { type: 'list', items: () => flowSchemaConditionSchema, listType: 'map', keys: ['type'] };

export const flowSchemaStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowSchemaStatus',
  description: 'FlowSchemaStatus is the observed state of a FlowSchema.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Current conditions of the FlowSchema.', schema: () => flowSchemaStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** FlowSchemaCondition is a condition of a FlowSchema. */
export type FlowSchemaCondition = {
  /** Type of the condition, such as `Dangling`. Required. */
  type?: string;
  /** `True`, `False` or `Unknown`. Required. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Machine-readable reason of the last change, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last change. */
  message?: string;
};

export const flowSchemaConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.FlowSchemaCondition',
  description: 'FlowSchemaCondition is a condition of a FlowSchema.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition, such as `Dangling`. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason of the last change, in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details of the last change.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PriorityLevelConfiguration is the configuration of a priority level: the share of the server's concurrency that its requests get, and how excess requests are handled. */
export type PriorityLevelConfiguration = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the priority level. */
  spec: PriorityLevelConfigurationSpec;
  /** Observed state of the priority level. */
  status: PriorityLevelConfigurationStatus;
};

export const priorityLevelConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration',
  description: 'PriorityLevelConfiguration is the configuration of a priority level: the share of the server\'s concurrency that its requests get, and how excess requests are handled.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the priority level.', schema: () => priorityLevelConfigurationSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Observed state of the priority level.', schema: () => priorityLevelConfigurationStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const priorityLevelConfigurationNames: ResourceNames = { resource: 'prioritylevelconfigurations', singular: 'prioritylevelconfiguration', kind: 'PriorityLevelConfiguration', shortNames: [], categories: [], scope: 'Cluster' };

/** PriorityLevelConfigurationList is a list of PriorityLevelConfigurations. */
export type PriorityLevelConfigurationList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The PriorityLevelConfigurations. */
  items: PriorityLevelConfiguration[];
};

const priorityLevelConfigurationListItems: ListSchema = { type: 'list', items: () => priorityLevelConfigurationSchema, listType: 'atomic', keys: [] };

export const priorityLevelConfigurationListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationList',
  description: 'PriorityLevelConfigurationList is a list of PriorityLevelConfigurations.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The PriorityLevelConfigurations.', schema: () => priorityLevelConfigurationListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PriorityLevelConfigurationSpec is the specification of a priority level. */
export type PriorityLevelConfigurationSpec = {
  /** `Limited` for a priority level with limited concurrency, or `Exempt` for one whose requests are never queued or rejected. Only the priority level named `exempt` is `Exempt`. Required. */
  type: string;
  /** Limits of the priority level. Required if `type` is `Limited`, and forbidden otherwise. */
  limited?: LimitedPriorityLevelConfiguration;
  /** Settings of an exempt priority level. Forbidden if `type` is `Limited`. */
  exempt?: ExemptPriorityLevelConfiguration;
};

export const priorityLevelConfigurationSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec',
  description: 'PriorityLevelConfigurationSpec is the specification of a priority level.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`Limited` for a priority level with limited concurrency, or `Exempt` for one whose requests are never queued or rejected. Only the priority level named `exempt` is `Exempt`. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'limited', number: 2, description: 'Limits of the priority level. Required if `type` is `Limited`, and forbidden otherwise.', schema: () => limitedPriorityLevelConfigurationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'exempt', number: 3, description: 'Settings of an exempt priority level. Forbidden if `type` is `Limited`.', schema: () => exemptPriorityLevelConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** LimitedPriorityLevelConfiguration limits the concurrency of a priority level. */
export type LimitedPriorityLevelConfiguration = {
  /** Share of the server's concurrency limit. The nominal limit of a level is the server's limit times the shares of the level, divided by the shares of all levels, rounded up. Defaults to 30; zero is allowed. */
  nominalConcurrencyShares?: number;
  /** How requests are handled that cannot execute at once. */
  limitResponse: LimitResponse;
  /** Percentage of the nominal limit that other levels can borrow, from 0 to 100. Defaults to 0. */
  lendablePercent?: number;
  /** Limit of what the level borrows from others, as a percentage of its nominal limit. If absent, there is no such limit. */
  borrowingLimitPercent?: number;
};

export const limitedPriorityLevelConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration',
  description: 'LimitedPriorityLevelConfiguration limits the concurrency of a priority level.',
  atomic: false,
  fields: [
    { name: 'nominalConcurrencyShares', number: 1, description: 'Share of the server\'s concurrency limit. The nominal limit of a level is the server\'s limit times the shares of the level, divided by the shares of all levels, rounded up. Defaults to 30; zero is allowed.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '30' },
    { name: 'limitResponse', number: 2, description: 'How requests are handled that cannot execute at once.', schema: () => limitResponseSchema, presence: 'always', required: false, immutable: false },
    { name: 'lendablePercent', number: 3, description: 'Percentage of the nominal limit that other levels can borrow, from 0 to 100. Defaults to 0.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '0' },
    { name: 'borrowingLimitPercent', number: 4, description: 'Limit of what the level borrows from others, as a percentage of its nominal limit. If absent, there is no such limit.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ExemptPriorityLevelConfiguration has the settings of an exempt priority level. */
export type ExemptPriorityLevelConfiguration = {
  /** Share of the server's concurrency limit that is reserved for the level, and of which other levels can borrow a part. Requests of the level are not limited by it. Defaults to 0. */
  nominalConcurrencyShares?: number;
  /** Percentage of the nominal limit that other levels can borrow, from 0 to 100. Defaults to 0. */
  lendablePercent?: number;
};

export const exemptPriorityLevelConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration',
  description: 'ExemptPriorityLevelConfiguration has the settings of an exempt priority level.',
  atomic: false,
  fields: [
    { name: 'nominalConcurrencyShares', number: 1, description: 'Share of the server\'s concurrency limit that is reserved for the level, and of which other levels can borrow a part. Requests of the level are not limited by it. Defaults to 0.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '0' },
    { name: 'lendablePercent', number: 2, description: 'Percentage of the nominal limit that other levels can borrow, from 0 to 100. Defaults to 0.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '0' },
  ],
};

/** LimitResponse defines how requests are handled that cannot execute at once. */
export type LimitResponse = {
  /** `Queue` to queue requests up to a limit, or `Reject` to reject them. Required. */
  type: string;
  /** Parameters of the queues. Only if `type` is `Queue`. */
  queuing?: QueuingConfiguration;
};

export const limitResponseSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.LimitResponse',
  description: 'LimitResponse defines how requests are handled that cannot execute at once.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`Queue` to queue requests up to a limit, or `Reject` to reject them. Required.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'queuing', number: 2, description: 'Parameters of the queues. Only if `type` is `Queue`.', schema: () => queuingConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** QueuingConfiguration has the parameters of the queues of a priority level. */
export type QueuingConfiguration = {
  /** Number of queues. 1 disables shuffle sharding, and with it the distinguisher methods of FlowSchemas. Defaults to 64. */
  queues: number;
  /** Number of queues that shuffle sharding deals to a flow. A request joins the shortest of them. Must not be greater than `queues`, and should be much smaller, so that few heavy flows cannot fill all queues. Defaults to 8. */
  handSize: number;
  /** Maximum number of waiting requests in each queue. Excess requests are rejected. Defaults to 50. */
  queueLengthLimit: number;
};

export const queuingConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.QueuingConfiguration',
  description: 'QueuingConfiguration has the parameters of the queues of a priority level.',
  atomic: false,
  fields: [
    { name: 'queues', number: 1, description: 'Number of queues. 1 disables shuffle sharding, and with it the distinguisher methods of FlowSchemas. Defaults to 64.', schema: () => int32, presence: 'always', required: false, immutable: false, default: '64' },
    { name: 'handSize', number: 2, description: 'Number of queues that shuffle sharding deals to a flow. A request joins the shortest of them. Must not be greater than `queues`, and should be much smaller, so that few heavy flows cannot fill all queues. Defaults to 8.', schema: () => int32, presence: 'always', required: false, immutable: false, default: '8' },
    { name: 'queueLengthLimit', number: 3, description: 'Maximum number of waiting requests in each queue. Excess requests are rejected. Defaults to 50.', schema: () => int32, presence: 'always', required: false, immutable: false, default: '50' },
  ],
};

/** PriorityLevelConfigurationStatus is the observed state of a priority level. */
export type PriorityLevelConfigurationStatus = {
  /** Current conditions of the priority level. */
  conditions?: PriorityLevelConfigurationCondition[];
};

const priorityLevelConfigurationStatusConditions: ListSchema = { type: 'list', items: () => priorityLevelConfigurationConditionSchema, listType: 'map', keys: ['type'] };

export const priorityLevelConfigurationStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus',
  description: 'PriorityLevelConfigurationStatus is the observed state of a priority level.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Current conditions of the priority level.', schema: () => priorityLevelConfigurationStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** PriorityLevelConfigurationCondition is a condition of a priority level. */
export type PriorityLevelConfigurationCondition = {
  /** Type of the condition. Required. */
  type?: string;
  /** `True`, `False` or `Unknown`. Required. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Machine-readable reason of the last change, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last change. */
  message?: string;
};

export const priorityLevelConfigurationConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition',
  description: 'PriorityLevelConfigurationCondition is a condition of a priority level.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason of the last change, in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details of the last change.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
