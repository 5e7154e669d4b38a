// Generated from proto/resource/v1/device_class.proto, proto/resource/v1/resource_claim.proto, proto/resource/v1/resource_slice.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, int64, kindField, quantity, rawExtension, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { nodeSelectorSchema, type NodeSelector } from '../core/v1.js';
import { conditionSchema, listMetaSchema, objectMetaSchema, type Condition, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** DeviceClass is a category of devices that requests of ResourceClaims can name: selectors of devices, and their configuration. Administrators create them. */
export type DeviceClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the DeviceClass. Each change increments the generation. */
  spec: DeviceClassSpec;
};

export const deviceClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClass',
  description: 'DeviceClass is a category of devices that requests of ResourceClaims can name: selectors of devices, and their configuration. Administrators create them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the DeviceClass. Each change increments the generation.', schema: () => deviceClassSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const deviceClassNames: ResourceNames = { resource: 'deviceclasses', singular: 'deviceclass', kind: 'DeviceClass', shortNames: [], categories: [], scope: 'Cluster' };

/** DeviceClassList is a list of DeviceClasses. */
export type DeviceClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The DeviceClasses. */
  items: DeviceClass[];
};

const deviceClassListItems: ListSchema = { type: 'list', items: () => deviceClassSchema, listType: 'atomic', keys: [] };

export const deviceClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClassList',
  description: 'DeviceClassList is a list of DeviceClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The DeviceClasses.', schema: () => deviceClassListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceClassSpec is the specification of a DeviceClass. */
export type DeviceClassSpec = {
  /** Selectors that a device must all satisfy. At most 32. */
  selectors?: DeviceSelector[];
  /** Configuration of every device that is claimed through the class. At most 32. */
  config?: DeviceClassConfiguration[];
  /** Name of the extended resource, such as `example.com/gpu`, that containers can request to get devices of the class. It should be unique among DeviceClasses; otherwise the youngest class is used. */
  extendedResourceName?: string;
};

const deviceClassSpecSelectors: ListSchema = { type: 'list', items: () => deviceSelectorSchema, listType: 'atomic', keys: [] };

const deviceClassSpecConfig: ListSchema = { type: 'list', items: () => deviceClassConfigurationSchema, listType: 'atomic', keys: [] };

