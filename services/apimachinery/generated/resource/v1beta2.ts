// Generated from proto/resource/v1beta2/device_taint_rule.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, listMetaSchema, objectMetaSchema, type Condition, type ListMeta, type ObjectMeta } from '../meta/v1.js';
import { deviceTaintSchema, type DeviceTaint } from '../resource/v1.js';

/** DeviceTaintRule adds a taint to all devices that its selector matches, as if their driver had set it. */
export type DeviceTaintRule = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The selector and the taint. */
  spec: DeviceTaintRuleSpec;
  /** What the rule has caused so far. Read-only. */
  status: DeviceTaintRuleStatus;
};

export const deviceTaintRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta2.DeviceTaintRule',
  description: 'DeviceTaintRule adds a taint to all devices that its selector matches, as if their driver had set it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The selector and the taint.', schema: () => deviceTaintRuleSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'What the rule has caused so far. Read-only.', schema: () => deviceTaintRuleStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const deviceTaintRuleNames: ResourceNames = { resource: 'devicetaintrules', singular: 'devicetaintrule', kind: 'DeviceTaintRule', shortNames: [], categories: [], scope: 'Cluster' };

/** DeviceTaintRuleList is a list of DeviceTaintRules. */
export type DeviceTaintRuleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The DeviceTaintRules. */
  items: DeviceTaintRule[];
};

const deviceTaintRuleListItems: ListSchema = { type: 'list', items: () => deviceTaintRuleSchema, listType: 'atomic', keys: [] };

export const deviceTaintRuleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta2.DeviceTaintRuleList',
  description: 'DeviceTaintRuleList is a list of DeviceTaintRules.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The DeviceTaintRules.', schema: () => deviceTaintRuleListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceTaintRuleSpec is the specification of a DeviceTaintRule. */
export type DeviceTaintRuleSpec = {
  /** The devices. An empty selector matches all devices, an absent one none. */
  deviceSelector?: DeviceTaintSelector;
  /** The taint of the devices. */
  taint: DeviceTaint;
};

export const deviceTaintRuleSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta2.DeviceTaintRuleSpec',
  description: 'DeviceTaintRuleSpec is the specification of a DeviceTaintRule.',
  atomic: false,
  fields: [
    { name: 'deviceSelector', number: 1, description: 'The devices. An empty selector matches all devices, an absent one none.', schema: () => deviceTaintSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'taint', number: 2, description: 'The taint of the devices.', schema: () => deviceTaintSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** DeviceTaintSelector matches the devices that satisfy all of its fields. */
export type DeviceTaintSelector = {
  /** Driver of the devices, as in `spec.driver` of their ResourceSlice. */
  driver?: string;
  /** Pool of the devices. Several drivers can have pools of the same name. */
  pool?: string;
  /** Name of the device, which is unique only in its pool. */
  device?: string;
};

export const deviceTaintSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta2.DeviceTaintSelector',
  description: 'DeviceTaintSelector matches the devices that satisfy all of its fields.',
  atomic: false,
  fields: [
    { name: 'driver', number: 2, description: 'Driver of the devices, as in `spec.driver` of their ResourceSlice.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'pool', number: 3, description: 'Pool of the devices. Several drivers can have pools of the same name.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'device', number: 4, description: 'Name of the device, which is unique only in its pool.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeviceTaintRuleStatus is the status of a DeviceTaintRule. */
export type DeviceTaintRuleStatus = {
  /** Conditions of the rule. `EvictionInProgress` says whether pods remain that the taint evicts. At most 8. */
  conditions?: Condition[];
};

const deviceTaintRuleStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const deviceTaintRuleStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.resource.v1beta2.DeviceTaintRuleStatus',
  description: 'DeviceTaintRuleStatus is the status of a DeviceTaintRule.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Conditions of the rule. `EvictionInProgress` says whether pods remain that the taint evicts. At most 8.', schema: () => deviceTaintRuleStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};
