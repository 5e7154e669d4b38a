// Generated from proto/audit/v1/audit.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, kindField, microTime, rawExtension, text } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { type UserInfo, userInfoSchema } from '../authentication/v1.js';
import { objectMetaSchema, statusSchema, type ObjectMeta, type Status } from '../meta/v1.js';

/** What is recorded of one stage of one request. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** How much is recorded. */
  level: string;
  /** Identifier of the request: the same in all its events, and in the header Audit-Id of its answer. */
  auditID: string;
  /** How far the request had come. */
  stage: string;
  /** Path and query as the client sent them. */
  requestURI: string;
  /** What was to be done: a verb of resources, or the HTTP method in lower case where the path is none of theirs. */
  verb: string;
  /** Who signed in. Empty where nobody did. */
  user: UserInfo;
  /** As whom he acted. */
  impersonatedUser?: UserInfo;
  /** Where the request came from, and by way of which proxies. All but the last address are the client's own word. */
  sourceIPs?: string[];
  /** Name of the client program, by its own word. */
  userAgent?: string;
  /** What the request was about. */
  objectRef?: ObjectReference;
  /** How it ended: the HTTP status, and what a Status says besides. */
  responseStatus?: Status;
  /** What the client sent, from the level Request on. */
  requestObject?: JsonValue;
  /** What the client was sent, at the level RequestResponse. */
  responseObject?: JsonValue;
  /** When the request came. */
  requestReceivedTimestamp?: string;
  /** When it came to this stage. */
  stageTimestamp?: string;
  /** What authorization, admission and others noted of it. */
  annotations?: { [key: string]: string };
};

