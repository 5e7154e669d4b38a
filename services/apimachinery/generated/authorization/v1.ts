// Generated from proto/authorization/v1/authorization.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, kindField, text } from '../../schema/common.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { fieldSelectorRequirementSchema, labelSelectorRequirementSchema, objectMetaSchema, type FieldSelectorRequirement, type LabelSelectorRequirement, type ObjectMeta } from '../meta/v1.js';

/** Asks whether a user may do something, anywhere. */
export type SubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec: SubjectAccessReviewSpec;
  /** The answer. Set by the server. */
  status: SubjectAccessReviewStatus;
};

export const subjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReview',
  description: 'Asks whether a user may do something, anywhere.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The question.', schema: () => subjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The answer. Set by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Asks whether the asking user may do something. Everybody may ask that. */
export type SelfSubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec: SelfSubjectAccessReviewSpec;
  /** The answer. Set by the server. */
  status: SubjectAccessReviewStatus;
};

export const selfSubjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  description: 'Asks whether the asking user may do something. Everybody may ask that.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The question.', schema: () => selfSubjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The answer. Set by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Asks whether a user may do something in one namespace, so that the right to ask can be given for that namespace alone. */
export type LocalSubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty but for the namespace. */
  metadata: ObjectMeta;
  /** The question. Its namespace is that of the request, also when it names none. */
  spec: SubjectAccessReviewSpec;
  /** The answer. Set by the server. */
  status: SubjectAccessReviewStatus;
};

export const localSubjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  description: 'Asks whether a user may do something in one namespace, so that the right to ask can be given for that namespace alone.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty but for the namespace.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The question. Its namespace is that of the request, also when it names none.', schema: () => subjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The answer. Set by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Asks for all that the asking user may do in one namespace. The answer may have gaps: it is for showing and hiding what people can click, and no ground for decisions about access. */
export type SelfSubjectRulesReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec: SelfSubjectRulesReviewSpec;
  /** The answer. Set by the server. */
  status: SubjectRulesReviewStatus;
};

export const selfSubjectRulesReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  description: 'Asks for all that the asking user may do in one namespace. The answer may have gaps: it is for showing and hiding what people can click, and no ground for decisions about access.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The question.', schema: () => selfSubjectRulesReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The answer. Set by the server.', schema: () => subjectRulesReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Who wants to do what. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set. */
export type SubjectAccessReviewSpec = {
  /** What is to be done with a resource. */
  resourceAttributes?: ResourceAttributes;
  /** What is to be done with a path that is no resource. */
  nonResourceAttributes?: NonResourceAttributes;
  /** Name of the user. Without `groups` it stands for a user who belongs to no group. */
  user?: string;
  /** Groups of the user. */
  groups?: string[];
  /** What else is known of the user, as the authenticator tells it. */
  extra?: { [key: string]: string[] };
  /** Identifier of the user. */
  uid?: string;
};

const subjectAccessReviewSpecGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const subjectAccessReviewSpecExtraValue: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const subjectAccessReviewSpecExtra: MapSchema = { type: 'map', values: () => subjectAccessReviewSpecExtraValue, atomic: false };

