// Generated from proto/resource/v1beta1/resource.proto by `npm run generate`. Do not edit.
import { boolean, int64, text, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { nodeSelectorSchema, type NodeSelector } from '../core/v1.js';
import { capacityRequirementsSchema, counterSetSchema, deviceAttributeSchema, deviceCapacitySchema, deviceCounterConsumptionSchema, deviceSelectorSchema, deviceTaintSchema, deviceTolerationSchema, nodeAllocatableResourceMappingSchema, resourcePoolSchema, type CapacityRequirements, type CounterSet, type DeviceAttribute, type DeviceCapacity, type DeviceCounterConsumption, type DeviceSelector, type DeviceTaint, type DeviceToleration, type NodeAllocatableResourceMapping, type ResourcePool } from '../resource/v1.js';

/** DeviceRequest is a request for devices. It must have either `deviceClassName` with the fields that belong to it, or `firstAvailable`. */
export type DeviceRequest = {
  /** Name of the request, to which containers, constraints and configurations refer. A DNS label, unique in the claim. */
  name: string;
  /** Name of the DeviceClass. Required without `firstAvailable`. */
  deviceClassName: string;
  /** Selectors that a device must all satisfy, besides those of the class. At most 32. */
  selectors?: DeviceSelector[];
  /** `ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`. */
  allocationMode?: string;
  /** Number of devices, if the mode is `ExactCount`. Defaults to 1. */
  count?: Int64;
  /** Whether the claim gets access to devices that others may use, for monitoring and management. Only in namespaces with the label `resource.kubernetes.io/admin-access: "true"`. */
  adminAccess?: boolean;
  /** Alternatives in the order of preference. The scheduler allocates the first one that can be satisfied. At most 8. */
  firstAvailable?: DeviceSubRequest[];
  /** Taints of devices that the request tolerates. At most 16. */
  tolerations?: DeviceToleration[];
  /** Required capacity of each device. */
  capacity?: CapacityRequirements;
};

const deviceRequestSelectors: ListSchema = { type: 'list', items: () => deviceSelectorSchema, listType: 'atomic', keys: [] };

const deviceRequestFirstAvailable: ListSchema = { type: 'list', items: () => deviceSubRequestSchema, listType: 'atomic', keys: [] };

const deviceRequestTolerations: ListSchema = { type: 'list', items: () => deviceTolerationSchema, listType: 'atomic', keys: [] };

export const deviceRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta1.DeviceRequest',
  description: 'DeviceRequest is a request for devices. It must have either `deviceClassName` with the fields that belong to it, or `firstAvailable`.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the request, to which containers, constraints and configurations refer. A DNS label, unique in the claim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'deviceClassName', number: 2, description: 'Name of the DeviceClass. Required without `firstAvailable`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'selectors', number: 3, description: 'Selectors that a device must all satisfy, besides those of the class. At most 32.', schema: () => deviceRequestSelectors, presence: 'implicit', required: false, immutable: false },
    { name: 'allocationMode', number: 4, description: '`ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 5, description: 'Number of devices, if the mode is `ExactCount`. Defaults to 1.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'adminAccess', number: 6, description: 'Whether the claim gets access to devices that others may use, for monitoring and management. Only in namespaces with the label `resource.kubernetes.io/admin-access: "true"`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'firstAvailable', number: 7, description: 'Alternatives in the order of preference. The scheduler allocates the first one that can be satisfied. At most 8.', schema: () => deviceRequestFirstAvailable, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerations', number: 8, description: 'Taints of devices that the request tolerates. At most 16.', schema: () => deviceRequestTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 9, description: 'Required capacity of each device.', schema: () => capacityRequirementsSchema, presence: 'explicit', required: false, immutable: false },
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
  name: 'io.k8s.api.resource.v1beta1.DeviceSubRequest',
  description: 'DeviceSubRequest is one alternative of a request.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the alternative, to which constraints and configurations refer as `<request>/<name>`. A DNS label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'deviceClassName', number: 2, description: 'Name of the DeviceClass. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'selectors', number: 3, description: 'Selectors that a device must all satisfy, besides those of the class. At most 32.', schema: () => deviceSubRequestSelectors, presence: 'implicit', required: false, immutable: false },
    { name: 'allocationMode', number: 4, description: '`ExactCount` for `count` devices, or `All` for all matching devices of a pool. Defaults to `ExactCount`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 5, description: 'Number of devices, if the mode is `ExactCount`. Defaults to 1.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerations', number: 7, description: 'Taints of devices that the request tolerates. At most 16.', schema: () => deviceSubRequestTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 8, description: 'Required capacity of each device.', schema: () => capacityRequirementsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Device is a device, or a part of one, that can be allocated. */
export type Device = {
  /** Name of the device, unique in the pool. A DNS label. */
  name: string;
  /** The properties of the device. */
  basic?: BasicDevice;
};

export const deviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta1.Device',
  description: 'Device is a device, or a part of one, that can be allocated.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the device, unique in the pool. A DNS label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'basic', number: 2, description: 'The properties of the device.', schema: () => basicDeviceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** BasicDevice has the properties of a device. */
export type BasicDevice = {
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

const basicDeviceAttributes: MapSchema = { type: 'map', values: () => deviceAttributeSchema, atomic: false };

const basicDeviceCapacity: MapSchema = { type: 'map', values: () => deviceCapacitySchema, atomic: false };

const basicDeviceConsumesCounters: ListSchema = { type: 'list', items: () => deviceCounterConsumptionSchema, listType: 'atomic', keys: [] };

const basicDeviceTaints: ListSchema = { type: 'list', items: () => deviceTaintSchema, listType: 'atomic', keys: [] };

const basicDeviceBindingConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const basicDeviceBindingFailureConditions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const basicDeviceNodeAllocatableResourceMappings: MapSchema = { type: 'map', values: () => nodeAllocatableResourceMappingSchema, atomic: false };

export const basicDeviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta1.BasicDevice',
  description: 'BasicDevice has the properties of a device.',
  atomic: false,
  fields: [
    { name: 'attributes', number: 1, description: 'Attributes by name: an identifier, or `<domain>/<identifier>`. Without a domain, that is the driver\'s. At most 32 attributes and capacities together.', schema: () => basicDeviceAttributes, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 2, description: 'Capacities by name, as for attributes.', schema: () => basicDeviceCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'consumesCounters', number: 3, description: 'What the device consumes of shared counters. At most 2.', schema: () => basicDeviceConsumesCounters, presence: 'implicit', required: false, immutable: false },
    { name: 'nodeName', number: 4, description: 'The node that can use the device, if the slice has `perDeviceNodeSelection`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeSelector', number: 5, description: 'Nodes that can use the device, if the slice has `perDeviceNodeSelection`. It must have exactly one term.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allNodes', number: 6, description: 'Whether all nodes can use the device, if the slice has `perDeviceNodeSelection`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'taints', number: 7, description: 'Taints that the driver sets. At most 16.', schema: () => basicDeviceTaints, presence: 'implicit', required: false, immutable: false },
    { name: 'bindsToNode', number: 8, description: 'Whether an allocation of the device binds the claim to one node.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'bindingConditions', number: 9, description: 'Conditions that must be true before pods that use the device can be bound. At most 4.', schema: () => basicDeviceBindingConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'bindingFailureConditions', number: 10, description: 'Conditions that, when true, mean that binding has failed. At most 4.', schema: () => basicDeviceBindingFailureConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'allowMultipleAllocations', number: 11, description: 'Whether several claims can share the device. They consume its capacity.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeAllocatableResourceMappings', number: 12, description: 'Node resources that the device accounts for, by name. Behind the gate `DRANodeAllocatableResources`, which is off.', schema: () => basicDeviceNodeAllocatableResourceMappings, presence: 'implicit', required: false, immutable: false },
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
  name: 'io.k8s.api.resource.v1beta1.ResourceSliceSpec',
  description: 'ResourceSliceSpec is the specification of a ResourceSlice. It must have exactly one of `nodeName`, `nodeSelector`, `allNodes` and `perDeviceNodeSelection`, and at most one of `devices` and `sharedCounters`.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Driver of the devices. A DNS subdomain that the vendor of the driver owns. Immutable.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'pool', number: 2, description: 'The pool that the slice belongs to.', schema: () => resourcePoolSchema, presence: 'always', required: true, immutable: false },
    { name: 'nodeName', number: 3, description: 'The node that provides the devices. Immutable.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'nodeSelector', number: 4, description: 'Nodes that can use the devices. It must have exactly one term.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allNodes', number: 5, description: 'Whether all nodes can use the devices.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'devices', number: 6, description: 'The devices. At most 128; at most 64 if they have taints or consume counters.', schema: () => resourceSliceSpecDevices, presence: 'implicit', required: false, immutable: false },
    { name: 'perDeviceNodeSelection', number: 7, description: 'Whether each device defines the nodes that can use it.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'sharedCounters', number: 8, description: 'Sets of counters that devices of the pool consume. At most 8.', schema: () => resourceSliceSpecSharedCounters, presence: 'implicit', required: false, immutable: false },
  ],
};
