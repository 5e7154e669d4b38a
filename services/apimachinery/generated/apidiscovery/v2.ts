// Generated from proto/apidiscovery/v2/apidiscovery.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { groupVersionKindSchema, listMetaSchema, objectMetaSchema, type GroupVersionKind, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** APIGroupDiscoveryList lists all groups, versions and resources that are served. */
export type APIGroupDiscoveryList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** Groups in descending order of preference. */
  items: APIGroupDiscovery[];
};

const apiGroupDiscoveryListItems: ListSchema = { type: 'list', items: () => apiGroupDiscoverySchema, listType: 'atomic', keys: [] };

export const apiGroupDiscoveryListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIGroupDiscoveryList',
  description: 'APIGroupDiscoveryList lists all groups, versions and resources that are served.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'Groups in descending order of preference.', schema: () => apiGroupDiscoveryListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** APIGroupDiscovery describes an API group and its versions. */
export type APIGroupDiscovery = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name is the name of the group, and empty for the core group. */
  metadata: ObjectMeta;
  /** Versions in descending order of preference. */
  versions?: APIVersionDiscovery[];
};

const apiGroupDiscoveryVersions: ListSchema = { type: 'list', items: () => apiVersionDiscoverySchema, listType: 'map', keys: ['version'] };

export const apiGroupDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIGroupDiscovery',
  description: 'APIGroupDiscovery describes an API group and its versions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name is the name of the group, and empty for the core group.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'versions', number: 2, description: 'Versions in descending order of preference.', schema: () => apiGroupDiscoveryVersions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** APIVersionDiscovery describes the resources of one version of a group. */
export type APIVersionDiscovery = {
  /** Name of the version. */
  version: string;
  /** Resources of the version. */
  resources?: APIResourceDiscovery[];
  /** `Current`, or `Stale` if the information may be out of date. */
  freshness?: string;
};

const apiVersionDiscoveryResources: ListSchema = { type: 'list', items: () => apiResourceDiscoverySchema, listType: 'map', keys: ['resource'] };

export const apiVersionDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIVersionDiscovery',
  description: 'APIVersionDiscovery describes the resources of one version of a group.',
  atomic: false,
  fields: [
    { name: 'version', number: 1, description: 'Name of the version.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resources', number: 2, description: 'Resources of the version.', schema: () => apiVersionDiscoveryResources, presence: 'implicit', required: false, immutable: false },
    { name: 'freshness', number: 3, description: '`Current`, or `Stale` if the information may be out of date.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** APIResourceDiscovery describes a resource. */
export type APIResourceDiscovery = {
  /** Plural name of the resource in URLs. */
  resource: string;
  /** Kind of the objects that are returned. */
  responseKind?: GroupVersionKind;
  /** Scope of the resource: `Cluster` or `Namespaced`. */
  scope: string;
  /** Singular name of the resource. */
  singularResource: string;
  /** Supported verbs. */
  verbs: string[];
  /** Suggested short names of the resource. */
  shortNames?: string[];
  /** Grouped resources that the resource belongs to, such as `all`. */
  categories?: string[];
  /** Subresources of the resource. */
  subresources?: APISubresourceDiscovery[];
};

const apiResourceDiscoveryVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoveryShortNames: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoveryCategories: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const apiResourceDiscoverySubresources: ListSchema = { type: 'list', items: () => apiSubresourceDiscoverySchema, listType: 'map', keys: ['subresource'] };

export const apiResourceDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APIResourceDiscovery',
  description: 'APIResourceDiscovery describes a resource.',
  atomic: false,
  fields: [
    { name: 'resource', number: 1, description: 'Plural name of the resource in URLs.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'responseKind', number: 2, description: 'Kind of the objects that are returned.', schema: () => groupVersionKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scope', number: 3, description: 'Scope of the resource: `Cluster` or `Namespaced`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singularResource', number: 4, description: 'Singular name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'verbs', number: 5, description: 'Supported verbs.', schema: () => apiResourceDiscoveryVerbs, presence: 'always', required: true, immutable: false },
    { name: 'shortNames', number: 6, description: 'Suggested short names of the resource.', schema: () => apiResourceDiscoveryShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 7, description: 'Grouped resources that the resource belongs to, such as `all`.', schema: () => apiResourceDiscoveryCategories, presence: 'implicit', required: false, immutable: false },
    { name: 'subresources', number: 8, description: 'Subresources of the resource.', schema: () => apiResourceDiscoverySubresources, presence: 'implicit', required: false, immutable: false },
  ],
};

/** APISubresourceDiscovery describes a subresource. */
export type APISubresourceDiscovery = {
  /** Name of the subresource in URLs. */
  subresource: string;
  /** Kind of the objects that are returned. */
  responseKind?: GroupVersionKind;
  /** Kinds that the subresource accepts. */
  acceptedTypes?: GroupVersionKind[];
  /** Supported verbs. */
  verbs: string[];
};

const apiSubresourceDiscoveryAcceptedTypes: ListSchema = { type: 'list', items: () => groupVersionKindSchema, listType: 'map', keys: ['group', 'version', 'kind'] };

const apiSubresourceDiscoveryVerbs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

export const apiSubresourceDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apidiscovery.v2.APISubresourceDiscovery',
  description: 'APISubresourceDiscovery describes a subresource.',
  atomic: false,
  fields: [
    { name: 'subresource', number: 1, description: 'Name of the subresource in URLs.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'responseKind', number: 2, description: 'Kind of the objects that are returned.', schema: () => groupVersionKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'acceptedTypes', number: 3, description: 'Kinds that the subresource accepts.', schema: () => apiSubresourceDiscoveryAcceptedTypes, presence: 'implicit', required: false, immutable: false },
    { name: 'verbs', number: 4, description: 'Supported verbs.', schema: () => apiSubresourceDiscoveryVerbs, presence: 'always', required: true, immutable: false },
  ],
};
