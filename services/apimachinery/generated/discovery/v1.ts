// Generated from proto/discovery/v1/discovery.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { objectReferenceSchema, type ObjectReference } from '../core/v1.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** EndpointSlice is a set of endpoints of a service. A service usually has several slices, selected by the label `kubernetes.io/service-name`. */
export type EndpointSlice = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Type of the addresses of all endpoints in the slice: `IPv4`, `IPv6`, or the deprecated `FQDN`. It cannot be changed. */
  addressType: string;
  /** Endpoints of the slice, at most 1000. */
  endpoints: Endpoint[];
  /** Ports of each endpoint, at most 100, with unique names. An empty list means that no ports are defined. */
  ports: EndpointPort[];
};

const endpointSliceAddressType: Schema = { type: 'string', enum: ['FQDN', 'IPv4', 'IPv6'] };

const endpointSliceEndpoints: ListSchema = { type: 'list', items: () => endpointSchema, listType: 'atomic', keys: [] };

const endpointSlicePorts: ListSchema = { type: 'list', items: () => endpointPortSchema, listType: 'atomic', keys: [] };

export const endpointSliceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.EndpointSlice',
  description: 'EndpointSlice is a set of endpoints of a service. A service usually has several slices, selected by the label `kubernetes.io/service-name`.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'addressType', number: 4, description: 'Type of the addresses of all endpoints in the slice: `IPv4`, `IPv6`, or the deprecated `FQDN`. It cannot be changed.', schema: () => endpointSliceAddressType, presence: 'always', required: true, immutable: false },
    { name: 'endpoints', number: 2, description: 'Endpoints of the slice, at most 1000.', schema: () => endpointSliceEndpoints, presence: 'always', required: false, immutable: false },
    { name: 'ports', number: 3, description: 'Ports of each endpoint, at most 100, with unique names. An empty list means that no ports are defined.', schema: () => endpointSlicePorts, presence: 'always', required: false, immutable: false },
  ],
};

export const endpointSliceNames: ResourceNames = { resource: 'endpointslices', singular: 'endpointslice', kind: 'EndpointSlice', shortNames: [], categories: [], scope: 'Namespaced' };

/** EndpointSliceList is a list of EndpointSlices. */
export type EndpointSliceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of EndpointSlices. */
  items: EndpointSlice[];
};

const endpointSliceListItems: ListSchema = { type: 'list', items: () => endpointSliceSchema, listType: 'atomic', keys: [] };

export const endpointSliceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.EndpointSliceList',
  description: 'EndpointSliceList is a list of EndpointSlices.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of EndpointSlices.', schema: () => endpointSliceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Endpoint is one logical endpoint of a service. */
export type Endpoint = {
  /** Addresses of the endpoint, of the type of the slice: 1 to 100. They are interchangeable. */
  addresses: string[];
  /** Current state of the endpoint. */
  conditions: EndpointConditions;
  /** Host name of the endpoint. Must be a DNS label. */
  hostname?: string;
  /** Object that represents the endpoint. */
  targetRef?: ObjectReference;
  /** Topology of the endpoint as in the removed v1beta1 API. Clients cannot set it; it is only kept. */
  deprecatedTopology?: { [key: string]: string };
  /** Node that hosts the endpoint. */
  nodeName?: string;
  /** Zone in which the endpoint is. */
  zone?: string;
  /** Hints for how the endpoint should be used. */
  hints?: EndpointHints;
};

const endpointAddresses: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const endpointDeprecatedTopology: MapSchema = { type: 'map', values: () => text, atomic: false };

