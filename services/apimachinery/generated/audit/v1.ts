// Generated from proto/audit/v1/audit.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, kindField, microTime, rawExtension, text } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { type UserInfo, userInfoSchema } from '../authentication/v1.js';
import { objectMetaSchema, statusSchema, type ObjectMeta, type Status } from '../meta/v1.js';

/** Event records one stage of a request to the API server. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Audit level at which the event was generated. */
  level: string;
  /** Unique ID of the request. All events of the request and the response header `Audit-Id` have it. */
  auditID: string;
  /** Stage of the request at which the event was generated. */
  stage: string;
  /** Request URI as the client sent it. */
  requestURI: string;
  /** Verb of the request: a Kubernetes verb for resource requests, otherwise the HTTP method in lower case. */
  verb: string;
  /** Authenticated user. Empty if authentication failed. */
  user: UserInfo;
  /** Impersonated user. */
  impersonatedUser?: UserInfo;
  /** Details about the authentication of the request. */
  authenticationMetadata?: AuthenticationMetadata;
  /** Source IP addresses of the request and of intermediate proxies. The client can forge all but the last one. */
  sourceIPs?: string[];
  /** User agent string that the client reported. */
  userAgent?: string;
  /** Object that the request refers to. */
  objectRef?: ObjectReference;
  /** Status of the response. For a Status object it holds more than the code. */
  responseStatus?: Status;
  /** Object in the request, in JSON. Recorded at the level `Request` and above. */
  requestObject?: JsonValue;
  /** Object in the response, in JSON. Recorded at the level `RequestResponse`. */
  responseObject?: JsonValue;
  /** Time when the request reached the API server. */
  requestReceivedTimestamp?: string;
  /** Time when the request reached the stage. */
  stageTimestamp?: string;
  /** Unstructured map of information that authorization, admission and other plugins add. */
  annotations?: { [key: string]: string };
};

