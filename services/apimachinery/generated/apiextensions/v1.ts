// Generated from proto/apiextensions/v1/custom_resource_definition.proto, proto/apiextensions/v1/json_schema.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, bytes, double, int32, int64, json, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ChoiceSchema, ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** CustomResourceDefinition adds a resource to the API. Its name is `<spec.names.plural>.<spec.group>`. */
export type CustomResourceDefinition = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired resource. */
  spec: CustomResourceDefinitionSpec;
  /** Current state of the definition. Only the server and the `status` subresource write it. */
  status: CustomResourceDefinitionStatus;
};

export const customResourceDefinitionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  description: 'CustomResourceDefinition adds a resource to the API. Its name is `<spec.names.plural>.<spec.group>`.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired resource.', schema: () => customResourceDefinitionSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Current state of the definition. Only the server and the `status` subresource write it.', schema: () => customResourceDefinitionStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const customResourceDefinitionNames: ResourceNames = { resource: 'customresourcedefinitions', singular: 'customresourcedefinition', kind: 'CustomResourceDefinition', shortNames: ['crd', 'crds'], categories: ['api-extensions'], scope: 'Cluster' };

/** CustomResourceDefinitionList is a list of CustomResourceDefinitions. */
export type CustomResourceDefinitionList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CustomResourceDefinitions. */
  items: CustomResourceDefinition[];
};

