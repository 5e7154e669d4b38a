// Generated from proto/coordination/v1/coordination.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, microTime, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Lease is a lock that one of several processes holds and renews, for example to elect a leader. */
export type Lease = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the Lease. */
  spec: LeaseSpec;
};

export const leaseSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.Lease',
  description: 'Lease is a lock that one of several processes holds and renews, for example to elect a leader.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the Lease.', schema: () => leaseSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const leaseNames: ResourceNames = { resource: 'leases', singular: 'lease', kind: 'Lease', shortNames: [], categories: [], scope: 'Namespaced' };

/** LeaseList is a list of Leases. */
export type LeaseList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Leases. */
  items: Lease[];
};

const leaseListItems: ListSchema = { type: 'list', items: () => leaseSchema, listType: 'atomic', keys: [] };

export const leaseListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.LeaseList',
  description: 'LeaseList is a list of Leases.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Leases.', schema: () => leaseListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** LeaseSpec is the specification of a Lease. */
export type LeaseSpec = {
  /** Identity of the holder. Required if `preferredHolder` is set without a strategy. */
  holderIdentity?: string;
  /** Duration in seconds, measured from `renewTime`, that other candidates wait before they acquire the Lease. Must be positive. */
  leaseDurationSeconds?: number;
  /** Time when the holder acquired the Lease. */
  acquireTime?: string;
  /** Time when the holder last renewed the Lease. */
  renewTime?: string;
  /** Number of transitions of the Lease between holders. */
  leaseTransitions?: number;
  /** Strategy by which a coordinator selects the leader: `OldestEmulationVersion`, or a qualified name of a custom strategy. Absent means that no coordinator is active for the Lease. */
  strategy?: string;
  /** Signals the holder that a more suitable candidate exists, to which it should give up the Lease. It can be set only together with `strategy`. */
  preferredHolder?: string;
};

const leaseSpecLeaseTransitions: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const leaseSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.LeaseSpec',
  description: 'LeaseSpec is the specification of a Lease.',
  atomic: false,
  fields: [
    { name: 'holderIdentity', number: 1, description: 'Identity of the holder. Required if `preferredHolder` is set without a strategy.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'leaseDurationSeconds', number: 2, description: 'Duration in seconds, measured from `renewTime`, that other candidates wait before they acquire the Lease. Must be positive.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'acquireTime', number: 3, description: 'Time when the holder acquired the Lease.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'renewTime', number: 4, description: 'Time when the holder last renewed the Lease.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'leaseTransitions', number: 5, description: 'Number of transitions of the Lease between holders.', schema: () => leaseSpecLeaseTransitions, presence: 'explicit', required: false, immutable: false },
    { name: 'strategy', number: 6, description: 'Strategy by which a coordinator selects the leader: `OldestEmulationVersion`, or a qualified name of a custom strategy. Absent means that no coordinator is active for the Lease.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'preferredHolder', number: 7, description: 'Signals the holder that a more suitable candidate exists, to which it should give up the Lease. It can be set only together with `strategy`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};