export const deviceClassSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClassSpec',
  description: 'DeviceClassSpec is the specification of a DeviceClass.',
  atomic: false,
  fields: [
    { name: 'selectors', number: 1, description: 'Selectors that a device must all satisfy. At most 32.', schema: () => deviceClassSpecSelectors, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 2, description: 'Configuration of every device that is claimed through the class. At most 32.', schema: () => deviceClassSpecConfig, presence: 'implicit', required: false, immutable: false },
    { name: 'extendedResourceName', number: 4, description: 'Name of the extended resource, such as `example.com/gpu`, that containers can request to get devices of the class. It should be unique among DeviceClasses; otherwise the youngest class is used.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceClassConfiguration is the configuration of devices that are claimed through a DeviceClass. */
export type DeviceClassConfiguration = {
  /** Parameters for one driver. */
  opaque?: OpaqueDeviceConfiguration;
};

export const deviceClassConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClassConfiguration',
  description: 'DeviceClassConfiguration is the configuration of devices that are claimed through a DeviceClass.',
  atomic: false,
  fields: [
    { name: 'opaque', number: 1, inside: [1], description: 'Parameters for one driver.', schema: () => opaqueDeviceConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceSelector selects devices. It must have exactly one field. */
export type DeviceSelector = {
  /** A CEL expression. */
  cel?: CELDeviceSelector;
};

export const deviceSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceSelector',
  description: 'DeviceSelector selects devices. It must have exactly one field.',
  atomic: false,
  fields: [
    { name: 'cel', number: 1, description: 'A CEL expression.', schema: () => celDeviceSelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CELDeviceSelector selects devices with a CEL expression. */
export type CELDeviceSelector = {
  /** A CEL expression that is true for suitable devices. The variable `device` has the fields `driver`, `attributes`, `capacity` and `allowMultipleAllocations`. Attributes and capacities are grouped by the domain of their names: `device.attributes["dra.example.com"].model`. At most 10 KiB. */
  expression: string;
};

export const celDeviceSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.CELDeviceSelector',
  description: 'CELDeviceSelector selects devices with a CEL expression.',
  atomic: false,
  fields: [
    { name: 'expression', number: 1, description: 'A CEL expression that is true for suitable devices. The variable `device` has the fields `driver`, `attributes`, `capacity` and `allowMultipleAllocations`. Attributes and capacities are grouped by the domain of their names: `device.attributes["dra.example.com"].model`. At most 10 KiB.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceConfiguration is the configuration of devices. It must have exactly one field. */
export type DeviceConfiguration = {
  /** Parameters for one driver. */
  opaque?: OpaqueDeviceConfiguration;
};

export const deviceConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceConfiguration',
  description: 'DeviceConfiguration is the configuration of devices. It must have exactly one field.',
  atomic: false,
  fields: [
    { name: 'opaque', number: 1, description: 'Parameters for one driver.', schema: () => opaqueDeviceConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** OpaqueDeviceConfiguration has parameters for a driver, in a format that the driver defines. */
export type OpaqueDeviceConfiguration = {
  /** The driver that the parameters are for. A DNS subdomain that the vendor of the driver owns. */
  driver: string;
  /** Parameters in a format of the driver. The driver should name it with `kind` and `apiVersion`. At most 10 KiB. */
  parameters?: JsonValue;
};

export const opaqueDeviceConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.OpaqueDeviceConfiguration',
  description: 'OpaqueDeviceConfiguration has parameters for a driver, in a format that the driver defines.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'The driver that the parameters are for. A DNS subdomain that the vendor of the driver owns.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'parameters', number: 2, description: 'Parameters in a format of the driver. The driver should name it with `kind` and `apiVersion`. At most 10 KiB.', schema: () => rawExtension, presence: 'explicit', required: true, immutable: false },
  ],
};

/** ResourceClaim is a request for devices, such as accelerators, and tracks their allocation. */
export type ResourceClaim = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The requested devices. Immutable. */
  spec: ResourceClaimSpec;
  /** State of the allocation. */
  status: ResourceClaimStatus;
};

export const resourceClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaim',
  description: 'ResourceClaim is a request for devices, such as accelerators, and tracks their allocation.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The requested devices. Immutable.', schema: () => resourceClaimSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'State of the allocation.', schema: () => resourceClaimStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const resourceClaimNames: ResourceNames = { resource: 'resourceclaims', singular: 'resourceclaim', kind: 'ResourceClaim', shortNames: [], categories: [], scope: 'Namespaced' };

/** ResourceClaimList is a list of ResourceClaims. */
export type ResourceClaimList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ResourceClaims. */
  items: ResourceClaim[];
};

const resourceClaimListItems: ListSchema = { type: 'list', items: () => resourceClaimSchema, listType: 'atomic', keys: [] };

export const resourceClaimListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimList',
  description: 'ResourceClaimList is a list of ResourceClaims.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ResourceClaims.', schema: () => resourceClaimListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceClaimSpec is the specification of a ResourceClaim. */
export type ResourceClaimSpec = {
  /** The requested devices. */
  devices: DeviceClaim;
};

export const resourceClaimSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimSpec',
  description: 'ResourceClaimSpec is the specification of a ResourceClaim.',
  atomic: false,
  fields: [
    { name: 'devices', number: 1, description: 'The requested devices.', schema: () => deviceClaimSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ResourceClaimTemplate is a template of ResourceClaims. A pod that names it gets a ResourceClaim of its own. */
export type ResourceClaimTemplate = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The ResourceClaims to create. Immutable. */
  spec: ResourceClaimTemplateSpec;
};

export const resourceClaimTemplateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimTemplate',
  description: 'ResourceClaimTemplate is a template of ResourceClaims. A pod that names it gets a ResourceClaim of its own.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The ResourceClaims to create. Immutable.', schema: () => resourceClaimTemplateSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const resourceClaimTemplateNames: ResourceNames = { resource: 'resourceclaimtemplates', singular: 'resourceclaimtemplate', kind: 'ResourceClaimTemplate', shortNames: [], categories: [], scope: 'Namespaced' };

/** ResourceClaimTemplateList is a list of ResourceClaimTemplates. */
export type ResourceClaimTemplateList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ResourceClaimTemplates. */
  items: ResourceClaimTemplate[];
};

const resourceClaimTemplateListItems: ListSchema = { type: 'list', items: () => resourceClaimTemplateSchema, listType: 'atomic', keys: [] };

export const resourceClaimTemplateListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimTemplateList',
  description: 'ResourceClaimTemplateList is a list of ResourceClaimTemplates.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ResourceClaimTemplates.', schema: () => resourceClaimTemplateListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceClaimTemplateSpec has the metadata and the specification of the ResourceClaims of a template. */
export type ResourceClaimTemplateSpec = {
  /** Labels and annotations of the ResourceClaims. Other fields are rejected. */
  metadata: ObjectMeta;
  /** Specification of the ResourceClaims. */
  spec: ResourceClaimSpec;
};

export const resourceClaimTemplateSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimTemplateSpec',
  description: 'ResourceClaimTemplateSpec has the metadata and the specification of the ResourceClaims of a template.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Labels and annotations of the ResourceClaims. Other fields are rejected.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the ResourceClaims.', schema: () => resourceClaimSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceClaim describes the devices of a ResourceClaim. */
export type DeviceClaim = {
  /** Requests for devices, which must all be satisfied. If empty, nothing is allocated. At most 32. */
  requests: DeviceRequest[];
  /** Constraints on the set of allocated devices. At most 32. */
  constraints?: DeviceConstraint[];
  /** Configuration of the devices, for their drivers. At most 32. */
  config?: DeviceClaimConfiguration[];
};

const deviceClaimRequests: ListSchema = { type: 'list', items: () => deviceRequestSchema, listType: 'atomic', keys: [] };

const deviceClaimConstraints: ListSchema = { type: 'list', items: () => deviceConstraintSchema, listType: 'atomic', keys: [] };

const deviceClaimConfig: ListSchema = { type: 'list', items: () => deviceClaimConfigurationSchema, listType: 'atomic', keys: [] };

export const deviceClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClaim',
  description: 'DeviceClaim describes the devices of a ResourceClaim.',
  atomic: false,
  fields: [
    { name: 'requests', number: 1, description: 'Requests for devices, which must all be satisfied. If empty, nothing is allocated. At most 32.', schema: () => deviceClaimRequests, presence: 'always', required: false, immutable: false },
    { name: 'constraints', number: 2, description: 'Constraints on the set of allocated devices. At most 32.', schema: () => deviceClaimConstraints, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 3, description: 'Configuration of the devices, for their drivers. At most 32.', schema: () => deviceClaimConfig, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceRequest is a request for devices. It must have exactly one of `exactly` and `firstAvailable`. */
export type DeviceRequest = {
  /** Name of the request, to which containers, constraints and configurations refer. A DNS label, unique in the claim. */
  name: string;
  /** A request that must be satisfied as it is. */
  exactly?: ExactDeviceRequest;
  /** Alternatives in the order of preference. The scheduler allocates the first one that can be satisfied. At most 8. */
  firstAvailable?: DeviceSubRequest[];
};

const deviceRequestFirstAvailable: ListSchema = { type: 'list', items: () => deviceSubRequestSchema, listType: 'atomic', keys: [] };

export const deviceRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceRequest',
  description: 'DeviceRequest is a request for devices. It must have exactly one of `exactly` and `firstAvailable`.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the request, to which containers, constraints and configurations refer. A DNS label, unique in the claim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'exactly', number: 2, description: 'A request that must be satisfied as it is.', schema: () => exactDeviceRequestSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'firstAvailable', number: 3, description: 'Alternatives in the order of preference. The scheduler allocates the first one that can be satisfied. At most 8.', schema: () => deviceRequestFirstAvailable, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ExactDeviceRequest is a request for one or more equal devices. */
export type ExactDeviceRequest = {
  /** Name of the DeviceClass. Required. */
  deviceClassName: string;
  /** Selectors that a device must all satisfy, besides those of the class. At most 32. */
  selectors?: DeviceSelector[];
  /** `ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`. */
  allocationMode?: string;
  /** Number of devices, if the mode is `ExactCount`. Defaults to 1. */
  count?: Int64;
  /** Whether the claim gets access to devices that others may use, for monitoring and management. Only in namespaces with the label `resource.kubernetes.io/admin-access: "true"`. */
  adminAccess?: boolean;
  /** Taints of devices that the request tolerates. At most 16. */
  tolerations?: DeviceToleration[];
  /** Required capacity of each device. */
  capacity?: CapacityRequirements;
};

const exactDeviceRequestSelectors: ListSchema = { type: 'list', items: () => deviceSelectorSchema, listType: 'atomic', keys: [] };

const exactDeviceRequestTolerations: ListSchema = { type: 'list', items: () => deviceTolerationSchema, listType: 'atomic', keys: [] };

export const exactDeviceRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ExactDeviceRequest',
  description: 'ExactDeviceRequest is a request for one or more equal devices.',
  atomic: false,
  fields: [
    { name: 'deviceClassName', number: 1, description: 'Name of the DeviceClass. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'selectors', number: 2, description: 'Selectors that a device must all satisfy, besides those of the class. At most 32.', schema: () => exactDeviceRequestSelectors, presence: 'implicit', required: false, immutable: false },
    { name: 'allocationMode', number: 3, description: '`ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 4, description: 'Number of devices, if the mode is `ExactCount`. Defaults to 1.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'adminAccess', number: 5, description: 'Whether the claim gets access to devices that others may use, for monitoring and management. Only in namespaces with the label `resource.kubernetes.io/admin-access: "true"`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'tolerations', number: 6, description: 'Taints of devices that the request tolerates. At most 16.', schema: () => exactDeviceRequestTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 7, description: 'Required capacity of each device.', schema: () => capacityRequirementsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceSubRequest is one alternative of a request. */
export type DeviceSubRequest = {
  /** Name of the alternative, to which constraints and configurations refer as `<request>/<name>`. A DNS label. */
  name: string;
  /** Name of the DeviceClass. Required. */
  deviceClassName: string;
  /** Selectors that a device must all satisfy, besides those of the class. At most 32. */
  selectors?: DeviceSelector[];
  /** `ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`. */
  allocationMode?: string;
  /** Number of devices, if the mode is `ExactCount`. Defaults to 1. */
  count?: Int64;
  /** Taints of devices that the request tolerates. At most 16. */
  tolerations?: DeviceToleration[];
  /** Required capacity of each device. */
  capacity?: CapacityRequirements;
};

const deviceSubRequestSelectors: ListSchema = { type: 'list', items: () => deviceSelectorSchema, listType: 'atomic', keys: [] };

const deviceSubRequestTolerations: ListSchema = { type: 'list', items: () => deviceTolerationSchema, listType: 'atomic', keys: [] };

export const deviceSubRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceSubRequest',
  description: 'DeviceSubRequest is one alternative of a request.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the alternative, to which constraints and configurations refer as `<request>/<name>`. A DNS label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'deviceClassName', number: 2, description: 'Name of the DeviceClass. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'selectors', number: 3, description: 'Selectors that a device must all satisfy, besides those of the class. At most 32.', schema: () => deviceSubRequestSelectors, presence: 'implicit', required: false, immutable: false },
    { name: 'allocationMode', number: 4, description: '`ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 5, description: 'Number of devices, if the mode is `ExactCount`. Defaults to 1.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerations', number: 6, description: 'Taints of devices that the request tolerates. At most 16.', schema: () => deviceSubRequestTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 7, description: 'Required capacity of each device.', schema: () => capacityRequirementsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CapacityRequirements is the required capacity of a device. */
export type CapacityRequirements = {
  /** Required amounts by the name of the capacity. For a device that several claims can use, it is what the claim consumes. */
  requests?: { [key: string]: string };
};

const capacityRequirementsRequests: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const capacityRequirementsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.CapacityRequirements',
  description: 'CapacityRequirements is the required capacity of a device.',
  atomic: false,
  fields: [
    { name: 'requests', number: 1, description: 'Required amounts by the name of the capacity. For a device that several claims can use, it is what the claim consumes.', schema: () => capacityRequirementsRequests, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceToleration tolerates the taints of devices that match the key, the value and the effect. */
export type DeviceToleration = {
  /** Key of the taints; empty for all keys, in which case the operator must be `Exists`. */
  key?: string;
  /** `Equal` compares the value, `Exists` matches all values. Defaults to `Equal`. */
  operator?: string;
  /** Value of the taints, if the operator is `Equal`. */
  value?: string;
  /** Effect of the taints: `NoSchedule` or `NoExecute`; empty for all effects. */
  effect?: string;
  /** Seconds for which a `NoExecute` taint is tolerated. If absent, it is tolerated forever. Zero and negative values evict at once. */
  tolerationSeconds?: Int64;
};

export const deviceTolerationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceToleration',
  description: 'DeviceToleration tolerates the taints of devices that match the key, the value and the effect.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the taints; empty for all keys, in which case the operator must be `Exists`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'operator', number: 2, description: '`Equal` compares the value, `Exists` matches all values. Defaults to `Equal`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'value', number: 3, description: 'Value of the taints, if the operator is `Equal`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 4, description: 'Effect of the taints: `NoSchedule` or `NoExecute`; empty for all effects.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerationSeconds', number: 5, description: 'Seconds for which a `NoExecute` taint is tolerated. If absent, it is tolerated forever. Zero and negative values evict at once.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceConstraint is a constraint on the devices of several requests. It must have exactly one of `matchAttribute` and `distinctAttribute`. */
export type DeviceConstraint = {
  /** Requests that must satisfy the constraint; empty for all. `<request>/<alternative>` names one alternative. */
  requests?: string[];
  /** Attribute that must have the same value on all devices. */
  matchAttribute?: string;
  /** Attribute that must have a different value on each device. */
  distinctAttribute?: string;
};

const deviceConstraintRequests: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deviceConstraintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceConstraint',
  description: 'DeviceConstraint is a constraint on the devices of several requests. It must have exactly one of `matchAttribute` and `distinctAttribute`.',
  atomic: false,
  fields: [
    { name: 'requests', number: 1, description: 'Requests that must satisfy the constraint; empty for all. `<request>/<alternative>` names one alternative.', schema: () => deviceConstraintRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'matchAttribute', number: 2, description: 'Attribute that must have the same value on all devices.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'distinctAttribute', number: 3, description: 'Attribute that must have a different value on each device.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceClaimConfiguration is the configuration of the devices of some requests. */
export type DeviceClaimConfiguration = {
  /** Requests that the configuration applies to; empty for all. */
  requests?: string[];
  /** Parameters for one driver. */
  opaque?: OpaqueDeviceConfiguration;
};

const deviceClaimConfigurationRequests: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deviceClaimConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceClaimConfiguration',
  description: 'DeviceClaimConfiguration is the configuration of the devices of some requests.',
  atomic: false,
  fields: [
    { name: 'requests', number: 1, description: 'Requests that the configuration applies to; empty for all.', schema: () => deviceClaimConfigurationRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'opaque', number: 1, inside: [2], description: 'Parameters for one driver.', schema: () => opaqueDeviceConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ResourceClaimStatus is the state of the allocation of a ResourceClaim. */
export type ResourceClaimStatus = {
  /** The allocation; absent until the claim is allocated. */
  allocation?: AllocationResult;
  /** Consumers that may use the claim. A claim with consumers cannot be deallocated. At most 256. */
  reservedFor?: ResourceClaimConsumerReference[];
  /** State of allocated devices, as their drivers report it. */
  devices?: AllocatedDeviceStatus[];
};

const resourceClaimStatusReservedFor: ListSchema = { type: 'list', items: () => resourceClaimConsumerReferenceSchema, listType: 'map', keys: ['uid'] };

const resourceClaimStatusDevices: ListSchema = { type: 'list', items: () => allocatedDeviceStatusSchema, listType: 'map', keys: ['driver', 'device', 'pool', 'shareID'] };

export const resourceClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimStatus',
  description: 'ResourceClaimStatus is the state of the allocation of a ResourceClaim.',
  atomic: false,
  fields: [
    { name: 'allocation', number: 1, description: 'The allocation; absent until the claim is allocated.', schema: () => allocationResultSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reservedFor', number: 2, description: 'Consumers that may use the claim. A claim with consumers cannot be deallocated. At most 256.', schema: () => resourceClaimStatusReservedFor, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'uid' },
    { name: 'devices', number: 4, description: 'State of allocated devices, as their drivers report it.', schema: () => resourceClaimStatusDevices, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceClaimConsumerReference refers to an object in the namespace of the claim that uses it. */
export type ResourceClaimConsumerReference = {
  /** API group of the object; empty for the core group. */
  apiGroup?: string;
  /** Resource of the object, such as `pods`. */
  resource: string;
  /** Name of the object. */
  name: string;
  /** UID of the object. */
  uid: string;
};

export const resourceClaimConsumerReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceClaimConsumerReference',
  description: 'ResourceClaimConsumerReference refers to an object in the namespace of the claim that uses it.',
  atomic: false,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the object; empty for the core group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 3, description: 'Resource of the object, such as `pods`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 4, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'uid', number: 5, description: 'UID of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** AllocationResult describes the allocated devices. */
export type AllocationResult = {
  /** The allocated devices. */
  devices: DeviceAllocationResult;
  /** Nodes on which the devices are available. If absent, all nodes. */
  nodeSelector?: NodeSelector;
  /** When the devices were allocated. The scheduler sets it for devices with binding conditions. */
  allocationTimestamp?: string;
};

export const allocationResultSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.AllocationResult',
  description: 'AllocationResult describes the allocated devices.',
  atomic: false,
  fields: [
    { name: 'devices', number: 1, description: 'The allocated devices.', schema: () => deviceAllocationResultSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeSelector', number: 3, description: 'Nodes on which the devices are available. If absent, all nodes.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allocationTimestamp', number: 5, description: 'When the devices were allocated. The scheduler sets it for devices with binding conditions.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceAllocationResult has the allocated devices and their configuration. */
export type DeviceAllocationResult = {
  /** The allocated devices. */
  results?: DeviceRequestAllocationResult[];
  /** Configuration from the class and from the claim, for the drivers. */
  config?: DeviceAllocationConfiguration[];
};

const deviceAllocationResultResults: ListSchema = { type: 'list', items: () => deviceRequestAllocationResultSchema, listType: 'atomic', keys: [] };

const deviceAllocationResultConfig: ListSchema = { type: 'list', items: () => deviceAllocationConfigurationSchema, listType: 'atomic', keys: [] };

export const deviceAllocationResultSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceAllocationResult',
  description: 'DeviceAllocationResult has the allocated devices and their configuration.',
  atomic: false,
  fields: [
    { name: 'results', number: 1, description: 'The allocated devices.', schema: () => deviceAllocationResultResults, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 2, description: 'Configuration from the class and from the claim, for the drivers.', schema: () => deviceAllocationResultConfig, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceRequestAllocationResult is a device that is allocated for a request. */
export type DeviceRequestAllocationResult = {
  /** The request, or `<request>/<alternative>`. */
  request: string;
  /** Driver of the device. */
  driver: string;
  /** Pool of the device. With driver and device it identifies the device. */
  pool: string;
  /** Name of the device in its pool. */
  device: string;
  /** Whether the device is allocated with administrative access. */
  adminAccess?: boolean;
  /** Tolerations of the request. At most 16. */
  tolerations?: DeviceToleration[];
  /** Conditions that must be true before pods can be bound. */
  bindingConditions?: string[];
  /** Conditions that, when true, mean that binding has failed. */
  bindingFailureConditions?: string[];
  /** Identifies one of several allocations of a device. */
  shareID?: string;
  /** Capacity that this allocation consumes. */
  consumedCapacity?: { [key: string]: string };
};

const deviceRequestAllocationResultTolerations: ListSchema = { type: 'list', items: () => deviceTolerationSchema, listType: 'atomic', keys: [] };

const deviceRequestAllocationResultBindingConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const deviceRequestAllocationResultBindingFailureConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const deviceRequestAllocationResultConsumedCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const deviceRequestAllocationResultSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceRequestAllocationResult',
  description: 'DeviceRequestAllocationResult is a device that is allocated for a request.',
  atomic: false,
  fields: [
    { name: 'request', number: 1, description: 'The request, or `<request>/<alternative>`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'driver', number: 2, description: 'Driver of the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'pool', number: 3, description: 'Pool of the device. With driver and device it identifies the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'device', number: 4, description: 'Name of the device in its pool.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'adminAccess', number: 5, description: 'Whether the device is allocated with administrative access.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'tolerations', number: 6, description: 'Tolerations of the request. At most 16.', schema: () => deviceRequestAllocationResultTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'bindingConditions', number: 7, description: 'Conditions that must be true before pods can be bound.', schema: () => deviceRequestAllocationResultBindingConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'bindingFailureConditions', number: 8, description: 'Conditions that, when true, mean that binding has failed.', schema: () => deviceRequestAllocationResultBindingFailureConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'shareID', number: 9, description: 'Identifies one of several allocations of a device.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'consumedCapacity', number: 10, description: 'Capacity that this allocation consumes.', schema: () => deviceRequestAllocationResultConsumedCapacity, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceAllocationConfiguration is the configuration of allocated devices, and its origin. */
export type DeviceAllocationConfiguration = {
  /** `FromClass` or `FromClaim`. */
  source: string;
  /** Requests that the configuration applies to; empty for all. */
  requests?: string[];
  /** Parameters for one driver. */
  opaque?: OpaqueDeviceConfiguration;
};

const deviceAllocationConfigurationRequests: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deviceAllocationConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceAllocationConfiguration',
  description: 'DeviceAllocationConfiguration is the configuration of allocated devices, and its origin.',
  atomic: false,
  fields: [
    { name: 'source', number: 1, description: '`FromClass` or `FromClaim`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'requests', number: 2, description: 'Requests that the configuration applies to; empty for all.', schema: () => deviceAllocationConfigurationRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'opaque', number: 1, inside: [3], description: 'Parameters for one driver.', schema: () => opaqueDeviceConfigurationSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** AllocatedDeviceStatus is the state of an allocated device. */
export type AllocatedDeviceStatus = {
  /** Driver of the device. */
  driver: string;
  /** Pool of the device. */
  pool: string;
  /** Name of the device in its pool. */
  device: string;
  /** Identifies one of several allocations of the device. */
  shareID?: string;
  /** Latest observations of the device. At most 8. */
  conditions: Condition[];
  /** Data in a format of the driver. At most 10 KiB. */
  data?: JsonValue;
  /** Network data of the device. */
  networkData?: NetworkDeviceData;
};

const allocatedDeviceStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const allocatedDeviceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.AllocatedDeviceStatus',
  description: 'AllocatedDeviceStatus is the state of an allocated device.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Driver of the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'pool', number: 2, description: 'Pool of the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'device', number: 3, description: 'Name of the device in its pool.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'shareID', number: 7, description: 'Identifies one of several allocations of the device.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Latest observations of the device. At most 8.', schema: () => allocatedDeviceStatusConditions, presence: 'always', required: false, immutable: false },
    { name: 'data', number: 5, description: 'Data in a format of the driver. At most 10 KiB.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: false },
    { name: 'networkData', number: 6, description: 'Network data of the device.', schema: () => networkDeviceDataSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NetworkDeviceData is the state of a network device. */
export type NetworkDeviceData = {
  /** Name of the network interface in the pod. */
  interfaceName?: string;
  /** Addresses of the interface in CIDR notation, such as `192.0.2.5/24`. At most 16. */
  ips?: string[];
  /** Hardware address of the interface. */
  hardwareAddress?: string;
};

const networkDeviceDataIps: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const networkDeviceDataSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.NetworkDeviceData',
  description: 'NetworkDeviceData is the state of a network device.',
  atomic: false,
  fields: [
    { name: 'interfaceName', number: 1, description: 'Name of the network interface in the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ips', number: 2, description: 'Addresses of the interface in CIDR notation, such as `192.0.2.5/24`. At most 16.', schema: () => networkDeviceDataIps, presence: 'implicit', required: false, immutable: false },
    { name: 'hardwareAddress', number: 3, description: 'Hardware address of the interface.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceSlice is a part of a pool of devices of one driver. Drivers publish them. */
export type ResourceSlice = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The devices. Each change increments the generation. */
  spec: ResourceSliceSpec;
};

export const resourceSliceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceSlice',
  description: 'ResourceSlice is a part of a pool of devices of one driver. Drivers publish them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The devices. Each change increments the generation.', schema: () => resourceSliceSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const resourceSliceNames: ResourceNames = { resource: 'resourceslices', singular: 'resourceslice', kind: 'ResourceSlice', shortNames: [], categories: [], scope: 'Cluster' };

/** ResourceSliceList is a list of ResourceSlices. */
export type ResourceSliceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ResourceSlices. */
  items: ResourceSlice[];
};

const resourceSliceListItems: ListSchema = { type: 'list', items: () => resourceSliceSchema, listType: 'atomic', keys: [] };

export const resourceSliceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceSliceList',
  description: 'ResourceSliceList is a list of ResourceSlices.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ResourceSlices.', schema: () => resourceSliceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceSliceSpec is the specification of a ResourceSlice. It must have exactly one of `nodeName`, `nodeSelector`, `allNodes` and `perDeviceNodeSelection`, and at most one of `devices` and `sharedCounters`. */
export type ResourceSliceSpec = {
  /** Driver of the devices. A DNS subdomain that the vendor of the driver owns. Immutable. */
  driver: string;
  /** The pool that the slice belongs to. */
  pool: ResourcePool;
  /** The node that provides the devices. Immutable. */
  nodeName?: string;
  /** Nodes that can use the devices. It must have exactly one term. */
  nodeSelector?: NodeSelector;
  /** Whether all nodes can use the devices. */
  allNodes?: boolean;
  /** The devices. At most 128; at most 64 if they have taints or consume counters. */
  devices?: Device[];
  /** Whether each device defines the nodes that can use it. */
  perDeviceNodeSelection?: boolean;
  /** Sets of counters that devices of the pool consume. At most 8. */
  sharedCounters?: CounterSet[];
};

const resourceSliceSpecDevices: ListSchema = { type: 'list', items: () => deviceSchema, listType: 'atomic', keys: [] };

const resourceSliceSpecSharedCounters: ListSchema = { type: 'list', items: () => counterSetSchema, listType: 'atomic', keys: [] };

export const resourceSliceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourceSliceSpec',
  description: 'ResourceSliceSpec is the specification of a ResourceSlice. It must have exactly one of `nodeName`, `nodeSelector`, `allNodes` and `perDeviceNodeSelection`, and at most one of `devices` and `sharedCounters`.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Driver of the devices. A DNS subdomain that the vendor of the driver owns. Immutable.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'pool', number: 2, description: 'The pool that the slice belongs to.', schema: () => resourcePoolSchema, presence: 'always', required: true, immutable: false },
    { name: 'nodeName', number: 3, description: 'The node that provides the devices. Immutable.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeSelector', number: 4, description: 'Nodes that can use the devices. It must have exactly one term.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allNodes', number: 5, description: 'Whether all nodes can use the devices.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'devices', number: 6, description: 'The devices. At most 128; at most 64 if they have taints or consume counters.', schema: () => resourceSliceSpecDevices, presence: 'implicit', required: false, immutable: false },
    { name: 'perDeviceNodeSelection', number: 7, description: 'Whether each device defines the nodes that can use it.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'sharedCounters', number: 8, description: 'Sets of counters that devices of the pool consume. At most 8.', schema: () => resourceSliceSpecSharedCounters, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourcePool identifies the pool of a ResourceSlice. */
export type ResourcePool = {
  /** Name of the pool. DNS subdomains, separated by slashes. Immutable. */
  name: string;
  /** Number that the driver increments when it changes the pool. Slices with a lower number are obsolete. */
  generation: Int64;
  /** Number of slices in this generation of the pool. Until all exist, the pool is incomplete. */
  resourceSliceCount: Int64;
};

export const resourcePoolSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.ResourcePool',
  description: 'ResourcePool identifies the pool of a ResourceSlice.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the pool. DNS subdomains, separated by slashes. Immutable.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'generation', number: 2, description: 'Number that the driver increments when it changes the pool. Slices with a lower number are obsolete.', schema: () => int64, presence: 'always', required: true, immutable: false },
    { name: 'resourceSliceCount', number: 3, description: 'Number of slices in this generation of the pool. Until all exist, the pool is incomplete.', schema: () => int64, presence: 'always', required: true, immutable: false },
  ],
};

/** CounterSet is a set of counters that several devices share. */
export type CounterSet = {
  /** Name of the set, unique in the pool. A DNS label. */
  name: string;
  /** The counters by name. At most 32. */
  counters?: { [key: string]: Counter };
};

const counterSetCounters: MapSchema = { type: 'map', values: () => counterSchema, atomic: false };

export const counterSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.CounterSet',
  description: 'CounterSet is a set of counters that several devices share.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the set, unique in the pool. A DNS label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'counters', number: 2, description: 'The counters by name. At most 32.', schema: () => counterSetCounters, presence: 'implicit', required: true, immutable: false },
  ],
};

/** Counter is an amount that devices can consume. */
export type Counter = {
  /** The available, or the consumed, amount. */
  value: string;
};

export const counterSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.Counter',
  description: 'Counter is an amount that devices can consume.',
  atomic: false,
  fields: [
    { name: 'value', number: 1, description: 'The available, or the consumed, amount.', schema: () => quantity, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceCounterConsumption is what a device consumes of a set of counters. */
export type DeviceCounterConsumption = {
  /** Name of the set. */
  counterSet: string;
  /** Consumed amounts by counter. At most 32. */
  counters?: { [key: string]: Counter };
};

const deviceCounterConsumptionCounters: MapSchema = { type: 'map', values: () => counterSchema, atomic: false };

export const deviceCounterConsumptionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceCounterConsumption',
  description: 'DeviceCounterConsumption is what a device consumes of a set of counters.',
  atomic: false,
  fields: [
    { name: 'counterSet', number: 1, description: 'Name of the set.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'counters', number: 2, description: 'Consumed amounts by counter. At most 32.', schema: () => deviceCounterConsumptionCounters, presence: 'implicit', required: true, immutable: false },
  ],
};

/** Device is a device, or a part of one, that can be allocated. */
export type Device = {
  /** Name of the device, unique in the pool. A DNS label. */
  name: string;
  /** Attributes by name: an identifier, or `<domain>/<identifier>`. Without a domain, that is the driver's. At most 32 attributes and capacities together. */
  attributes?: { [key: string]: DeviceAttribute };
  /** Capacities by name, as for attributes. */
  capacity?: { [key: string]: DeviceCapacity };
  /** What the device consumes of shared counters. At most 2. */
  consumesCounters?: DeviceCounterConsumption[];
  /** The node that can use the device, if the slice has `perDeviceNodeSelection`. */
  nodeName?: string;
  /** Nodes that can use the device, if the slice has `perDeviceNodeSelection`. It must have exactly one term. */
  nodeSelector?: NodeSelector;
  /** Whether all nodes can use the device, if the slice has `perDeviceNodeSelection`. */
  allNodes?: boolean;
  /** Taints that the driver sets. At most 16. */
  taints?: DeviceTaint[];
  /** Whether an allocation of the device binds the claim to one node. */
  bindsToNode?: boolean;
  /** Conditions that must be true before pods that use the device can be bound. At most 4. */
  bindingConditions?: string[];
  /** Conditions that, when true, mean that binding has failed. At most 4. */
  bindingFailureConditions?: string[];
  /** Whether several claims can share the device. They consume its capacity. */
  allowMultipleAllocations?: boolean;
  /** Node resources that the device accounts for, by name. Behind the gate `DRANodeAllocatableResources`, which is off. */
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
};

const deviceAttributes: MapSchema = { type: 'map', values: () => deviceAttributeSchema, atomic: false };

const deviceCapacity: MapSchema = { type: 'map', values: () => deviceCapacitySchema, atomic: false };

const deviceConsumesCounters: ListSchema = { type: 'list', items: () => deviceCounterConsumptionSchema, listType: 'atomic', keys: [] };

const deviceTaints: ListSchema = { type: 'list', items: () => deviceTaintSchema, listType: 'atomic', keys: [] };

const deviceBindingConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const deviceBindingFailureConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const deviceNodeAllocatableResourceMappings: MapSchema = { type: 'map', values: () => nodeAllocatableResourceMappingSchema, atomic: false };

export const deviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.Device',
  description: 'Device is a device, or a part of one, that can be allocated.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the device, unique in the pool. A DNS label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'attributes', number: 2, description: 'Attributes by name: an identifier, or `<domain>/<identifier>`. Without a domain, that is the driver\'s. At most 32 attributes and capacities together.', schema: () => deviceAttributes, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 3, description: 'Capacities by name, as for attributes.', schema: () => deviceCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'consumesCounters', number: 4, description: 'What the device consumes of shared counters. At most 2.', schema: () => deviceConsumesCounters, presence: 'implicit', required: false, immutable: false },
    { name: 'nodeName', number: 5, description: 'The node that can use the device, if the slice has `perDeviceNodeSelection`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeSelector', number: 6, description: 'Nodes that can use the device, if the slice has `perDeviceNodeSelection`. It must have exactly one term.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allNodes', number: 7, description: 'Whether all nodes can use the device, if the slice has `perDeviceNodeSelection`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'taints', number: 8, description: 'Taints that the driver sets. At most 16.', schema: () => deviceTaints, presence: 'implicit', required: false, immutable: false },
    { name: 'bindsToNode', number: 9, description: 'Whether an allocation of the device binds the claim to one node.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'bindingConditions', number: 10, description: 'Conditions that must be true before pods that use the device can be bound. At most 4.', schema: () => deviceBindingConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'bindingFailureConditions', number: 11, description: 'Conditions that, when true, mean that binding has failed. At most 4.', schema: () => deviceBindingFailureConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'allowMultipleAllocations', number: 12, description: 'Whether several claims can share the device. They consume its capacity.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeAllocatableResourceMappings', number: 13, description: 'Node resources that the device accounts for, by name. Behind the gate `DRANodeAllocatableResources`, which is off.', schema: () => deviceNodeAllocatableResourceMappings, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeAllocatableResourceMapping converts a device, or a capacity of it, to an amount of a node resource. */
export type NodeAllocatableResourceMapping = {
  /** Capacity of the device. If absent, the device counts as one. */
  capacityKey?: string;
  /** Factor for the amount. */
  allocationMultiplier?: string;
};

export const nodeAllocatableResourceMappingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.NodeAllocatableResourceMapping',
  description: 'NodeAllocatableResourceMapping converts a device, or a capacity of it, to an amount of a node resource.',
  atomic: false,
  fields: [
    { name: 'capacityKey', number: 1, description: 'Capacity of the device. If absent, the device counts as one.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'allocationMultiplier', number: 2, description: 'Factor for the amount.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceAttribute is the value of an attribute. It must have exactly one field. */
export type DeviceAttribute = {
  /** A number. */
  int?: Int64;
  /** True or false. */
  bool?: boolean;
  /** A string of at most 64 characters. */
  string?: string;
  /** A semantic version of at most 64 characters. */
  version?: string;
  /** Numbers. Behind the gate `DRAListTypeAttributes`, which is off. */
  ints?: Int64[];
  /** Booleans. Behind the gate `DRAListTypeAttributes`, which is off. */
  bools?: boolean[];
  /** Strings. Behind the gate `DRAListTypeAttributes`, which is off. */
  strings?: string[];
  /** Semantic versions. Behind the gate `DRAListTypeAttributes`, which is off. */
  versions?: string[];
};

const deviceAttributeInts: ListSchema = { type: 'list', items: () => int64, listType: 'atomic', keys: [] };

const deviceAttributeBools: ListSchema = { type: 'list', items: () => boolean, listType: 'atomic', keys: [] };

const deviceAttributeStrings: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const deviceAttributeVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deviceAttributeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceAttribute',
  description: 'DeviceAttribute is the value of an attribute. It must have exactly one field.',
  atomic: false,
  fields: [
    { name: 'int', number: 2, description: 'A number.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'bool', number: 3, description: 'True or false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'string', number: 4, description: 'A string of at most 64 characters.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'version', number: 5, description: 'A semantic version of at most 64 characters.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'ints', number: 6, description: 'Numbers. Behind the gate `DRAListTypeAttributes`, which is off.', schema: () => deviceAttributeInts, presence: 'implicit', required: false, immutable: false },
    { name: 'bools', number: 7, description: 'Booleans. Behind the gate `DRAListTypeAttributes`, which is off.', schema: () => deviceAttributeBools, presence: 'implicit', required: false, immutable: false },
    { name: 'strings', number: 8, description: 'Strings. Behind the gate `DRAListTypeAttributes`, which is off.', schema: () => deviceAttributeStrings, presence: 'implicit', required: false, immutable: false },
    { name: 'versions', number: 9, description: 'Semantic versions. Behind the gate `DRAListTypeAttributes`, which is off.', schema: () => deviceAttributeVersions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeviceCapacity is the amount of a capacity of a device. */
export type DeviceCapacity = {
  /** The amount. */
  value: string;
  /** How requests consume the capacity. Only for devices with `allowMultipleAllocations`. */
  requestPolicy?: CapacityRequestPolicy;
};

export const deviceCapacitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceCapacity',
  description: 'DeviceCapacity is the amount of a capacity of a device.',
  atomic: false,
  fields: [
    { name: 'value', number: 1, description: 'The amount.', schema: () => quantity, presence: 'always', required: true, immutable: false },
    { name: 'requestPolicy', number: 2, description: 'How requests consume the capacity. Only for devices with `allowMultipleAllocations`.', schema: () => capacityRequestPolicySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CapacityRequestPolicy defines which amounts of a capacity requests can consume. It has at most one of `validValues` and `validRange`. Other amounts are rounded up to the next valid one. */
export type CapacityRequestPolicy = {
  /** Amount of requests that do not name the capacity. */
  default?: string;
  /** Valid amounts, in ascending order. At most 10. */
  validValues?: string[];
  /** Range of valid amounts. */
  validRange?: CapacityRequestPolicyRange;
};

const capacityRequestPolicyValidValues: ListSchema = { type: 'list', items: () => quantity, listType: 'atomic', keys: [] };

export const capacityRequestPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.CapacityRequestPolicy',
  description: 'CapacityRequestPolicy defines which amounts of a capacity requests can consume. It has at most one of `validValues` and `validRange`. Other amounts are rounded up to the next valid one.',
  atomic: false,
  fields: [
    { name: 'default', number: 1, description: 'Amount of requests that do not name the capacity.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'validValues', number: 3, description: 'Valid amounts, in ascending order. At most 10.', schema: () => capacityRequestPolicyValidValues, presence: 'implicit', required: false, immutable: false },
    { name: 'validRange', number: 4, description: 'Range of valid amounts.', schema: () => capacityRequestPolicyRangeSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CapacityRequestPolicyRange is a range of valid amounts. */
export type CapacityRequestPolicyRange = {
  /** Minimum. */
  min?: string;
  /** Maximum; if absent, the amount of the capacity. */
  max?: string;
  /** Difference between two valid amounts; if absent, all amounts in the range are valid. */
  step?: string;
};

export const capacityRequestPolicyRangeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.CapacityRequestPolicyRange',
  description: 'CapacityRequestPolicyRange is a range of valid amounts.',
  atomic: false,
  fields: [
    { name: 'min', number: 1, description: 'Minimum.', schema: () => quantity, presence: 'explicit', required: true, immutable: false },
    { name: 'max', number: 2, description: 'Maximum; if absent, the amount of the capacity.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'step', number: 3, description: 'Difference between two valid amounts; if absent, all amounts in the range are valid.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceTaint repels claims that do not tolerate it. */
export type DeviceTaint = {
  /** Key of the taint. A label key. */
  key: string;
  /** Value of the taint. A label value. */
  value?: string;
  /** `None`, `NoSchedule`, or `NoExecute`, which also evicts pods that use the device. */
  effect: string;
  /** When the taint was added. Set on create if absent. */
  timeAdded?: string;
};

export const deviceTaintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1.DeviceTaint',
  description: 'DeviceTaint repels claims that do not tolerate it.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the taint. A label key.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the taint. A label value.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 3, description: '`None`, `NoSchedule`, or `NoExecute`, which also evicts pods that use the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'timeAdded', number: 4, description: 'When the taint was added. Set on create if absent.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};
