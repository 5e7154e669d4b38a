// Generated from proto/coordination/v1beta1/lease_candidate.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, microTime, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** LeaseCandidate is a process that can become the leader of a Lease. A coordinator selects one of them. */
export type LeaseCandidate = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the candidate. */
  spec: LeaseCandidateSpec;
};

export const leaseCandidateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1beta1.LeaseCandidate',
  description: 'LeaseCandidate is a process that can become the leader of a Lease. A coordinator selects one of them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the candidate.', schema: () => leaseCandidateSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const leaseCandidateNames: ResourceNames = { resource: 'leasecandidates', singular: 'leasecandidate', kind: 'LeaseCandidate', shortNames: [], categories: [], scope: 'Namespaced' };

/** LeaseCandidateList is a list of LeaseCandidates. */
export type LeaseCandidateList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The LeaseCandidates. */
  items: LeaseCandidate[];
};

const leaseCandidateListItems: ListSchema = { type: 'list', items: () => leaseCandidateSchema, listType: 'atomic', keys: [] };

export const leaseCandidateListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1beta1.LeaseCandidateList',
  description: 'LeaseCandidateList is a list of LeaseCandidates.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The LeaseCandidates.', schema: () => leaseCandidateListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** LeaseCandidateSpec is the specification of a LeaseCandidate. */
export type LeaseCandidateSpec = {
  /** Name of the Lease, in the same namespace, that the candidate can lead. Required. It cannot be changed. */
  leaseName: string;
  /** Time when the coordinator last asked whether the candidate is alive. The candidate then updates `renewTime`. */
  pingTime?: string;
  /** Time when the candidate was last alive. */
  renewTime?: string;
  /** Version of the program, such as `1.36.0`. Required. */
  binaryVersion: string;
  /** Version whose behaviour the program has. At most the version of the program. Required for the strategy `OldestEmulationVersion`. */
  emulationVersion?: string;
  /** Strategy by which the coordinator selects the leader: `OldestEmulationVersion`, or a qualified name of a custom strategy. Required. */
  strategy?: string;
};

export const leaseCandidateSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.coordination.v1beta1.LeaseCandidateSpec',
  description: 'LeaseCandidateSpec is the specification of a LeaseCandidate.',
  atomic: false,
  fields: [
    { name: 'leaseName', number: 1, description: 'Name of the Lease, in the same namespace, that the candidate can lead. Required. It cannot be changed.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'pingTime', number: 2, description: 'Time when the coordinator last asked whether the candidate is alive. The candidate then updates `renewTime`.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'renewTime', number: 3, description: 'Time when the candidate was last alive.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'binaryVersion', number: 4, description: 'Version of the program, such as `1.36.0`. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'emulationVersion', number: 5, description: 'Version whose behaviour the program has. At most the version of the program. Required for the strategy `OldestEmulationVersion`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'strategy', number: 6, description: 'Strategy by which the coordinator selects the leader: `OldestEmulationVersion`, or a qualified name of a custom strategy. Required.', schema: () => text, presence: 'implicit', required: true, immutable: false },
  ],
};
