// Generated from proto/networking/v1beta1/service_address.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, listMetaSchema, objectMetaSchema, type Condition, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** IPAddress is a single IP address that is in use. The server creates one for each cluster IP that it allocates. The name of the object is the address in its canonical form. */
export type IPAddress = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired state of the address. */
  spec: IPAddressSpec;
};

export const ipAddressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.IPAddress',
  description: 'IPAddress is a single IP address that is in use. The server creates one for each cluster IP that it allocates. The name of the object is the address in its canonical form.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired state of the address.', schema: () => ipAddressSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** IPAddressList is a list of IPAddresses. */
export type IPAddressList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of IPAddresses. */
  items: IPAddress[];
};

const ipAddressListItems: ListSchema = { type: 'list', items: () => ipAddressSchema, listType: 'atomic', keys: [] };

export const ipAddressListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.IPAddressList',
  description: 'IPAddressList is a list of IPAddresses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of IPAddresses.', schema: () => ipAddressListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** IPAddressSpec describes the use of an IP address. */
export type IPAddressSpec = {
  /** Object that uses the address. It cannot be changed. */
  parentRef?: ParentReference;
};

export const ipAddressSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.IPAddressSpec',
  description: 'IPAddressSpec describes the use of an IP address.',
  atomic: false,
  fields: [
    { name: 'parentRef', number: 1, description: 'Object that uses the address. It cannot be changed.', schema: () => parentReferenceSchema, presence: 'explicit', required: true, immutable: false },
  ],
};

/** ParentReference refers to the object that uses an IP address. */
export type ParentReference = {
  /** Group of the object. Empty for the core group. */
  group?: string;
  /** Resource of the object, such as `services`. */
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
};

export const parentReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.ParentReference',
  description: 'ParentReference refers to the object that uses an IP address.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'Group of the object. Empty for the core group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 2, description: 'Resource of the object, such as `services`.', schema: () => text, presence: 'implicit', required: true, immutable: false },
    { name: 'namespace', number: 3, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 4, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: true, immutable: false },
  ],
};

/** ServiceCIDR defines ranges from which the cluster IPs of services are allocated. */
export type ServiceCIDR = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired state of the ServiceCIDR. */
  spec: ServiceCIDRSpec;
  /** Current state of the ServiceCIDR. Read-only. */
  status: ServiceCIDRStatus;
};

export const serviceCIDRSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.ServiceCIDR',
  description: 'ServiceCIDR defines ranges from which the cluster IPs of services are allocated.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired state of the ServiceCIDR.', schema: () => serviceCIDRSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current state of the ServiceCIDR. Read-only.', schema: () => serviceCIDRStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ServiceCIDRList is a list of ServiceCIDRs. */
export type ServiceCIDRList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ServiceCIDRs. */
  items: ServiceCIDR[];
};

const serviceCIDRListItems: ListSchema = { type: 'list', items: () => serviceCIDRSchema, listType: 'atomic', keys: [] };

export const serviceCIDRListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.ServiceCIDRList',
  description: 'ServiceCIDRList is a list of ServiceCIDRs.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ServiceCIDRs.', schema: () => serviceCIDRListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ServiceCIDRSpec is the desired state of a ServiceCIDR. */
export type ServiceCIDRSpec = {
  /** Ranges in CIDR notation, such as `192.168.0.0/24` or `2001:db8::/64`: one, or one for each IP family. A second one can be added; otherwise they cannot be changed. */
  cidrs?: string[];
};

const serviceCIDRSpecCidrs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const serviceCIDRSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.ServiceCIDRSpec',
  description: 'ServiceCIDRSpec is the desired state of a ServiceCIDR.',
  atomic: false,
  fields: [
    { name: 'cidrs', number: 1, description: 'Ranges in CIDR notation, such as `192.168.0.0/24` or `2001:db8::/64`: one, or one for each IP family. A second one can be added; otherwise they cannot be changed.', schema: () => serviceCIDRSpecCidrs, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServiceCIDRStatus is the current state of a ServiceCIDR. */
export type ServiceCIDRStatus = {
  /** State of the ranges. The condition `Ready` says whether addresses can be allocated. */
  conditions?: Condition[];
};

const serviceCIDRStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const serviceCIDRStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1beta1.ServiceCIDRStatus',
  description: 'ServiceCIDRStatus is the current state of a ServiceCIDR.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'State of the ranges. The condition `Ready` says whether addresses can be allocated.', schema: () => serviceCIDRStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};