const eventSourceIPs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const eventAnnotations: MapSchema = { type: 'map', values: () => text, atomic: false };

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.Event',
  description: 'What is recorded of one stage of one request.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'level', number: 1, description: 'How much is recorded.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'auditID', number: 2, description: 'Identifier of the request: the same in all its events, and in the header Audit-Id of its answer.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'stage', number: 3, description: 'How far the request had come.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'requestURI', number: 4, description: 'Path and query as the client sent them.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'verb', number: 5, description: 'What was to be done: a verb of resources, or the HTTP method in lower case where the path is none of theirs.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'user', number: 6, description: 'Who signed in. Empty where nobody did.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'impersonatedUser', number: 7, description: 'As whom he acted.', schema: () => userInfoSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sourceIPs', number: 8, description: 'Where the request came from, and by way of which proxies. All but the last address are the client\'s own word.', schema: () => eventSourceIPs, presence: 'implicit', required: false, immutable: false },
    { name: 'userAgent', number: 16, description: 'Name of the client program, by its own word.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'objectRef', number: 9, description: 'What the request was about.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'responseStatus', number: 10, description: 'How it ended: the HTTP status, and what a Status says besides.', schema: () => statusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'requestObject', number: 11, description: 'What the client sent, from the level Request on.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: false },
    { name: 'responseObject', number: 12, description: 'What the client was sent, at the level RequestResponse.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: false },
    { name: 'requestReceivedTimestamp', number: 13, description: 'When the request came.', schema: () => microTime, presence: 'implicit', required: true, immutable: false },
    { name: 'stageTimestamp', number: 14, description: 'When it came to this stage.', schema: () => microTime, presence: 'implicit', required: true, immutable: false },
    { name: 'annotations', number: 15, description: 'What authorization, admission and others noted of it.', schema: () => eventAnnotations, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What an Event is about. */
export type ObjectReference = {
  /** Plural name of the resource. */
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** Uid in the object that was sent. */
  uid?: string;
  /** API group of the resource. */
  apiGroup?: string;
  /** Version of the API group. */
  apiVersion?: string;
  /** Version in the object that was sent. */
  resourceVersion?: string;
  /** Part of the object that the request was about. */
  subresource?: string;
};

export const objectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.ObjectReference',
  description: 'What an Event is about.',
  atomic: false,
  fields: [
    { name: 'resource', number: 1, description: 'Plural name of the resource.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'Uid in the object that was sent.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiGroup', number: 5, description: 'API group of the resource.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 6, description: 'Version of the API group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 7, description: 'Version in the object that was sent.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subresource', number: 8, description: 'Part of the object that the request was about.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Which requests are recorded, and how much of each. The first rule that matches a request counts; one that no rule matches is not recorded. */
export type Policy = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata; nothing depends on it. */
  metadata: ObjectMeta;
  /** The rules, in order. */
  rules: PolicyRule[];
  /** Stages that are not recorded. */
  omitStages?: string[];
  /** Leaves out `metadata.managedFields` where a rule does not say. */
  omitManagedFields?: boolean;
};

const policyRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

const policyOmitStages: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const policySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.Policy',
  description: 'Which requests are recorded, and how much of each. The first rule that matches a request counts; one that no rule matches is not recorded.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata; nothing depends on it.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'The rules, in order.', schema: () => policyRules, presence: 'always', required: true, immutable: false },
    { name: 'omitStages', number: 3, description: 'Stages that are not recorded.', schema: () => policyOmitStages, presence: 'implicit', required: false, immutable: false },
    { name: 'omitManagedFields', number: 4, description: 'Leaves out `metadata.managedFields` where a rule does not say.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Requests, and how much is recorded of them. A request matches when it matches every list that is not empty. */
export type PolicyRule = {
  /** How much: `None`, `Metadata`, `Request` or `RequestResponse`. */
  level: string;
  /** Names of users. */
  users?: string[];
  /** Groups, of which the user must have one. */
  userGroups?: string[];
  /** Verbs. */
  verbs?: string[];
  /** Resources. */
  resources?: GroupResources[];
  /** Namespaces; the empty text stands for what is in none. */
  namespaces?: string[];
  /** Paths of everything else, each of which may end in `*`. Not together with resources and namespaces. */
  nonResourceURLs?: string[];
  /** Stages that are not recorded, besides those that the policy names. */
  omitStages?: string[];
  /** Leaves out `metadata.managedFields`; the policy says so where it is absent. */
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
  description: 'Requests, and how much is recorded of them. A request matches when it matches every list that is not empty.',
  atomic: false,
  fields: [
    { name: 'level', number: 1, description: 'How much: `None`, `Metadata`, `Request` or `RequestResponse`.', schema: () => policyRuleLevel, presence: 'always', required: true, immutable: false },
    { name: 'users', number: 2, description: 'Names of users.', schema: () => policyRuleUsers, presence: 'implicit', required: false, immutable: false },
    { name: 'userGroups', number: 3, description: 'Groups, of which the user must have one.', schema: () => policyRuleUserGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'verbs', number: 4, description: 'Verbs.', schema: () => policyRuleVerbs, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 5, description: 'Resources.', schema: () => policyRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'namespaces', number: 6, description: 'Namespaces; the empty text stands for what is in none.', schema: () => policyRuleNamespaces, presence: 'implicit', required: false, immutable: false },
    { name: 'nonResourceURLs', number: 7, description: 'Paths of everything else, each of which may end in `*`. Not together with resources and namespaces.', schema: () => policyRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
    { name: 'omitStages', number: 8, description: 'Stages that are not recorded, besides those that the policy names.', schema: () => policyRuleOmitStages, presence: 'implicit', required: false, immutable: false },
    { name: 'omitManagedFields', number: 9, description: 'Leaves out `metadata.managedFields`; the policy says so where it is absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Resources of an API group. */
export type GroupResources = {
  /** API group: empty for the core group, `*` for all. */
  group?: string;
  /** Names such as `pods`, `pods/log`, `pods/*`, `*\/status` or `*`; all where it is empty. */
  resources?: string[];
  /** Names of objects; all where it is empty. Only together with `resources`. */
  resourceNames?: string[];
};

const groupResourcesResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const groupResourcesResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const groupResourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiserver.pkg.apis.audit.v1.GroupResources',
  description: 'Resources of an API group.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group: empty for the core group, `*` for all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 2, description: 'Names such as `pods`, `pods/log`, `pods/*`, `*/status` or `*`; all where it is empty.', schema: () => groupResourcesResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 3, description: 'Names of objects; all where it is empty. Only together with `resources`.', schema: () => groupResourcesResourceNames, presence: 'implicit', required: false, immutable: false },
  ],
};