const customResourceDefinitionListItems: ListSchema = { type: 'list', items: () => customResourceDefinitionSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList',
  description: 'CustomResourceDefinitionList is a list of CustomResourceDefinitions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CustomResourceDefinitions.', schema: () => customResourceDefinitionListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** CustomResourceDefinitionSpec describes the group, names, scope and versions of a custom resource. */
export type CustomResourceDefinitionSpec = {
  /** API group of the resource, served below `/apis/<group>/`. Cannot be updated. */
  group: string;
  /** Names of the resource and its kind. */
  names: CustomResourceDefinitionNames;
  /** Scope of the objects: `Namespaced` or `Cluster`. Cannot be changed once the resource is established. */
  scope: string;
  /** Versions of the resource. Discovery lists the served versions in this order: names such as `v1`, `v2beta1` and `v1alpha3` first, stable before beta before alpha, higher numbers before lower ones; then all other names in alphabetical order. */
  versions: CustomResourceDefinitionVersion[];
  /** Conversion of objects between versions. Defaults to the strategy `None`. */
  conversion?: CustomResourceConversion;
  /** Deprecated. Must be false. Set `x-kubernetes-preserve-unknown-fields` in the schema to keep unknown fields. */
  preserveUnknownFields?: boolean;
};

const customResourceDefinitionSpecVersions: ListSchema = { type: 'list', items: () => customResourceDefinitionVersionSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec',
  description: 'CustomResourceDefinitionSpec describes the group, names, scope and versions of a custom resource.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group of the resource, served below `/apis/<group>/`. Cannot be updated.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'names', number: 3, description: 'Names of the resource and its kind.', schema: () => customResourceDefinitionNamesSchema, presence: 'always', required: true, immutable: false },
    { name: 'scope', number: 4, description: 'Scope of the objects: `Namespaced` or `Cluster`. Cannot be changed once the resource is established.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'versions', number: 7, description: 'Versions of the resource. Discovery lists the served versions in this order: names such as `v1`, `v2beta1` and `v1alpha3` first, stable before beta before alpha, higher numbers before lower ones; then all other names in alphabetical order.', schema: () => customResourceDefinitionSpecVersions, presence: 'always', required: true, immutable: false },
    { name: 'conversion', number: 9, description: 'Conversion of objects between versions. Defaults to the strategy `None`.', schema: () => customResourceConversionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preserveUnknownFields', number: 10, description: 'Deprecated. Must be false. Set `x-kubernetes-preserve-unknown-fields` in the schema to keep unknown fields.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CustomResourceDefinitionNames lists the names of a custom resource. */
export type CustomResourceDefinitionNames = {
  /** Plural name in paths, all lower case, such as `crontabs`. */
  plural: string;
  /** Singular name, all lower case. Defaults to the kind in lower case. */
  singular?: string;
  /** Short names for commands such as `kubectl get`, all lower case. */
  shortNames?: string[];
  /** Kind of the objects in CamelCase, such as `CronTab`. */
  kind: string;
  /** Kind of lists of the objects. Defaults to `<kind>List`. */
  listKind?: string;
  /** Grouped resources that the resource belongs to, such as `all` for `kubectl get all`. */
  categories?: string[];
};

const customResourceDefinitionNamesShortNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const customResourceDefinitionNamesCategories: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const customResourceDefinitionNamesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames',
  description: 'CustomResourceDefinitionNames lists the names of a custom resource.',
  atomic: false,
  fields: [
    { name: 'plural', number: 1, description: 'Plural name in paths, all lower case, such as `crontabs`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singular', number: 2, description: 'Singular name, all lower case. Defaults to the kind in lower case.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'shortNames', number: 3, description: 'Short names for commands such as `kubectl get`, all lower case.', schema: () => customResourceDefinitionNamesShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 4, description: 'Kind of the objects in CamelCase, such as `CronTab`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'listKind', number: 5, description: 'Kind of lists of the objects. Defaults to `<kind>List`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 6, description: 'Grouped resources that the resource belongs to, such as `all` for `kubectl get all`.', schema: () => customResourceDefinitionNamesCategories, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CustomResourceDefinitionVersion describes a version of a custom resource. */
export type CustomResourceDefinitionVersion = {
  /** Name of the version in paths, such as `v1` or `v2beta1`. Must be unique. */
  name: string;
  /** Whether the version is served. */
  served: boolean;
  /** Whether objects are stored in this version. Exactly one version has the value true. */
  storage: boolean;
  /** Whether the version is deprecated. Requests for a deprecated version receive a warning. Defaults to false. */
  deprecated?: boolean;
  /** Warning for requests of the deprecated version. Defaults to a standard text that names a newer version, if there is one. It may be set only if `deprecated` is true. */
  deprecationWarning?: string;
  /** Schema that validates, prunes and defaults the objects of the version. */
  schema?: CustomResourceValidation;
  /** Subresources of the version. */
  subresources?: CustomResourceSubresources;
  /** Columns of tables in addition to the name, such as `kubectl get` prints. Defaults to one column with the age. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields that field selectors can use, at most 8. */
  selectableFields?: SelectableField[];
};

const customResourceDefinitionVersionAdditionalPrinterColumns: ListSchema = { type: 'list', items: () => customResourceColumnDefinitionSchema, listType: 'atomic', keys: [] };

const customResourceDefinitionVersionSelectableFields: ListSchema = { type: 'list', items: () => selectableFieldSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionVersionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion',
  description: 'CustomResourceDefinitionVersion describes a version of a custom resource.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the version in paths, such as `v1` or `v2beta1`. Must be unique.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'served', number: 2, description: 'Whether the version is served.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'storage', number: 3, description: 'Whether objects are stored in this version. Exactly one version has the value true.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'deprecated', number: 7, description: 'Whether the version is deprecated. Requests for a deprecated version receive a warning. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecationWarning', number: 8, description: 'Warning for requests of the deprecated version. Defaults to a standard text that names a newer version, if there is one. It may be set only if `deprecated` is true.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'schema', number: 4, description: 'Schema that validates, prunes and defaults the objects of the version.', schema: () => customResourceValidationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'subresources', number: 5, description: 'Subresources of the version.', schema: () => customResourceSubresourcesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'additionalPrinterColumns', number: 6, description: 'Columns of tables in addition to the name, such as `kubectl get` prints. Defaults to one column with the age.', schema: () => customResourceDefinitionVersionAdditionalPrinterColumns, presence: 'implicit', required: false, immutable: false },
    { name: 'selectableFields', number: 9, description: 'Fields that field selectors can use, at most 8.', schema: () => customResourceDefinitionVersionSelectableFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CustomResourceValidation holds the schema of a version. */
export type CustomResourceValidation = {
  /** Schema in OpenAPI v3. */
  openAPIV3Schema?: JSONSchemaProps;
};

export const customResourceValidationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation',
  description: 'CustomResourceValidation holds the schema of a version.',
  atomic: false,
  fields: [
    { name: 'openAPIV3Schema', number: 1, description: 'Schema in OpenAPI v3.', schema: () => jsonSchemaPropsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CustomResourceSubresources lists the subresources of a custom resource. */
export type CustomResourceSubresources = {
  /** Enables the `status` subresource. Writes to it change only `status`, and writes to the object ignore `status`. */
  status?: CustomResourceSubresourceStatus;
  /** Enables the `scale` subresource, which returns a Scale of `autoscaling/v1`. */
  scale?: CustomResourceSubresourceScale;
};

export const customResourceSubresourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources',
  description: 'CustomResourceSubresources lists the subresources of a custom resource.',
  atomic: false,
  fields: [
    { name: 'status', number: 1, description: 'Enables the `status` subresource. Writes to it change only `status`, and writes to the object ignore `status`.', schema: () => customResourceSubresourceStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scale', number: 2, description: 'Enables the `scale` subresource, which returns a Scale of `autoscaling/v1`.', schema: () => customResourceSubresourceScaleSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CustomResourceSubresourceStatus enables the `status` subresource. It has no fields. */
export type CustomResourceSubresourceStatus = {
};

export const customResourceSubresourceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
  description: 'CustomResourceSubresourceStatus enables the `status` subresource. It has no fields.',
  atomic: false,
  fields: [
  ],
};

/** CustomResourceSubresourceScale locates the fields of the `scale` subresource. All paths are JSON paths without list indexes. */
export type CustomResourceSubresourceScale = {
  /** JSON path below `.spec` that corresponds to `spec.replicas` of the Scale. A read of the subresource fails if the object has no value there. */
  specReplicasPath: string;
  /** JSON path below `.status` that corresponds to `status.replicas` of the Scale. A missing value counts as 0. */
  statusReplicasPath: string;
  /** JSON path below `.spec` or `.status` that corresponds to `status.selector` of the Scale, a label selector as text. A horizontal pod autoscaler requires it. */
  labelSelectorPath?: string;
};

export const customResourceSubresourceScaleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale',
  description: 'CustomResourceSubresourceScale locates the fields of the `scale` subresource. All paths are JSON paths without list indexes.',
  atomic: false,
  fields: [
    { name: 'specReplicasPath', number: 1, description: 'JSON path below `.spec` that corresponds to `spec.replicas` of the Scale. A read of the subresource fails if the object has no value there.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'statusReplicasPath', number: 2, description: 'JSON path below `.status` that corresponds to `status.replicas` of the Scale. A missing value counts as 0.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'labelSelectorPath', number: 3, description: 'JSON path below `.spec` or `.status` that corresponds to `status.selector` of the Scale, a label selector as text. A horizontal pod autoscaler requires it.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CustomResourceColumnDefinition is a column of tables of a custom resource. */
export type CustomResourceColumnDefinition = {
  /** Human-readable name of the column. */
  name: string;
  /** OpenAPI type of the values: `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** OpenAPI format of the values. `name` marks the primary identifier column. */
  format?: string;
  /** Human-readable description of the column. */
  description?: string;
  /** Importance of the column. Columns with a priority greater than 0 are left out if space is limited. */
  priority?: number;
  /** JSON path of the value in each object. */
  jsonPath: string;
};

export const customResourceColumnDefinitionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition',
  description: 'CustomResourceColumnDefinition is a column of tables of a custom resource.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Human-readable name of the column.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'type', number: 2, description: 'OpenAPI type of the values: `string`, `integer`, `number`, `boolean` or `date`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'format', number: 3, description: 'OpenAPI format of the values. `name` marks the primary identifier column.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'Human-readable description of the column.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'priority', number: 5, description: 'Importance of the column. Columns with a priority greater than 0 are left out if space is limited.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'jsonPath', number: 6, description: 'JSON path of the value in each object.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** SelectableField is a field that field selectors can use. */
export type SelectableField = {
  /** JSON path of the field, without list indexes and outside of metadata. The field has the type string, boolean or integer. A missing value selects as the empty string. */
  jsonPath: string;
};

export const selectableFieldSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField',
  description: 'SelectableField is a field that field selectors can use.',
  atomic: false,
  fields: [
    { name: 'jsonPath', number: 1, description: 'JSON path of the field, without list indexes and outside of metadata. The field has the type string, boolean or integer. A missing value selects as the empty string.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** CustomResourceConversion describes the conversion of objects between versions. */
export type CustomResourceConversion = {
  /** Conversion strategy: `None` changes only `apiVersion`, `Webhook` calls a webhook. */
  strategy: string;
  /** Webhook to call. Required for the strategy `Webhook`, and forbidden otherwise. */
  webhook?: WebhookConversion;
};

export const customResourceConversionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion',
  description: 'CustomResourceConversion describes the conversion of objects between versions.',
  atomic: false,
  fields: [
    { name: 'strategy', number: 1, description: 'Conversion strategy: `None` changes only `apiVersion`, `Webhook` calls a webhook.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'webhook', number: 2, description: 'Webhook to call. Required for the strategy `Webhook`, and forbidden otherwise.', schema: () => webhookConversionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** WebhookConversion describes a conversion webhook. */
export type WebhookConversion = {
  /** How to call the webhook. */
  clientConfig?: WebhookClientConfig;
  /** Versions of ConversionReview that the webhook expects, in order of preference. The server uses the first version that it supports. */
  conversionReviewVersions: string[];
};

const webhookConversionConversionReviewVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const webhookConversionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion',
  description: 'WebhookConversion describes a conversion webhook.',
  atomic: false,
  fields: [
    { name: 'clientConfig', number: 2, description: 'How to call the webhook.', schema: () => webhookClientConfigSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'conversionReviewVersions', number: 3, description: 'Versions of ConversionReview that the webhook expects, in order of preference. The server uses the first version that it supports.', schema: () => webhookConversionConversionReviewVersions, presence: 'always', required: true, immutable: false },
  ],
};

/** WebhookClientConfig describes a TLS connection to a webhook. Exactly one of `url` and `service` is set. */
export type WebhookClientConfig = {
  /** Location of the webhook as `https://host:port/path`, without user, query and fragment. */
  url?: string;
  /** Service of the webhook. */
  service?: ServiceReference;
  /** CA bundle in PEM that validates the webhook's server certificate. Defaults to the trust roots of the API server's system. */
  caBundle?: string;
};

export const webhookClientConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig',
  description: 'WebhookClientConfig describes a TLS connection to a webhook. Exactly one of `url` and `service` is set.',
  atomic: false,
  fields: [
    { name: 'url', number: 3, description: 'Location of the webhook as `https://host:port/path`, without user, query and fragment.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'service', number: 1, description: 'Service of the webhook.', schema: () => serviceReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'caBundle', number: 2, description: 'CA bundle in PEM that validates the webhook\'s server certificate. Defaults to the trust roots of the API server\'s system.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServiceReference refers to a Service. */
export type ServiceReference = {
  /** Namespace of the service. */
  namespace: string;
  /** Name of the service. */
  name: string;
  /** URL path of the requests. */
  path?: string;
  /** Port of the service, in the range 1-65535. Defaults to 443. */
  port?: number;
};

export const serviceReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference',
  description: 'ServiceReference refers to a Service.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the service.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 2, description: 'Name of the service.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 3, description: 'URL path of the requests.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'port', number: 4, description: 'Port of the service, in the range 1-65535. Defaults to 443.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '443' },
  ],
};

/** CustomResourceDefinitionStatus is the state of a definition. */
export type CustomResourceDefinitionStatus = {
  /** Current conditions of the definition, one for each type. */
  conditions: CustomResourceDefinitionCondition[];
  /** Names that are actually served. They may differ from the names in the spec if those are taken. */
  acceptedNames: CustomResourceDefinitionNames;
  /** All versions in which objects were ever stored. Remove a version from the list once all its objects are migrated. A version can be removed from the spec only after it is removed from this list. */
  storedVersions: string[];
  /** Generation of the definition that the server processed last. */
  observedGeneration?: Int64;
};

const customResourceDefinitionStatusConditions: ListSchema = { type: 'list', items: () => customResourceDefinitionConditionSchema, listType: 'map', keys: ['type'] };

const customResourceDefinitionStatusStoredVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const customResourceDefinitionStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus',
  description: 'CustomResourceDefinitionStatus is the state of a definition.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Current conditions of the definition, one for each type.', schema: () => customResourceDefinitionStatusConditions, presence: 'always', required: false, immutable: false },
    { name: 'acceptedNames', number: 2, description: 'Names that are actually served. They may differ from the names in the spec if those are taken.', schema: () => customResourceDefinitionNamesSchema, presence: 'always', required: false, immutable: false },
    { name: 'storedVersions', number: 3, description: 'All versions in which objects were ever stored. Remove a version from the list once all its objects are migrated. A version can be removed from the spec only after it is removed from this list.', schema: () => customResourceDefinitionStatusStoredVersions, presence: 'always', required: false, immutable: false },
    { name: 'observedGeneration', number: 4, description: 'Generation of the definition that the server processed last.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CustomResourceDefinitionCondition is one observation of the state of a definition. */
export type CustomResourceDefinitionCondition = {
  /** Type of the condition, such as `Established`, `NamesAccepted` or `Terminating`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
  /** Generation that the condition was set for. */
  observedGeneration?: Int64;
};

export const customResourceDefinitionConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition',
  description: 'CustomResourceDefinitionCondition is one observation of the state of a definition.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition, such as `Established`, `NamesAccepted` or `Terminating`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'observedGeneration', number: 6, description: 'Generation that the condition was set for.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** JSONSchemaProps is a schema of OpenAPI v3 with the extensions of Kubernetes. */
export type JSONSchemaProps = {
  /** Identifier of the schema. Not allowed. */
  id?: string;
  /** URL of the dialect of the schema. */
  '$schema'?: string;
  /** Reference to another schema. Not allowed. */
  '$ref'?: string;
  /** Description of the value. `kubectl explain` prints it. */
  description?: string;
  /** Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`. */
  type?: string;
  /** Format of a string or number. The server validates `bsonobjectid`, `uri`, `email`, `hostname`, `ipv4`, `ipv6`, `cidr`, `mac`, `uuid`, `uuid3`, `uuid4`, `uuid5`, `isbn`, `isbn10`, `isbn13`, `creditcard`, `ssn`, `hexcolor`, `rgbcolor`, `byte`, `password`, `date`, `duration`, `datetime`, `k8s-short-name`, `k8s-long-name`, and for numbers `int32`, `int64`, `float` and `double`. It ignores unknown formats. */
  format?: string;
  /** Short description of the value. */
  title?: string;
  /** Default value of the field. */
  default?: JsonValue;
  /** Maximum of a number. */
  maximum?: number;
  /** Whether `maximum` is excluded. */
  exclusiveMaximum?: boolean;
  /** Minimum of a number. */
  minimum?: number;
  /** Whether `minimum` is excluded. */
  exclusiveMinimum?: boolean;
  /** Maximum length of a string in characters. */
  maxLength?: Int64;
  /** Minimum length of a string in characters. */
  minLength?: Int64;
  /** Regular expression in RE2 syntax that a string must match. It is not anchored. */
  pattern?: string;
  /** Maximum number of items of a list. */
  maxItems?: Int64;
  /** Minimum number of items of a list. */
  minItems?: Int64;
  /** Whether the items of a list must be unique. True is not allowed; use `x-kubernetes-list-type: set` instead. */
  uniqueItems?: boolean;
  /** Number of which the value must be a multiple. */
  multipleOf?: number;
  /** List of the allowed values. */
  enum?: JsonValue[];
  /** Maximum number of properties of an object. */
  maxProperties?: Int64;
  /** Minimum number of properties of an object. */
  minProperties?: Int64;
  /** Names of the required properties of an object. */
  required?: string[];
  /** Schema of the items of a list. */
  items?: JSONSchemaPropsOrArray;
  /** Schemas that the value must all match. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which the value must match exactly one. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which the value must match at least one. */
  anyOf?: JSONSchemaProps[];
  /** Schema that the value must not match. */
  not?: JSONSchemaProps;
  /** Schemas of the properties of an object, by name. */
  properties?: { [key: string]: JSONSchemaProps };
  /** Schema of all other properties of an object, or whether other properties are allowed. */
  additionalProperties?: JSONSchemaPropsOrBool;
  /** Schemas of properties by patterns of their names. Not allowed. */
  patternProperties?: { [key: string]: JSONSchemaProps };
  /** Dependencies between properties. Not allowed. */
  dependencies?: { [key: string]: JSONSchemaPropsOrStringArray };
  /** Schema of further items of a list. Not allowed. */
  additionalItems?: JSONSchemaPropsOrBool;
  /** Schemas for references. Not allowed. */
  definitions?: { [key: string]: JSONSchemaProps };
  /** Reference to external documentation. */
  externalDocs?: ExternalDocumentation;
  /** Example of a value. */
  example?: JsonValue;
  /** Whether the value may be null. If false, a null is pruned or replaced by the default. Defaults to false. */
  nullable?: boolean;
  /** Whether fields of an object that the schema does not specify are kept. It applies to nested objects too, except those with `properties` or `additionalProperties`. False is not allowed. */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** Whether the value is a Kubernetes object, with `kind`, `apiVersion` and `metadata`, which are validated. */
  'x-kubernetes-embedded-resource'?: boolean;
  /** Whether the value is an integer or a string. `type` must then be absent. */
  'x-kubernetes-int-or-string'?: boolean;
  /** Properties that identify the items of a list with `x-kubernetes-list-type: map`. They are scalars, and required or with a default. */
  'x-kubernetes-list-map-keys'?: string[];
  /** Topology of a list for server-side apply: `atomic`, `set` (unique scalar items) or `map` (items with unique keys). Defaults to `atomic`. */
  'x-kubernetes-list-type'?: string;
  /** Topology of an object for server-side apply: `granular` or `atomic`. Defaults to `granular`. */
  'x-kubernetes-map-type'?: string;
  /** Validation rules in CEL. */
  'x-kubernetes-validations'?: ValidationRule[];
};

const jsonSchemaPropsEnum: ListSchema = { type: 'list', items: () => json, listType: 'atomic', keys: [] };

const jsonSchemaPropsRequired: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const jsonSchemaPropsAllOf: ListSchema = { type: 'list', items: () => jsonSchemaPropsSchema, listType: 'atomic', keys: [] };

const jsonSchemaPropsOneOf: ListSchema = { type: 'list', items: () => jsonSchemaPropsSchema, listType: 'atomic', keys: [] };

const jsonSchemaPropsAnyOf: ListSchema = { type: 'list', items: () => jsonSchemaPropsSchema, listType: 'atomic', keys: [] };

const jsonSchemaPropsProperties: MapSchema = { type: 'map', values: () => jsonSchemaPropsSchema, atomic: false };

const jsonSchemaPropsPatternProperties: MapSchema = { type: 'map', values: () => jsonSchemaPropsSchema, atomic: false };

const jsonSchemaPropsDependencies: MapSchema = { type: 'map', values: () => jsonSchemaPropsOrStringArraySchema, atomic: false };

const jsonSchemaPropsDefinitions: MapSchema = { type: 'map', values: () => jsonSchemaPropsSchema, atomic: false };

const jsonSchemaPropsXKubernetesListMapKeys: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const jsonSchemaPropsXKubernetesValidations: ListSchema = { type: 'list', items: () => validationRuleSchema, listType: 'map', keys: ['rule'] };

export const jsonSchemaPropsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  description: 'JSONSchemaProps is a schema of OpenAPI v3 with the extensions of Kubernetes.',
  atomic: false,
  fields: [
    { name: 'id', number: 1, description: 'Identifier of the schema. Not allowed.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: '$schema', number: 2, description: 'URL of the dialect of the schema.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: '$ref', number: 3, description: 'Reference to another schema. Not allowed.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'Description of the value. `kubectl explain` prints it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 5, description: 'Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'format', number: 6, description: 'Format of a string or number. The server validates `bsonobjectid`, `uri`, `email`, `hostname`, `ipv4`, `ipv6`, `cidr`, `mac`, `uuid`, `uuid3`, `uuid4`, `uuid5`, `isbn`, `isbn10`, `isbn13`, `creditcard`, `ssn`, `hexcolor`, `rgbcolor`, `byte`, `password`, `date`, `duration`, `datetime`, `k8s-short-name`, `k8s-long-name`, and for numbers `int32`, `int64`, `float` and `double`. It ignores unknown formats.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'title', number: 7, description: 'Short description of the value.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'default', number: 8, description: 'Default value of the field.', schema: () => json, presence: 'explicit', required: false, immutable: false },
    { name: 'maximum', number: 9, description: 'Maximum of a number.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'exclusiveMaximum', number: 10, description: 'Whether `maximum` is excluded.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'minimum', number: 11, description: 'Minimum of a number.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'exclusiveMinimum', number: 12, description: 'Whether `minimum` is excluded.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'maxLength', number: 13, description: 'Maximum length of a string in characters.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minLength', number: 14, description: 'Minimum length of a string in characters.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'pattern', number: 15, description: 'Regular expression in RE2 syntax that a string must match. It is not anchored.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'maxItems', number: 16, description: 'Maximum number of items of a list.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minItems', number: 17, description: 'Minimum number of items of a list.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'uniqueItems', number: 18, description: 'Whether the items of a list must be unique. True is not allowed; use `x-kubernetes-list-type: set` instead.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'multipleOf', number: 19, description: 'Number of which the value must be a multiple.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'enum', number: 20, description: 'List of the allowed values.', schema: () => jsonSchemaPropsEnum, presence: 'implicit', required: false, immutable: false },
    { name: 'maxProperties', number: 21, description: 'Maximum number of properties of an object.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minProperties', number: 22, description: 'Minimum number of properties of an object.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'required', number: 23, description: 'Names of the required properties of an object.', schema: () => jsonSchemaPropsRequired, presence: 'implicit', required: false, immutable: false },
    { name: 'items', number: 24, description: 'Schema of the items of a list.', schema: () => jsonSchemaPropsOrArraySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allOf', number: 25, description: 'Schemas that the value must all match.', schema: () => jsonSchemaPropsAllOf, presence: 'implicit', required: false, immutable: false },
    { name: 'oneOf', number: 26, description: 'Schemas of which the value must match exactly one.', schema: () => jsonSchemaPropsOneOf, presence: 'implicit', required: false, immutable: false },
    { name: 'anyOf', number: 27, description: 'Schemas of which the value must match at least one.', schema: () => jsonSchemaPropsAnyOf, presence: 'implicit', required: false, immutable: false },
    { name: 'not', number: 28, description: 'Schema that the value must not match.', schema: () => jsonSchemaPropsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'properties', number: 29, description: 'Schemas of the properties of an object, by name.', schema: () => jsonSchemaPropsProperties, presence: 'implicit', required: false, immutable: false },
    { name: 'additionalProperties', number: 30, description: 'Schema of all other properties of an object, or whether other properties are allowed.', schema: () => jsonSchemaPropsOrBoolSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'patternProperties', number: 31, description: 'Schemas of properties by patterns of their names. Not allowed.', schema: () => jsonSchemaPropsPatternProperties, presence: 'implicit', required: false, immutable: false },
    { name: 'dependencies', number: 32, description: 'Dependencies between properties. Not allowed.', schema: () => jsonSchemaPropsDependencies, presence: 'implicit', required: false, immutable: false },
    { name: 'additionalItems', number: 33, description: 'Schema of further items of a list. Not allowed.', schema: () => jsonSchemaPropsOrBoolSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'definitions', number: 34, description: 'Schemas for references. Not allowed.', schema: () => jsonSchemaPropsDefinitions, presence: 'implicit', required: false, immutable: false },
    { name: 'externalDocs', number: 35, description: 'Reference to external documentation.', schema: () => externalDocumentationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'example', number: 36, description: 'Example of a value.', schema: () => json, presence: 'explicit', required: false, immutable: false },
    { name: 'nullable', number: 37, description: 'Whether the value may be null. If false, a null is pruned or replaced by the default. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-preserve-unknown-fields', number: 38, description: 'Whether fields of an object that the schema does not specify are kept. It applies to nested objects too, except those with `properties` or `additionalProperties`. False is not allowed.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-embedded-resource', number: 39, description: 'Whether the value is a Kubernetes object, with `kind`, `apiVersion` and `metadata`, which are validated.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-int-or-string', number: 40, description: 'Whether the value is an integer or a string. `type` must then be absent.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-list-map-keys', number: 41, description: 'Properties that identify the items of a list with `x-kubernetes-list-type: map`. They are scalars, and required or with a default.', schema: () => jsonSchemaPropsXKubernetesListMapKeys, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-list-type', number: 42, description: 'Topology of a list for server-side apply: `atomic`, `set` (unique scalar items) or `map` (items with unique keys). Defaults to `atomic`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-map-type', number: 43, description: 'Topology of an object for server-side apply: `granular` or `atomic`. Defaults to `granular`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-validations', number: 44, description: 'Validation rules in CEL.', schema: () => jsonSchemaPropsXKubernetesValidations, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'rule' },
  ],
};

/** JSONSchemaPropsOrArray is a schema or a list of schemas. */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[];

const jsonSchemaPropsOrArrayJSONSchemas: ListSchema = { type: 'list', items: () => jsonSchemaPropsSchema, listType: 'atomic', keys: [] };

export const jsonSchemaPropsOrArraySchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray',
  description: 'JSONSchemaPropsOrArray is a schema or a list of schemas.',
  alternatives: [
    { number: 1, schema: () => jsonSchemaPropsSchema },
    { number: 2, schema: () => jsonSchemaPropsOrArrayJSONSchemas },
  ],
};

/** JSONSchemaPropsOrBool is a schema or a boolean. True allows everything, false nothing. */
export type JSONSchemaPropsOrBool = boolean | JSONSchemaProps;

export const jsonSchemaPropsOrBoolSchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool',
  description: 'JSONSchemaPropsOrBool is a schema or a boolean. True allows everything, false nothing.',
  alternatives: [
    { number: 1, schema: () => boolean },
    { number: 2, schema: () => jsonSchemaPropsSchema },
  ],
};

/** JSONSchemaPropsOrStringArray is a schema or a list of property names. */
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[];

const jsonSchemaPropsOrStringArrayProperty: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const jsonSchemaPropsOrStringArraySchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray',
  description: 'JSONSchemaPropsOrStringArray is a schema or a list of property names.',
  alternatives: [
    { number: 1, schema: () => jsonSchemaPropsSchema },
    { number: 2, schema: () => jsonSchemaPropsOrStringArrayProperty },
  ],
};

/** ExternalDocumentation refers to external documentation. */
export type ExternalDocumentation = {
  /** Description of the documentation. */
  description?: string;
  /** URL of the documentation. */
  url?: string;
};

export const externalDocumentationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation',
  description: 'ExternalDocumentation refers to external documentation.',
  atomic: false,
  fields: [
    { name: 'description', number: 1, description: 'Description of the documentation.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'url', number: 2, description: 'URL of the documentation.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ValidationRule is a validation rule in CEL. */
export type ValidationRule = {
  /** CEL expression that evaluates to true for a valid value. `self` is the value at the location of the rule. `oldSelf` is the value before an update; a rule that uses it is evaluated only on updates. Access properties as `self.name`, map entries as `self['key']` and list items as `self[0]`. Escape characters other than letters, digits and `_` in names, such as `__dash__` for `-`. */
  rule: string;
  /** Message for invalid values, without line breaks. Defaults to `failed rule: ` and the rule. Required if the rule contains line breaks. */
  message?: string;
  /** CEL expression that evaluates to the message for an invalid value. If its evaluation fails, `message` is used. */
  messageExpression?: string;
  /** Reason of the error: `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`. Defaults to `FieldValueInvalid`. */
  reason?: string;
  /** Path of the field that the error refers to, relative to the location of the rule, such as `.spec.size`. */
  fieldPath?: string;
  /** Whether a rule with `oldSelf` is also evaluated if there is no old value. `oldSelf` is then an optional value. Defaults to false. */
  optionalOldSelf?: boolean;
};

export const validationRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule',
  description: 'ValidationRule is a validation rule in CEL.',
  atomic: false,
  fields: [
    { name: 'rule', number: 1, description: 'CEL expression that evaluates to true for a valid value. `self` is the value at the location of the rule. `oldSelf` is the value before an update; a rule that uses it is evaluated only on updates. Access properties as `self.name`, map entries as `self[\'key\']` and list items as `self[0]`. Escape characters other than letters, digits and `_` in names, such as `__dash__` for `-`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 2, description: 'Message for invalid values, without line breaks. Defaults to `failed rule: ` and the rule. Required if the rule contains line breaks.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'messageExpression', number: 3, description: 'CEL expression that evaluates to the message for an invalid value. If its evaluation fails, `message` is used.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Reason of the error: `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`. Defaults to `FieldValueInvalid`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'fieldPath', number: 5, description: 'Path of the field that the error refers to, relative to the location of the rule, such as `.spec.size`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'optionalOldSelf', number: 6, description: 'Whether a rule with `oldSelf` is also evaluated if there is no old value. `oldSelf` is then an optional value. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};