export const endpointSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.Endpoint',
  description: 'Endpoint is one logical endpoint of a service.',
  atomic: false,
  fields: [
    { name: 'addresses', number: 1, description: 'Addresses of the endpoint, of the type of the slice: 1 to 100. They are interchangeable.', schema: () => endpointAddresses, presence: 'always', required: true, immutable: false },
    { name: 'conditions', number: 2, description: 'Current state of the endpoint.', schema: () => endpointConditionsSchema, presence: 'always', required: false, immutable: false },
    { name: 'hostname', number: 3, description: 'Host name of the endpoint. Must be a DNS label.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'targetRef', number: 4, description: 'Object that represents the endpoint.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'deprecatedTopology', number: 5, description: 'Topology of the endpoint as in the removed v1beta1 API. Clients cannot set it; it is only kept.', schema: () => endpointDeprecatedTopology, presence: 'implicit', required: false, immutable: false },
    { name: 'nodeName', number: 6, description: 'Node that hosts the endpoint.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'zone', number: 7, description: 'Zone in which the endpoint is.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'hints', number: 8, description: 'Hints for how the endpoint should be used.', schema: () => endpointHintsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EndpointConditions is the current state of an endpoint. */
export type EndpointConditions = {
  /** Whether the endpoint is ready to receive traffic. Absent means true. */
  ready?: boolean;
  /** Whether the endpoint can receive traffic, also while it is terminating. Absent means the value of `ready`. */
  serving?: boolean;
  /** Whether the endpoint is terminating. Absent means false. */
  terminating?: boolean;
};

export const endpointConditionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.EndpointConditions',
  description: 'EndpointConditions is the current state of an endpoint.',
  atomic: false,
  fields: [
    { name: 'ready', number: 1, description: 'Whether the endpoint is ready to receive traffic. Absent means true.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'serving', number: 2, description: 'Whether the endpoint can receive traffic, also while it is terminating. Absent means the value of `ready`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'terminating', number: 3, description: 'Whether the endpoint is terminating. Absent means false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EndpointHints are hints for how an endpoint should be used. */
export type EndpointHints = {
  /** Zones that should use the endpoint, at most 8. */
  forZones?: ForZone[];
  /** Nodes that should use the endpoint, at most 8. */
  forNodes?: ForNode[];
};

const endpointHintsForZones: ListSchema = { type: 'list', items: () => forZoneSchema, listType: 'atomic', keys: [] };

const endpointHintsForNodes: ListSchema = { type: 'list', items: () => forNodeSchema, listType: 'atomic', keys: [] };

export const endpointHintsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.EndpointHints',
  description: 'EndpointHints are hints for how an endpoint should be used.',
  atomic: false,
  fields: [
    { name: 'forZones', number: 1, description: 'Zones that should use the endpoint, at most 8.', schema: () => endpointHintsForZones, presence: 'implicit', required: false, immutable: false },
    { name: 'forNodes', number: 2, description: 'Nodes that should use the endpoint, at most 8.', schema: () => endpointHintsForNodes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ForZone is a zone that should use an endpoint. */
export type ForZone = {
  /** Name of the zone. */
  name: string;
};

export const forZoneSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.ForZone',
  description: 'ForZone is a zone that should use an endpoint.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the zone.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ForNode is a node that should use an endpoint. */
export type ForNode = {
  /** Name of the node. */
  name: string;
};

export const forNodeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.ForNode',
  description: 'ForNode is a node that should use an endpoint.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the node.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** EndpointPort is a port of the endpoints of a slice. */
export type EndpointPort = {
  /** Name of the port, unique in the slice: that of the service's port. A DNS label or empty. Defaults to the empty string. */
  name?: string;
  /** IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`. */
  protocol?: string;
  /** Number of the port. Absent means that the meaning is left to the client. */
  port?: number;
  /** Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user's own. */
  appProtocol?: string;
};

const endpointPortProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const endpointPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.discovery.v1.EndpointPort',
  description: 'EndpointPort is a port of the endpoints of a slice.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port, unique in the slice: that of the service\'s port. A DNS label or empty. Defaults to the empty string.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'protocol', number: 2, description: 'IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`.', schema: () => endpointPortProtocol, presence: 'explicit', required: false, immutable: false },
    { name: 'port', number: 3, description: 'Number of the port. Absent means that the meaning is left to the client.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'appProtocol', number: 4, description: 'Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user\'s own.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};