export const subjectAccessReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  description: 'Who wants to do what. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set.',
  atomic: false,
  fields: [
    { name: 'resourceAttributes', number: 1, description: 'What is to be done with a resource.', schema: () => resourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nonResourceAttributes', number: 2, description: 'What is to be done with a path that is no resource.', schema: () => nonResourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'user', number: 3, description: 'Name of the user. Without `groups` it stands for a user who belongs to no group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'groups', number: 4, description: 'Groups of the user.', schema: () => subjectAccessReviewSpecGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'extra', number: 5, description: 'What else is known of the user, as the authenticator tells it.', schema: () => subjectAccessReviewSpecExtra, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 6, description: 'Identifier of the user.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What the asking user wants to do. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set. */
export type SelfSubjectAccessReviewSpec = {
  /** What is to be done with a resource. */
  resourceAttributes?: ResourceAttributes;
  /** What is to be done with a path that is no resource. */
  nonResourceAttributes?: NonResourceAttributes;
};

export const selfSubjectAccessReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  description: 'What the asking user wants to do. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set.',
  atomic: false,
  fields: [
    { name: 'resourceAttributes', number: 1, description: 'What is to be done with a resource.', schema: () => resourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nonResourceAttributes', number: 2, description: 'What is to be done with a path that is no resource.', schema: () => nonResourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Which namespace is asked about. */
export type SelfSubjectRulesReviewSpec = {
  /** Name of the namespace. */
  namespace?: string;
};

export const selfSubjectRulesReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec',
  description: 'Which namespace is asked about.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Name of the namespace.', schema: () => text, presence: 'implicit', required: true, immutable: false },
  ],
};

/** Something that is to be done with a resource. */
export type ResourceAttributes = {
  /** Namespace of the object. Empty means none for cluster-wide resources, and all of them for others; in a LocalSubjectAccessReview it means the one of the request. */
  namespace?: string;
  /** What is to be done, such as `get`, `list`, `watch`, `create`, `update` or `delete`. `*` means everything. */
  verb?: string;
  /** API group of the resource; empty for the core group. `*` means all. */
  group?: string;
  /** Version of the group. `*` means all. */
  version?: string;
  /** Name of the resource in the plural. `*` means all. */
  resource?: string;
  /** Name of the subresource; empty means none. */
  subresource?: string;
  /** Name of the object; empty means all. */
  name?: string;
  /** Which objects are meant, by their fields. It can only make less be asked for. */
  fieldSelector?: FieldSelectorAttributes;
  /** Which objects are meant, by their labels. It can only make less be asked for. */
  labelSelector?: LabelSelectorAttributes;
};

export const resourceAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.ResourceAttributes',
  description: 'Something that is to be done with a resource.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the object. Empty means none for cluster-wide resources, and all of them for others; in a LocalSubjectAccessReview it means the one of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'verb', number: 2, description: 'What is to be done, such as `get`, `list`, `watch`, `create`, `update` or `delete`. `*` means everything.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 3, description: 'API group of the resource; empty for the core group. `*` means all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'version', number: 4, description: 'Version of the group. `*` means all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 5, description: 'Name of the resource in the plural. `*` means all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subresource', number: 6, description: 'Name of the subresource; empty means none.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 7, description: 'Name of the object; empty means all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldSelector', number: 8, description: 'Which objects are meant, by their fields. It can only make less be asked for.', schema: () => fieldSelectorAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'labelSelector', number: 9, description: 'Which objects are meant, by their labels. It can only make less be asked for.', schema: () => labelSelectorAttributesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Narrows a question to objects by their labels. Only one of the two forms may be given. */
export type LabelSelectorAttributes = {
  /** The selector as a query has it. One that cannot be read narrows nothing. */
  rawSelector?: string;
  /** The selector's requirements; every one must hold. */
  requirements?: LabelSelectorRequirement[];
};

const labelSelectorAttributesRequirements: ListSchema = { type: 'list', items: () => labelSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const labelSelectorAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.LabelSelectorAttributes',
  description: 'Narrows a question to objects by their labels. Only one of the two forms may be given.',
  atomic: false,
  fields: [
    { name: 'rawSelector', number: 1, description: 'The selector as a query has it. One that cannot be read narrows nothing.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'requirements', number: 2, description: 'The selector\'s requirements; every one must hold.', schema: () => labelSelectorAttributesRequirements, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Narrows a question to objects by their fields. Only one of the two forms may be given. */
export type FieldSelectorAttributes = {
  /** The selector as a query has it. One that cannot be read narrows nothing. */
  rawSelector?: string;
  /** The selector's requirements; every one must hold. */
  requirements?: FieldSelectorRequirement[];
};

const fieldSelectorAttributesRequirements: ListSchema = { type: 'list', items: () => fieldSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const fieldSelectorAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.FieldSelectorAttributes',
  description: 'Narrows a question to objects by their fields. Only one of the two forms may be given.',
  atomic: false,
  fields: [
    { name: 'rawSelector', number: 1, description: 'The selector as a query has it. One that cannot be read narrows nothing.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'requirements', number: 2, description: 'The selector\'s requirements; every one must hold.', schema: () => fieldSelectorAttributesRequirements, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Something that is to be done with a path that is no resource. */
export type NonResourceAttributes = {
  /** Path of the URL. */
  path?: string;
  /** HTTP verb in lower case. */
  verb?: string;
};

export const nonResourceAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.NonResourceAttributes',
  description: 'Something that is to be done with a path that is no resource.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path of the URL.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'verb', number: 2, description: 'HTTP verb in lower case.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Whether something may be done. When it is neither allowed nor denied, nobody has an opinion, and it may not. */
export type SubjectAccessReviewStatus = {
  /** Whether it may be done. */
  allowed: boolean;
  /** Whether it is forbidden outright. Never together with `allowed`. */
  denied?: boolean;
  /** Why, for people. */
  reason?: string;
  /** What went wrong on the way to the answer, which may be right all the same. */
  evaluationError?: string;
};

export const subjectAccessReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReviewStatus',
  description: 'Whether something may be done. When it is neither allowed nor denied, nobody has an opinion, and it may not.',
  atomic: false,
  fields: [
    { name: 'allowed', number: 1, description: 'Whether it may be done.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'denied', number: 4, description: 'Whether it is forbidden outright. Never together with `allowed`.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 2, description: 'Why, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'evaluationError', number: 3, description: 'What went wrong on the way to the answer, which may be right all the same.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a user may do in a namespace. */
export type SubjectRulesReviewStatus = {
  /** What may be done with resources, in no order, and perhaps more than once. */
  resourceRules: ResourceRule[];
  /** What may be done with paths that are no resources, in no order, and perhaps more than once. */
  nonResourceRules: NonResourceRule[];
  /** Whether there may be more than is listed, as where an authorizer cannot list what it allows. */
  incomplete: boolean;
  /** What went wrong on the way to the answer, so that rules may be missing from it. */
  evaluationError?: string;
};

const subjectRulesReviewStatusResourceRules: ListSchema = { type: 'list', items: () => resourceRuleSchema, listType: 'atomic', keys: [] };

const subjectRulesReviewStatusNonResourceRules: ListSchema = { type: 'list', items: () => nonResourceRuleSchema, listType: 'atomic', keys: [] };

export const subjectRulesReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  description: 'What a user may do in a namespace.',
  atomic: false,
  fields: [
    { name: 'resourceRules', number: 1, description: 'What may be done with resources, in no order, and perhaps more than once.', schema: () => subjectRulesReviewStatusResourceRules, presence: 'always', required: true, immutable: false },
    { name: 'nonResourceRules', number: 2, description: 'What may be done with paths that are no resources, in no order, and perhaps more than once.', schema: () => subjectRulesReviewStatusNonResourceRules, presence: 'always', required: true, immutable: false },
    { name: 'incomplete', number: 3, description: 'Whether there may be more than is listed, as where an authorizer cannot list what it allows.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'evaluationError', number: 4, description: 'What went wrong on the way to the answer, so that rules may be missing from it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Verbs that may be used on resources. */
export type ResourceRule = {
  /** The verbs, such as `get`, `list` or `delete`. `*` means all. */
  verbs: string[];
  /** API groups of the resources. `*` means all. */
  apiGroups?: string[];
  /** The resources. `*` means all of the groups, `*\/scale` the subresource `scale` of all of them. */
  resources?: string[];
  /** Names of the objects; empty means all. */
  resourceNames?: string[];
};

const resourceRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const resourceRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.ResourceRule',
  description: 'Verbs that may be used on resources.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'The verbs, such as `get`, `list` or `delete`. `*` means all.', schema: () => resourceRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'apiGroups', number: 2, description: 'API groups of the resources. `*` means all.', schema: () => resourceRuleApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'The resources. `*` means all of the groups, `*/scale` the subresource `scale` of all of them.', schema: () => resourceRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 4, description: 'Names of the objects; empty means all.', schema: () => resourceRuleResourceNames, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Verbs that may be used on paths that are no resources. */
export type NonResourceRule = {
  /** The verbs, such as `get` or `post`. `*` means all. */
  verbs: string[];
  /** The paths. `*` is allowed as the whole last part of a path, and alone means all. */
  nonResourceURLs?: string[];
};

const nonResourceRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const nonResourceRuleNonResourceURLs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const nonResourceRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.NonResourceRule',
  description: 'Verbs that may be used on paths that are no resources.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'The verbs, such as `get` or `post`. `*` means all.', schema: () => nonResourceRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'nonResourceURLs', number: 2, description: 'The paths. `*` is allowed as the whole last part of a path, and alone means all.', schema: () => nonResourceRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
  ],
};
