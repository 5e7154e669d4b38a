// Generated from proto/apiextensions/v1/custom_resource_definition.proto, proto/apiextensions/v1/json_schema.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, bytes, double, int32, int64, json, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ChoiceSchema, ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Adds a resource to the API. Its name is `<spec.names.plural>.<spec.group>`. */
export type CustomResourceDefinition = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The resource, as it is wanted. */
  spec: CustomResourceDefinitionSpec;
  /** What the server has made of it. Only the server and the subresource `status` write it. */
  status: CustomResourceDefinitionStatus;
};

export const customResourceDefinitionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  description: 'Adds a resource to the API. Its name is `<spec.names.plural>.<spec.group>`.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The resource, as it is wanted.', schema: () => customResourceDefinitionSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'What the server has made of it. Only the server and the subresource `status` write it.', schema: () => customResourceDefinitionStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** A list of CustomResourceDefinitions. */
export type CustomResourceDefinitionList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The CustomResourceDefinitions. */
  items: CustomResourceDefinition[];
};

const customResourceDefinitionListItems: ListSchema = { type: 'list', items: () => customResourceDefinitionSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList',
  description: 'A list of CustomResourceDefinitions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The CustomResourceDefinitions.', schema: () => customResourceDefinitionListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A custom resource: its group, names, scope and versions. */
export type CustomResourceDefinitionSpec = {
  /** API group of the resource, which is served below `/apis/<group>/`. It cannot be changed. */
  group: string;
  /** Names of the resource and its kind. */
  names: CustomResourceDefinitionNames;
  /** Where its objects are: `Namespaced` or `Cluster`. It cannot be changed once the resource is established. */
  scope: string;
  /** All versions of the resource. Discovery lists those that are served in this order: names such as `v1`, `v2beta1` and `v1alpha3` first, stable ones before `beta` before `alpha`, and higher numbers before lower ones; then all other names in alphabetical order. */
  versions: CustomResourceDefinitionVersion[];
  /** How objects are converted between versions. */
  conversion?: CustomResourceConversion;
  /** Must be false. Fields that the schema does not have are kept where the schema says so with `x-kubernetes-preserve-unknown-fields`. */
  preserveUnknownFields?: boolean;
};

const customResourceDefinitionSpecVersions: ListSchema = { type: 'list', items: () => customResourceDefinitionVersionSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec',
  description: 'A custom resource: its group, names, scope and versions.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group of the resource, which is served below `/apis/<group>/`. It cannot be changed.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'names', number: 3, description: 'Names of the resource and its kind.', schema: () => customResourceDefinitionNamesSchema, presence: 'always', required: true, immutable: false },
    { name: 'scope', number: 4, description: 'Where its objects are: `Namespaced` or `Cluster`. It cannot be changed once the resource is established.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'versions', number: 7, description: 'All versions of the resource. Discovery lists those that are served in this order: names such as `v1`, `v2beta1` and `v1alpha3` first, stable ones before `beta` before `alpha`, and higher numbers before lower ones; then all other names in alphabetical order.', schema: () => customResourceDefinitionSpecVersions, presence: 'always', required: true, immutable: false },
    { name: 'conversion', number: 9, description: 'How objects are converted between versions.', schema: () => customResourceConversionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preserveUnknownFields', number: 10, description: 'Must be false. Fields that the schema does not have are kept where the schema says so with `x-kubernetes-preserve-unknown-fields`.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** The names under which a custom resource is served. */
export type CustomResourceDefinitionNames = {
  /** Plural name in paths, in lower case, such as `crontabs`. */
  plural: string;
  /** Singular name, in lower case. Absent means the kind in lower case. */
  singular?: string;
  /** Short names for commands such as `kubectl get`, in lower case. */
  shortNames?: string[];
  /** Kind of the objects, in CamelCase, such as `CronTab`. */
  kind: string;
  /** Kind of lists of the objects. Absent means the kind followed by `List`. */
  listKind?: string;
  /** Groups of resources that the resource belongs to, such as `all` for `kubectl get all`. */
  categories?: string[];
};

const customResourceDefinitionNamesShortNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const customResourceDefinitionNamesCategories: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const customResourceDefinitionNamesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames',
  description: 'The names under which a custom resource is served.',
  atomic: false,
  fields: [
    { name: 'plural', number: 1, description: 'Plural name in paths, in lower case, such as `crontabs`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singular', number: 2, description: 'Singular name, in lower case. Absent means the kind in lower case.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'shortNames', number: 3, description: 'Short names for commands such as `kubectl get`, in lower case.', schema: () => customResourceDefinitionNamesShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 4, description: 'Kind of the objects, in CamelCase, such as `CronTab`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'listKind', number: 5, description: 'Kind of lists of the objects. Absent means the kind followed by `List`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 6, description: 'Groups of resources that the resource belongs to, such as `all` for `kubectl get all`.', schema: () => customResourceDefinitionNamesCategories, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A version of a custom resource. */
export type CustomResourceDefinitionVersion = {
  /** Name of the version, such as `v1` or `v2beta1`. It is part of the path. */
  name: string;
  /** Whether the API serves the version. */
  served: boolean;
  /** Whether objects are stored in this version. Exactly one version stores them. */
  storage: boolean;
  /** Whether the version is deprecated: requests for it are answered with a warning. */
  deprecated?: boolean;
  /** Text of the warning of a deprecated version. Absent means a standard text that names a newer version, if there is one. May only be set for a deprecated version. */
  deprecationWarning?: string;
  /** Schema by which objects of the version are validated, pruned and given defaults. */
  schema?: CustomResourceValidation;
  /** The subresources that the version has. */
  subresources?: CustomResourceSubresources;
  /** Further columns of tables, such as `kubectl get` prints. Absent means one column with the age. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields that field selectors can name, 8 at most. */
  selectableFields?: SelectableField[];
};

const customResourceDefinitionVersionAdditionalPrinterColumns: ListSchema = { type: 'list', items: () => customResourceColumnDefinitionSchema, listType: 'atomic', keys: [] };

const customResourceDefinitionVersionSelectableFields: ListSchema = { type: 'list', items: () => selectableFieldSchema, listType: 'atomic', keys: [] };

export const customResourceDefinitionVersionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion',
  description: 'A version of a custom resource.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the version, such as `v1` or `v2beta1`. It is part of the path.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'served', number: 2, description: 'Whether the API serves the version.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'storage', number: 3, description: 'Whether objects are stored in this version. Exactly one version stores them.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'deprecated', number: 7, description: 'Whether the version is deprecated: requests for it are answered with a warning.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecationWarning', number: 8, description: 'Text of the warning of a deprecated version. Absent means a standard text that names a newer version, if there is one. May only be set for a deprecated version.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'schema', number: 4, description: 'Schema by which objects of the version are validated, pruned and given defaults.', schema: () => customResourceValidationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'subresources', number: 5, description: 'The subresources that the version has.', schema: () => customResourceSubresourcesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'additionalPrinterColumns', number: 6, description: 'Further columns of tables, such as `kubectl get` prints. Absent means one column with the age.', schema: () => customResourceDefinitionVersionAdditionalPrinterColumns, presence: 'implicit', required: false, immutable: false },
    { name: 'selectableFields', number: 9, description: 'Fields that field selectors can name, 8 at most.', schema: () => customResourceDefinitionVersionSelectableFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How the objects of a version are validated. */
export type CustomResourceValidation = {
  /** The schema, in OpenAPI v3. */
  openAPIV3Schema?: JSONSchemaProps;
};

export const customResourceValidationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation',
  description: 'How the objects of a version are validated.',
  atomic: false,
  fields: [
    { name: 'openAPIV3Schema', number: 1, description: 'The schema, in OpenAPI v3.', schema: () => jsonSchemaPropsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** The subresources of a custom resource. */
export type CustomResourceSubresources = {
  /** When present, the path `status` exists. Writes to it change `status` alone, and writes to the object leave `status` as it is. */
  status?: CustomResourceSubresourceStatus;
  /** When present, the path `scale` exists, which shows the object as a Scale of `autoscaling/v1`. */
  scale?: CustomResourceSubresourceScale;
};

export const customResourceSubresourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources',
  description: 'The subresources of a custom resource.',
  atomic: false,
  fields: [
    { name: 'status', number: 1, description: 'When present, the path `status` exists. Writes to it change `status` alone, and writes to the object leave `status` as it is.', schema: () => customResourceSubresourceStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scale', number: 2, description: 'When present, the path `scale` exists, which shows the object as a Scale of `autoscaling/v1`.', schema: () => customResourceSubresourceScaleSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** The subresource `status`. It has no settings. */
export type CustomResourceSubresourceStatus = {
};

export const customResourceSubresourceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
  description: 'The subresource `status`. It has no settings.',
  atomic: false,
  fields: [
  ],
};

/** Where the subresource `scale` finds its fields. All paths are JSON paths without lists. */
export type CustomResourceSubresourceScale = {
  /** Path of `spec.replicas` in the object, below `.spec`. Reading the subresource fails where an object has no value there. */
  specReplicasPath: string;
  /** Path of `status.replicas` in the object, below `.status`. Absence there means 0. */
  statusReplicasPath: string;
  /** Path of `status.selector` in the object, below `.spec` or `.status`: a label selector as text. A horizontal pod autoscaler requires it. */
  labelSelectorPath?: string;
};

export const customResourceSubresourceScaleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale',
  description: 'Where the subresource `scale` finds its fields. All paths are JSON paths without lists.',
  atomic: false,
  fields: [
    { name: 'specReplicasPath', number: 1, description: 'Path of `spec.replicas` in the object, below `.spec`. Reading the subresource fails where an object has no value there.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'statusReplicasPath', number: 2, description: 'Path of `status.replicas` in the object, below `.status`. Absence there means 0.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'labelSelectorPath', number: 3, description: 'Path of `status.selector` in the object, below `.spec` or `.status`: a label selector as text. A horizontal pod autoscaler requires it.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A column of tables of a custom resource. */
export type CustomResourceColumnDefinition = {
  /** Heading of the column. */
  name: string;
  /** Type of its values: `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** Format of its values in OpenAPI; `name` marks the column that names the object. */
  format?: string;
  /** Description of the column. */
  description?: string;
  /** Importance of the column. Columns above 0 are left out where space is limited. */
  priority?: number;
  /** JSON path of the value in an object. */
  jsonPath: string;
};

export const customResourceColumnDefinitionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition',
  description: 'A column of tables of a custom resource.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Heading of the column.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'type', number: 2, description: 'Type of its values: `string`, `integer`, `number`, `boolean` or `date`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'format', number: 3, description: 'Format of its values in OpenAPI; `name` marks the column that names the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'Description of the column.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'priority', number: 5, description: 'Importance of the column. Columns above 0 are left out where space is limited.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'jsonPath', number: 6, description: 'JSON path of the value in an object.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** A field that field selectors can name. */
export type SelectableField = {
  /** JSON path of the field, without lists and outside of metadata. The field is a string, a boolean or an integer, and its absence in an object means empty text. */
  jsonPath: string;
};

export const selectableFieldSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField',
  description: 'A field that field selectors can name.',
  atomic: false,
  fields: [
    { name: 'jsonPath', number: 1, description: 'JSON path of the field, without lists and outside of metadata. The field is a string, a boolean or an integer, and its absence in an object means empty text.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** How objects are converted between the versions of a custom resource. */
export type CustomResourceConversion = {
  /** `None` changes `apiVersion` alone. `Webhook` asks a webhook. */
  strategy: string;
  /** How the webhook is called. Required for the strategy `Webhook`, and refused for others. */
  webhook?: WebhookConversion;
};

export const customResourceConversionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion',
  description: 'How objects are converted between the versions of a custom resource.',
  atomic: false,
  fields: [
    { name: 'strategy', number: 1, description: '`None` changes `apiVersion` alone. `Webhook` asks a webhook.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'webhook', number: 2, description: 'How the webhook is called. Required for the strategy `Webhook`, and refused for others.', schema: () => webhookConversionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How a webhook that converts objects is called. */
export type WebhookConversion = {
  /** Where the webhook is. */
  clientConfig?: WebhookClientConfig;
  /** Versions of ConversionReview that the webhook understands, in the order of preference. The server uses the first one that it knows. */
  conversionReviewVersions: string[];
};

const webhookConversionConversionReviewVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const webhookConversionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion',
  description: 'How a webhook that converts objects is called.',
  atomic: false,
  fields: [
    { name: 'clientConfig', number: 2, description: 'Where the webhook is.', schema: () => webhookClientConfigSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'conversionReviewVersions', number: 3, description: 'Versions of ConversionReview that the webhook understands, in the order of preference. The server uses the first one that it knows.', schema: () => webhookConversionConversionReviewVersions, presence: 'always', required: true, immutable: false },
  ],
};

/** Where a webhook is, and how it proves who it is. Exactly one of `url` and `service` is set. */
export type WebhookClientConfig = {
  /** Address of the webhook, `https://host:port/path`, without user, query and fragment. */
  url?: string;
  /** The service of the webhook. */
  service?: ServiceReference;
  /** Certificates in PEM of the authorities that sign the webhook's certificate. Absent means the authorities that the server's system trusts. */
  caBundle?: string;
};

export const webhookClientConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig',
  description: 'Where a webhook is, and how it proves who it is. Exactly one of `url` and `service` is set.',
  atomic: false,
  fields: [
    { name: 'url', number: 3, description: 'Address of the webhook, `https://host:port/path`, without user, query and fragment.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'service', number: 1, description: 'The service of the webhook.', schema: () => serviceReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'caBundle', number: 2, description: 'Certificates in PEM of the authorities that sign the webhook\'s certificate. Absent means the authorities that the server\'s system trusts.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A service that receives requests. */
export type ServiceReference = {
  /** Namespace of the service. */
  namespace: string;
  /** Name of the service. */
  name: string;
  /** Path of the requests. */
  path?: string;
  /** Port of the service, from 1 to 65535. */
  port?: number;
};

export const serviceReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference',
  description: 'A service that receives requests.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the service.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 2, description: 'Name of the service.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 3, description: 'Path of the requests.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'port', number: 4, description: 'Port of the service, from 1 to 65535.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '443' },
  ],
};

/** What the server has made of a definition. */
export type CustomResourceDefinitionStatus = {
  /** The state of the definition, one condition for each type. */
  conditions: CustomResourceDefinitionCondition[];
  /** The names under which the resource is served. Names that others have already are missing. */
  acceptedNames: CustomResourceDefinitionNames;
  /** Every version in which objects have ever been stored. Take a version from the list once all objects are stored in another version; only then can the version be removed from the definition. */
  storedVersions: string[];
  /** The generation of the definition that the server saw last. */
  observedGeneration?: Int64;
};

const customResourceDefinitionStatusConditions: ListSchema = { type: 'list', items: () => customResourceDefinitionConditionSchema, listType: 'map', keys: ['type'] };

const customResourceDefinitionStatusStoredVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const customResourceDefinitionStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus',
  description: 'What the server has made of a definition.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'The state of the definition, one condition for each type.', schema: () => customResourceDefinitionStatusConditions, presence: 'always', required: false, immutable: false },
    { name: 'acceptedNames', number: 2, description: 'The names under which the resource is served. Names that others have already are missing.', schema: () => customResourceDefinitionNamesSchema, presence: 'always', required: false, immutable: false },
    { name: 'storedVersions', number: 3, description: 'Every version in which objects have ever been stored. Take a version from the list once all objects are stored in another version; only then can the version be removed from the definition.', schema: () => customResourceDefinitionStatusStoredVersions, presence: 'always', required: false, immutable: false },
    { name: 'observedGeneration', number: 4, description: 'The generation of the definition that the server saw last.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a definition. */
export type CustomResourceDefinitionCondition = {
  /** The aspect, such as `Established`, `NamesAccepted` or `Terminating`. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status changed last. */
  lastTransitionTime?: string;
  /** The reason of the last change, as one word in CamelCase. */
  reason?: string;
  /** The last change, for people. */
  message?: string;
  /** The generation of the definition that the condition describes. */
  observedGeneration?: Int64;
};

export const customResourceDefinitionConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition',
  description: 'One aspect of the state of a definition.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'The aspect, such as `Established`, `NamesAccepted` or `Terminating`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status changed last.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'The reason of the last change, as one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'The last change, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'observedGeneration', number: 6, description: 'The generation of the definition that the condition describes.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A schema of OpenAPI v3, with the extensions of Kubernetes. */
export type JSONSchemaProps = {
  /** Identifier of the schema. Refused. */
  id?: string;
  /** Address of the dialect of the schema. */
  '$schema'?: string;
  /** Reference to another schema. Refused. */
  '$ref'?: string;
  /** What the value means. `kubectl explain` prints it. */
  description?: string;
  /** Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`. */
  type?: string;
  /** Form of a text or a number. Checked are `bsonobjectid`, `uri`, `email`, `hostname`, `ipv4`, `ipv6`, `cidr`, `mac`, `uuid`, `uuid3`, `uuid4`, `uuid5`, `isbn`, `isbn10`, `isbn13`, `creditcard`, `ssn`, `hexcolor`, `rgbcolor`, `byte`, `password`, `date`, `duration`, `datetime`, `k8s-short-name`, `k8s-long-name`, and for numbers `int32`, `int64`, `float` and `double`. Others are not checked. */
  format?: string;
  /** Short description of the value. */
  title?: string;
  /** What an absent field of an object is set to. */
  default?: JsonValue;
  /** Largest number. */
  maximum?: number;
  /** Whether `maximum` itself is too large. */
  exclusiveMaximum?: boolean;
  /** Smallest number. */
  minimum?: number;
  /** Whether `minimum` itself is too small. */
  exclusiveMinimum?: boolean;
  /** Largest number of characters of a text. */
  maxLength?: Int64;
  /** Smallest number of characters of a text. */
  minLength?: Int64;
  /** Regular expression in the syntax of RE2 that a text must match somewhere. */
  pattern?: string;
  /** Largest number of items of a list. */
  maxItems?: Int64;
  /** Smallest number of items of a list. */
  minItems?: Int64;
  /** Whether the items of a list must differ. `true` is refused: use `x-kubernetes-list-type`. */
  uniqueItems?: boolean;
  /** Number of which a number must be a multiple. */
  multipleOf?: number;
  /** The only values allowed. */
  enum?: JsonValue[];
  /** Largest number of members of an object. */
  maxProperties?: Int64;
  /** Smallest number of members of an object. */
  minProperties?: Int64;
  /** Members that an object must have. */
  required?: string[];
  /** Schema of the items of a list. */
  items?: JSONSchemaPropsOrArray;
  /** Schemas of which the value must match all. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which the value must match exactly one. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which the value must match at least one. */
  anyOf?: JSONSchemaProps[];
  /** Schema that the value must not match. */
  not?: JSONSchemaProps;
  /** Schemas of the members of an object, by name. */
  properties?: { [key: string]: JSONSchemaProps };
  /** Schema of all other members of an object, or whether an object may have others. */
  additionalProperties?: JSONSchemaPropsOrBool;
  /** Schemas of members by patterns of their names. Refused. */
  patternProperties?: { [key: string]: JSONSchemaProps };
  /** What else an object must have where it has a member. Refused. */
  dependencies?: { [key: string]: JSONSchemaPropsOrStringArray };
  /** Schema of further items of a list. Refused. */
  additionalItems?: JSONSchemaPropsOrBool;
  /** Schemas for references. Refused. */
  definitions?: { [key: string]: JSONSchemaProps };
  /** Where more is said about the value. */
  externalDocs?: ExternalDocumentation;
  /** Example of a value. */
  example?: JsonValue;
  /** Whether the value may be null. Without it a null is dropped, or replaced by the default. */
  nullable?: boolean;
  /** Keeps members of an object that the schema does not have. It holds for members below too, up to those that have `properties` or `additionalProperties` of their own. `false` is refused. */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** Whether the value is a whole Kubernetes object, with `kind`, `apiVersion` and `metadata`, which are validated. */
  'x-kubernetes-embedded-resource'?: boolean;
  /** Whether the value is an integer or a text. The type is then left out. */
  'x-kubernetes-int-or-string'?: boolean;
  /** Members that tell the items of a list of type `map` apart. They are scalars, and required or with a default. */
  'x-kubernetes-list-map-keys'?: string[];
  /** How appliers share a list: `atomic`, as one value; `set`, by its values, which differ; `map`, by the keys of its items, which differ. Absent means `atomic`. */
  'x-kubernetes-list-type'?: string;
  /** How appliers share an object: `granular`, by its members, or `atomic`, as one value. Absent means `granular`. */
  'x-kubernetes-map-type'?: string;
  /** Rules in CEL that the value must obey. */
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
  description: 'A schema of OpenAPI v3, with the extensions of Kubernetes.',
  atomic: false,
  fields: [
    { name: 'id', number: 1, description: 'Identifier of the schema. Refused.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: '$schema', number: 2, description: 'Address of the dialect of the schema.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: '$ref', number: 3, description: 'Reference to another schema. Refused.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'What the value means. `kubectl explain` prints it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 5, description: 'Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'format', number: 6, description: 'Form of a text or a number. Checked are `bsonobjectid`, `uri`, `email`, `hostname`, `ipv4`, `ipv6`, `cidr`, `mac`, `uuid`, `uuid3`, `uuid4`, `uuid5`, `isbn`, `isbn10`, `isbn13`, `creditcard`, `ssn`, `hexcolor`, `rgbcolor`, `byte`, `password`, `date`, `duration`, `datetime`, `k8s-short-name`, `k8s-long-name`, and for numbers `int32`, `int64`, `float` and `double`. Others are not checked.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'title', number: 7, description: 'Short description of the value.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'default', number: 8, description: 'What an absent field of an object is set to.', schema: () => json, presence: 'explicit', required: false, immutable: false },
    { name: 'maximum', number: 9, description: 'Largest number.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'exclusiveMaximum', number: 10, description: 'Whether `maximum` itself is too large.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'minimum', number: 11, description: 'Smallest number.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'exclusiveMinimum', number: 12, description: 'Whether `minimum` itself is too small.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'maxLength', number: 13, description: 'Largest number of characters of a text.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minLength', number: 14, description: 'Smallest number of characters of a text.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'pattern', number: 15, description: 'Regular expression in the syntax of RE2 that a text must match somewhere.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'maxItems', number: 16, description: 'Largest number of items of a list.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minItems', number: 17, description: 'Smallest number of items of a list.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'uniqueItems', number: 18, description: 'Whether the items of a list must differ. `true` is refused: use `x-kubernetes-list-type`.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'multipleOf', number: 19, description: 'Number of which a number must be a multiple.', schema: () => double, presence: 'explicit', required: false, immutable: false },
    { name: 'enum', number: 20, description: 'The only values allowed.', schema: () => jsonSchemaPropsEnum, presence: 'implicit', required: false, immutable: false },
    { name: 'maxProperties', number: 21, description: 'Largest number of members of an object.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'minProperties', number: 22, description: 'Smallest number of members of an object.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'required', number: 23, description: 'Members that an object must have.', schema: () => jsonSchemaPropsRequired, presence: 'implicit', required: false, immutable: false },
    { name: 'items', number: 24, description: 'Schema of the items of a list.', schema: () => jsonSchemaPropsOrArraySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allOf', number: 25, description: 'Schemas of which the value must match all.', schema: () => jsonSchemaPropsAllOf, presence: 'implicit', required: false, immutable: false },
    { name: 'oneOf', number: 26, description: 'Schemas of which the value must match exactly one.', schema: () => jsonSchemaPropsOneOf, presence: 'implicit', required: false, immutable: false },
    { name: 'anyOf', number: 27, description: 'Schemas of which the value must match at least one.', schema: () => jsonSchemaPropsAnyOf, presence: 'implicit', required: false, immutable: false },
    { name: 'not', number: 28, description: 'Schema that the value must not match.', schema: () => jsonSchemaPropsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'properties', number: 29, description: 'Schemas of the members of an object, by name.', schema: () => jsonSchemaPropsProperties, presence: 'implicit', required: false, immutable: false },
    { name: 'additionalProperties', number: 30, description: 'Schema of all other members of an object, or whether an object may have others.', schema: () => jsonSchemaPropsOrBoolSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'patternProperties', number: 31, description: 'Schemas of members by patterns of their names. Refused.', schema: () => jsonSchemaPropsPatternProperties, presence: 'implicit', required: false, immutable: false },
    { name: 'dependencies', number: 32, description: 'What else an object must have where it has a member. Refused.', schema: () => jsonSchemaPropsDependencies, presence: 'implicit', required: false, immutable: false },
    { name: 'additionalItems', number: 33, description: 'Schema of further items of a list. Refused.', schema: () => jsonSchemaPropsOrBoolSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'definitions', number: 34, description: 'Schemas for references. Refused.', schema: () => jsonSchemaPropsDefinitions, presence: 'implicit', required: false, immutable: false },
    { name: 'externalDocs', number: 35, description: 'Where more is said about the value.', schema: () => externalDocumentationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'example', number: 36, description: 'Example of a value.', schema: () => json, presence: 'explicit', required: false, immutable: false },
    { name: 'nullable', number: 37, description: 'Whether the value may be null. Without it a null is dropped, or replaced by the default.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-preserve-unknown-fields', number: 38, description: 'Keeps members of an object that the schema does not have. It holds for members below too, up to those that have `properties` or `additionalProperties` of their own. `false` is refused.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-embedded-resource', number: 39, description: 'Whether the value is a whole Kubernetes object, with `kind`, `apiVersion` and `metadata`, which are validated.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-int-or-string', number: 40, description: 'Whether the value is an integer or a text. The type is then left out.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-list-map-keys', number: 41, description: 'Members that tell the items of a list of type `map` apart. They are scalars, and required or with a default.', schema: () => jsonSchemaPropsXKubernetesListMapKeys, presence: 'implicit', required: false, immutable: false },
    { name: 'x-kubernetes-list-type', number: 42, description: 'How appliers share a list: `atomic`, as one value; `set`, by its values, which differ; `map`, by the keys of its items, which differ. Absent means `atomic`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-map-type', number: 43, description: 'How appliers share an object: `granular`, by its members, or `atomic`, as one value. Absent means `granular`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'x-kubernetes-validations', number: 44, description: 'Rules in CEL that the value must obey.', schema: () => jsonSchemaPropsXKubernetesValidations, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'rule' },
  ],
};

/** A schema, or a list of schemas. */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[];

const jsonSchemaPropsOrArrayJSONSchemas: ListSchema = { type: 'list', items: () => jsonSchemaPropsSchema, listType: 'atomic', keys: [] };

export const jsonSchemaPropsOrArraySchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray',
  description: 'A schema, or a list of schemas.',
  alternatives: [
    { number: 1, schema: () => jsonSchemaPropsSchema },
    { number: 2, schema: () => jsonSchemaPropsOrArrayJSONSchemas },
  ],
};

/** A schema, or a boolean: `true` matches everything, `false` nothing. */
export type JSONSchemaPropsOrBool = boolean | JSONSchemaProps;

export const jsonSchemaPropsOrBoolSchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool',
  description: 'A schema, or a boolean: `true` matches everything, `false` nothing.',
  alternatives: [
    { number: 1, schema: () => boolean },
    { number: 2, schema: () => jsonSchemaPropsSchema },
  ],
};

/** A schema, or names of members. */
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[];

const jsonSchemaPropsOrStringArrayProperty: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const jsonSchemaPropsOrStringArraySchema: ChoiceSchema = {
  type: 'choice',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray',
  description: 'A schema, or names of members.',
  alternatives: [
    { number: 1, schema: () => jsonSchemaPropsSchema },
    { number: 2, schema: () => jsonSchemaPropsOrStringArrayProperty },
  ],
};

/** Where more is said about something. */
export type ExternalDocumentation = {
  /** What is found there. */
  description?: string;
  /** Its address. */
  url?: string;
};

export const externalDocumentationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation',
  description: 'Where more is said about something.',
  atomic: false,
  fields: [
    { name: 'description', number: 1, description: 'What is found there.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'url', number: 2, description: 'Its address.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A rule in CEL. */
export type ValidationRule = {
  /** The expression, which is true for a valid value. `self` is the value where the rule stands. `oldSelf` is the value before an update; a rule that names it is checked on updates only. Members of objects are `self.name`, entries of maps `self['key']`, and items of lists `self[0]`; names with other characters than letters, digits and `_` are escaped, such as `__dash__` for `-`. */
  rule: string;
  /** What is said of an invalid value, in one line. Absent means `failed rule: ` and the rule. Required where the rule has several lines. */
  message?: string;
  /** Expression that evaluates to what is said of an invalid value. `message` is said where it fails. */
  messageExpression?: string;
  /** Reason of the error: `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`. Absent means `FieldValueInvalid`. */
  reason?: string;
  /** Path of the field that the error names, seen from the place of the rule, such as `.spec.size`. */
  fieldPath?: string;
  /** Whether a rule with `oldSelf` is checked where there is no former value too. `oldSelf` is then an optional value. */
  optionalOldSelf?: boolean;
};

export const validationRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule',
  description: 'A rule in CEL.',
  atomic: false,
  fields: [
    { name: 'rule', number: 1, description: 'The expression, which is true for a valid value. `self` is the value where the rule stands. `oldSelf` is the value before an update; a rule that names it is checked on updates only. Members of objects are `self.name`, entries of maps `self[\'key\']`, and items of lists `self[0]`; names with other characters than letters, digits and `_` are escaped, such as `__dash__` for `-`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 2, description: 'What is said of an invalid value, in one line. Absent means `failed rule: ` and the rule. Required where the rule has several lines.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'messageExpression', number: 3, description: 'Expression that evaluates to what is said of an invalid value. `message` is said where it fails.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Reason of the error: `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`. Absent means `FieldValueInvalid`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'fieldPath', number: 5, description: 'Path of the field that the error names, seen from the place of the rule, such as `.spec.size`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'optionalOldSelf', number: 6, description: 'Whether a rule with `oldSelf` is checked where there is no former value too. `oldSelf` is then an optional value.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};
