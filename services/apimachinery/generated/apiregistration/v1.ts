// Generated from proto/apiregistration/v1/api_service.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, bytes, int32, kindField, text, time } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** APIService represents the server of a group version. Its name is the version, a dot and the group. */
export type APIService = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Location of the server, and how to connect to it. */
  spec: APIServiceSpec;
  /** State of the server. Read-only. */
  status: APIServiceStatus;
};

export const apiServiceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  description: 'APIService represents the server of a group version. Its name is the version, a dot and the group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Location of the server, and how to connect to it.', schema: () => apiServiceSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'State of the server. Read-only.', schema: () => apiServiceStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const apiServiceNames: ResourceNames = { resource: 'apiservices', singular: 'apiservice', kind: 'APIService', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** APIServiceList is a list of APIServices. */
export type APIServiceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of APIServices. */
  items: APIService[];
};

const apiServiceListItems: ListSchema = { type: 'list', items: () => apiServiceSchema, listType: 'atomic', keys: [] };

export const apiServiceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceList',
  description: 'APIServiceList is a list of APIServices.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of APIServices.', schema: () => apiServiceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** APIServiceSpec locates the server of a group version. The connection always uses HTTPS. */
export type APIServiceSpec = {
  /** Service of the server. Without it, the API server serves the group version itself. */
  service?: ServiceReference;
  /** Name of the API group. Empty for the core group. */
  group?: string;
  /** Name of the API version, such as `v1`. */
  version?: string;
  /** Disables the verification of the server's certificate. A caBundle is safer. */
  insecureSkipTLSVerify?: boolean;
  /** CA bundle in PEM that validates the server's certificate. Defaults to the trust roots of the API server's system. */
  caBundle?: string;
  /** Minimum priority of the group, in the range 1-20000. The group has the highest value of its versions. Clients prefer groups with higher values; groups with the same value are sorted by name. */
  groupPriorityMinimum: number;
  /** Priority of the version in its group, in the range 1-1000. Clients prefer versions with higher values. Versions with the same value are sorted by name: stable before beta before alpha, then newest first, such as v10, v2, v1, v11beta2. Names of other forms come last, in alphabetical order. */
  versionPriority: number;
};

export const apiServiceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec',
  description: 'APIServiceSpec locates the server of a group version. The connection always uses HTTPS.',
  atomic: false,
  fields: [
    { name: 'service', number: 1, description: 'Service of the server. Without it, the API server serves the group version itself.', schema: () => serviceReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'group', number: 2, description: 'Name of the API group. Empty for the core group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'version', number: 3, description: 'Name of the API version, such as `v1`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'insecureSkipTLSVerify', number: 4, description: 'Disables the verification of the server\'s certificate. A caBundle is safer.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'caBundle', number: 5, description: 'CA bundle in PEM that validates the server\'s certificate. Defaults to the trust roots of the API server\'s system.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'groupPriorityMinimum', number: 7, description: 'Minimum priority of the group, in the range 1-20000. The group has the highest value of its versions. Clients prefer groups with higher values; groups with the same value are sorted by name.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'versionPriority', number: 8, description: 'Priority of the version in its group, in the range 1-1000. Clients prefer versions with higher values. Versions with the same value are sorted by name: stable before beta before alpha, then newest first, such as v10, v2, v1, v11beta2. Names of other forms come last, in alphabetical order.', schema: () => int32, presence: 'always', required: true, immutable: false },
  ],
};

/** ServiceReference refers to a Service. */
export type ServiceReference = {
  /** Namespace of the Service. */
  namespace?: string;
  /** Name of the Service. */
  name?: string;
  /** Port of the Service, in the range 1-65535. Defaults to 443. */
  port?: number;
};

export const serviceReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference',
  description: 'ServiceReference refers to a Service.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the Service.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 2, description: 'Name of the Service.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'port', number: 3, description: 'Port of the Service, in the range 1-65535. Defaults to 443.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '443' },
  ],
};

/** APIServiceStatus is the state of a server. */
export type APIServiceStatus = {
  /** Current conditions of the server, one for each type. */
  conditions?: APIServiceCondition[];
};

const apiServiceStatusConditions: ListSchema = { type: 'list', items: () => apiServiceConditionSchema, listType: 'map', keys: ['type'] };

export const apiServiceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus',
  description: 'APIServiceStatus is the state of a server.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Current conditions of the server, one for each type.', schema: () => apiServiceStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** APIServiceCondition is a condition of a server at a point in time. */
export type APIServiceCondition = {
  /** Type of the condition: `Available`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** When the status of the condition last changed. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable message about the last transition. */
  message?: string;
};

export const apiServiceConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition',
  description: 'APIServiceCondition is a condition of a server at a point in time.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition: `Available`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status of the condition last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable message about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