const eventSourceIPs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const eventAnnotations: MapSchema = { type: 'map', values: () => text, atomic: false };

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.Event',
  description: 'Event records one stage of a request to the API server.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'level', number: 1, description: 'Audit level at which the event was generated.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'auditID', number: 2, description: 'Unique ID of the request. All events of the request and the response header `Audit-Id` have it.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'stage', number: 3, description: 'Stage of the request at which the event was generated.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'requestURI', number: 4, description: 'Request URI as the client sent it.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'verb', number: 5, description: 'Verb of the request: a Kubernetes verb for resource requests, otherwise the HTTP method in lower case.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'user', number: 6, description: 'Authenticated user. Empty if authentication failed.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'impersonatedUser', number: 7, description: 'Impersonated user.', schema: () => userInfoSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'authenticationMetadata', number: 17, description: 'Details about the authentication of the request.', schema: () => authenticationMetadataSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sourceIPs', number: 8, description: 'Source IP addresses of the request and of intermediate proxies. The client can forge all but the last one.', schema: () => eventSourceIPs, presence: 'implicit', required: false, immutable: false },
    { name: 'userAgent', number: 16, description: 'User agent string that the client reported.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'objectRef', number: 9, description: 'Object that the request refers to.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'responseStatus', number: 10, description: 'Status of the response. For a Status object it holds more than the code.', schema: () => statusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'requestObject', number: 11, description: 'Object in the request, in JSON. Recorded at the level `Request` and above.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: false },
    { name: 'responseObject', number: 12, description: 'Object in the response, in JSON. Recorded at the level `RequestResponse`.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: false },
    { name: 'requestReceivedTimestamp', number: 13, description: 'Time when the request reached the API server.', schema: () => microTime, presence: 'implicit', required: true, immutable: false },
    { name: 'stageTimestamp', number: 14, description: 'Time when the request reached the stage.', schema: () => microTime, presence: 'implicit', required: true, immutable: false },
    { name: 'annotations', number: 15, description: 'Unstructured map of information that authorization, admission and other plugins add.', schema: () => eventAnnotations, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ObjectReference identifies the object of an audit event. */
export type ObjectReference = {
  /** Plural name of the resource. */
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** UID in the object that was sent. */
  uid?: string;
  /** API group of the resource. */
  apiGroup?: string;
  /** Version of the API group. */
  apiVersion?: string;
  /** resourceVersion in the object that was sent. */
  resourceVersion?: string;
  /** Subresource of the request. */
  subresource?: string;
};

export const objectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.ObjectReference',
  description: 'ObjectReference identifies the object of an audit event.',
  atomic: false,
  fields: [
    { name: 'resource', number: 1, description: 'Plural name of the resource.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'UID in the object that was sent.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiGroup', number: 5, description: 'API group of the resource.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 6, description: 'Version of the API group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 7, description: 'resourceVersion in the object that was sent.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subresource', number: 8, description: 'Subresource of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Policy defines which requests are recorded, and in how much detail. The first rule that matches a request applies. A request that no rule matches is not recorded. */
export type Policy = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The server does not use it. */
  metadata: ObjectMeta;
  /** Rules in order of evaluation. */
  rules: PolicyRule[];
  /** Stages for which no events are created. */
  omitStages?: string[];
  /** Whether `metadata.managedFields` is left out of recorded objects. A rule can override it. Defaults to false. */
  omitManagedFields?: boolean;
};

const policyRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

const policyOmitStages: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const policySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.Policy',
  description: 'Policy defines which requests are recorded, and in how much detail. The first rule that matches a request applies. A request that no rule matches is not recorded.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The server does not use it.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'Rules in order of evaluation.', schema: () => policyRules, presence: 'always', required: true, immutable: false },
    { name: 'omitStages', number: 3, description: 'Stages for which no events are created.', schema: () => policyOmitStages, presence: 'implicit', required: false, immutable: false },
    { name: 'omitManagedFields', number: 4, description: 'Whether `metadata.managedFields` is left out of recorded objects. A rule can override it. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PolicyRule maps requests to an audit level. A request matches if it matches every list that is not empty. */
export type PolicyRule = {
  /** Level at which matching requests are recorded: `None`, `Metadata`, `Request` or `RequestResponse`. */
  level: string;
  /** Users the rule applies to. Empty means every user. */
  users?: string[];
  /** Groups the rule applies to. A user matches with at least one of them. Empty means every group. */
  userGroups?: string[];
  /** Verbs the rule applies to. Empty means every verb. */
  verbs?: string[];
  /** Resources the rule applies to. Empty means all resources in all API groups. */
  resources?: GroupResources[];
  /** Namespaces the rule applies to. The empty string matches requests without a namespace. Empty means every namespace. */
  namespaces?: string[];
  /** URL paths the rule applies to. `*` is allowed at the end of a path. It cannot be set together with `resources` and `namespaces`. */
  nonResourceURLs?: string[];
  /** Stages for which no events are created, in addition to those of the policy. */
  omitStages?: string[];
  /** Whether `metadata.managedFields` is left out of recorded objects. Defaults to the setting of the policy. */
  omitManagedFields?: boolean;
};

const policyRuleLevel: Schema = { type: 'string', enum: ['None', 'Metadata', 'Request', 'RequestResponse'] };

const policyRuleUsers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleUserGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleResources: ListSchema = { type: 'list', items: () => groupResourcesSchema, listType: 'atomic', keys: [] };

const policyRuleNamespaces: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleNonResourceURLs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleOmitStages: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const policyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.PolicyRule',
  description: 'PolicyRule maps requests to an audit level. A request matches if it matches every list that is not empty.',
  atomic: false,
  fields: [
    { name: 'level', number: 1, description: 'Level at which matching requests are recorded: `None`, `Metadata`, `Request` or `RequestResponse`.', schema: () => policyRuleLevel, presence: 'always', required: true, immutable: false },
    { name: 'users', number: 2, description: 'Users the rule applies to. Empty means every user.', schema: () => policyRuleUsers, presence: 'implicit', required: false, immutable: false },
    { name: 'userGroups', number: 3, description: 'Groups the rule applies to. A user matches with at least one of them. Empty means every group.', schema: () => policyRuleUserGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'verbs', number: 4, description: 'Verbs the rule applies to. Empty means every verb.', schema: () => policyRuleVerbs, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 5, description: 'Resources the rule applies to. Empty means all resources in all API groups.', schema: () => policyRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'namespaces', number: 6, description: 'Namespaces the rule applies to. The empty string matches requests without a namespace. Empty means every namespace.', schema: () => policyRuleNamespaces, presence: 'implicit', required: false, immutable: false },
    { name: 'nonResourceURLs', number: 7, description: 'URL paths the rule applies to. `*` is allowed at the end of a path. It cannot be set together with `resources` and `namespaces`.', schema: () => policyRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
    { name: 'omitStages', number: 8, description: 'Stages for which no events are created, in addition to those of the policy.', schema: () => policyRuleOmitStages, presence: 'implicit', required: false, immutable: false },
    { name: 'omitManagedFields', number: 9, description: 'Whether `metadata.managedFields` is left out of recorded objects. Defaults to the setting of the policy.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** GroupResources selects resources of an API group. */
export type GroupResources = {
  /** API group. Empty means the core group, `*` means all groups. */
  group?: string;
  /** Resources, such as `pods`, `pods/log`, `pods/*`, `*\/status` or `*`. Empty means all resources of the group. */
  resources?: string[];
  /** Names of objects. Requires `resources`. Empty means every object. */
  resourceNames?: string[];
};

const groupResourcesResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const groupResourcesResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const groupResourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.GroupResources',
  description: 'GroupResources selects resources of an API group.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group. Empty means the core group, `*` means all groups.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 2, description: 'Resources, such as `pods`, `pods/log`, `pods/*`, `*/status` or `*`. Empty means all resources of the group.', schema: () => groupResourcesResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 3, description: 'Names of objects. Requires `resources`. Empty means every object.', schema: () => groupResourcesResourceNames, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AuthenticationMetadata holds details about the authentication of a request. */
export type AuthenticationMetadata = {
  /** Verb of the constrained impersonation mode that authorized the impersonated user. */
  impersonationConstraint?: string;
};

export const authenticationMetadataSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.AuthenticationMetadata',
  description: 'AuthenticationMetadata holds details about the authentication of a request.',
  atomic: false,
  fields: [
    { name: 'impersonationConstraint', number: 1, description: 'Verb of the constrained impersonation mode that authorized the impersonated user.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
