// Generated from proto/coordination/v1/coordination.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, microTime, text } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A claim that one of several processes holds for a while and renews, such as that of being their leader. */
export type Lease = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Who holds the claim, and until when. */
  spec: LeaseSpec;
};

export const leaseSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.Lease',
  description: 'A claim that one of several processes holds for a while and renews, such as that of being their leader.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Who holds the claim, and until when.', schema: () => leaseSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** A list of Leases. */
export type LeaseList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The Leases. */
  items: Lease[];
};

const leaseListItems: ListSchema = { type: 'list', items: () => leaseSchema, listType: 'atomic', keys: [] };

export const leaseListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.LeaseList',
  description: 'A list of Leases.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The Leases.', schema: () => leaseListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Who holds a claim, and until when. */
export type LeaseSpec = {
  /** Identity of the holder. */
  holderIdentity?: string;
  /** Seconds after `renewTime` before which nobody else may take the claim; more than 0. */
  leaseDurationSeconds?: number;
  /** When the holder took the claim. */
  acquireTime?: string;
  /** When the holder last renewed the claim. */
  renewTime?: string;
  /** How often the claim went from one holder to another. */
  leaseTransitions?: number;
  /** How a coordinator picks the holder: `OldestEmulationVersion`, or a qualified name of somebody else's. Nobody does when it is absent. */
  strategy?: string;
  /** Who should hold the claim instead, once the holder has given it up. Only together with `strategy`. */
  preferredHolder?: string;
};

const leaseSpecLeaseTransitions: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const leaseSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1.LeaseSpec',
  description: 'Who holds a claim, and until when.',
  atomic: false,
  fields: [
    { name: 'holderIdentity', number: 1, description: 'Identity of the holder.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'leaseDurationSeconds', number: 2, description: 'Seconds after `renewTime` before which nobody else may take the claim; more than 0.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'acquireTime', number: 3, description: 'When the holder took the claim.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'renewTime', number: 4, description: 'When the holder last renewed the claim.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'leaseTransitions', number: 5, description: 'How often the claim went from one holder to another.', schema: () => leaseSpecLeaseTransitions, presence: 'explicit', required: false, immutable: false },
    { name: 'strategy', number: 6, description: 'How a coordinator picks the holder: `OldestEmulationVersion`, or a qualified name of somebody else\'s. Nobody does when it is absent.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'preferredHolder', number: 7, description: 'Who should hold the claim instead, once the holder has given it up. Only together with `strategy`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};
