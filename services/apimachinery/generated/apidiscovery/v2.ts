// Generated from proto/apidiscovery/v2/apidiscovery.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { groupVersionKindSchema, listMetaSchema, objectMetaSchema, type GroupVersionKind, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Everything that is served, in one answer. */
export type APIGroupDiscoveryList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The groups, the most important one first. */
  items: APIGroupDiscovery[];
};

const apiGroupDiscoveryListItems: ListSchema = { type: 'list', items: () => apiGroupDiscoverySchema, listType: 'atomic', keys: [] };

export const apiGroupDiscoveryListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIGroupDiscoveryList',
  description: 'Everything that is served, in one answer.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The groups, the most important one first.', schema: () => apiGroupDiscoveryListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** One group, with its versions and their resources. */
export type APIGroupDiscovery = {
  kind?: string;
  apiVersion?: string;
  /** Its `name` is that of the group; empty for the core group. */
  metadata: ObjectMeta;
  /** The versions, the preferred one first. */
  versions?: APIVersionDiscovery[];
};

const apiGroupDiscoveryVersions: ListSchema = { type: 'list', items: () => apiVersionDiscoverySchema, listType: 'map', keys: ['version'] };

export const apiGroupDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIGroupDiscovery',
  description: 'One group, with its versions and their resources.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Its `name` is that of the group; empty for the core group.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'versions', number: 2, description: 'The versions, the preferred one first.', schema: () => apiGroupDiscoveryVersions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One version of a group, with its resources. */
export type APIVersionDiscovery = {
  /** Name of the version. */
  version: string;
  /** The resources. */
  resources?: APIResourceDiscovery[];
  /** `Current`, or `Stale` where the answer may be out of date. */
  freshness?: string;
};

const apiVersionDiscoveryResources: ListSchema = { type: 'list', items: () => apiResourceDiscoverySchema, listType: 'map', keys: ['resource'] };

export const apiVersionDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIVersionDiscovery',
  description: 'One version of a group, with its resources.',
  atomic: false,
  fields: [
    { name: 'version', number: 1, description: 'Name of the version.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resources', number: 2, description: 'The resources.', schema: () => apiVersionDiscoveryResources, presence: 'implicit', required: false, immutable: false },
    { name: 'freshness', number: 3, description: '`Current`, or `Stale` where the answer may be out of date.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One resource. */
export type APIResourceDiscovery = {
  /** Name in the plural, as in paths. */
  resource: string;
  /** Type of its objects. */
  responseKind?: GroupVersionKind;
  /** `Cluster` or `Namespaced`. */
  scope: string;
  /** Name in the singular. */
  singularResource: string;
  /** What can be done with it. */
  verbs: string[];
  /** Short names for command lines. */
  shortNames?: string[];
  /** Groups of resources it belongs to, such as `all`. */
  categories?: string[];
  /** Its subresources. */
  subresources?: APISubresourceDiscovery[];
};

const apiResourceDiscoveryVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoveryShortNames: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoveryCategories: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoverySubresources: ListSchema = { type: 'list', items: () => apiSubresourceDiscoverySchema, listType: 'map', keys: ['subresource'] };

export const apiResourceDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIResourceDiscovery',
  description: 'One resource.',
  atomic: false,
  fields: [
    { name: 'resource', number: 1, description: 'Name in the plural, as in paths.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'responseKind', number: 2, description: 'Type of its objects.', schema: () => groupVersionKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scope', number: 3, description: '`Cluster` or `Namespaced`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singularResource', number: 4, description: 'Name in the singular.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'verbs', number: 5, description: 'What can be done with it.', schema: () => apiResourceDiscoveryVerbs, presence: 'always', required: true, immutable: false },
    { name: 'shortNames', number: 6, description: 'Short names for command lines.', schema: () => apiResourceDiscoveryShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 7, description: 'Groups of resources it belongs to, such as `all`.', schema: () => apiResourceDiscoveryCategories, presence: 'implicit', required: false, immutable: false },
    { name: 'subresources', number: 8, description: 'Its subresources.', schema: () => apiResourceDiscoverySubresources, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One subresource. */
export type APISubresourceDiscovery = {
  /** Name of the subresource, as in paths. */
  subresource: string;
  /** Type that it answers with. */
  responseKind?: GroupVersionKind;
  /** Types that it takes. */
  acceptedTypes?: GroupVersionKind[];
  /** What can be done with it. */
  verbs: string[];
};

const apiSubresourceDiscoveryAcceptedTypes: ListSchema = { type: 'list', items: () => groupVersionKindSchema, listType: 'map', keys: ['group', 'version', 'kind'] };

const apiSubresourceDiscoveryVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

export const apiSubresourceDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APISubresourceDiscovery',
  description: 'One subresource.',
  atomic: false,
  fields: [
    { name: 'subresource', number: 1, description: 'Name of the subresource, as in paths.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'responseKind', number: 2, description: 'Type that it answers with.', schema: () => groupVersionKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'acceptedTypes', number: 3, description: 'Types that it takes.', schema: () => apiSubresourceDiscoveryAcceptedTypes, presence: 'implicit', required: false, immutable: false },
    { name: 'verbs', number: 4, description: 'What can be done with it.', schema: () => apiSubresourceDiscoveryVerbs, presence: 'always', required: true, immutable: false },
  ],
};
