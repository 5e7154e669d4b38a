// Generated from proto/networking/v1/ingress.proto, proto/networking/v1/network_policy.proto, proto/networking/v1/service_address.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, intOrString, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { type TypedLocalObjectReference, typedLocalObjectReferenceSchema } from '../core/v1.js';
import { conditionSchema, labelSelectorSchema, listMetaSchema, objectMetaSchema, type Condition, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Ingress is a collection of rules by which inbound connections reach backends. A controller gives services URLs that can be reached from outside, balances load, terminates TLS and serves virtual hosts by name. */
export type Ingress = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired state of the Ingress. */
  spec: IngressSpec;
  /** Current state of the Ingress. */
  status: IngressStatus;
};

export const ingressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.Ingress',
  description: 'Ingress is a collection of rules by which inbound connections reach backends. A controller gives services URLs that can be reached from outside, balances load, terminates TLS and serves virtual hosts by name.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired state of the Ingress.', schema: () => ingressSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current state of the Ingress.', schema: () => ingressStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const ingressNames: ResourceNames = { resource: 'ingresses', singular: 'ingress', kind: 'Ingress', shortNames: ['ing'], categories: [], scope: 'Namespaced' };

/** IngressList is a list of Ingresses. */
export type IngressList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Ingresses. */
  items: Ingress[];
};

const ingressListItems: ListSchema = { type: 'list', items: () => ingressSchema, listType: 'atomic', keys: [] };

export const ingressListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressList',
  description: 'IngressList is a list of Ingresses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Ingresses.', schema: () => ingressListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** IngressSpec describes an Ingress. */
export type IngressSpec = {
  /** Name of the IngressClass, which says which controller implements the Ingress. It replaces the deprecated annotation `kubernetes.io/ingress.class`. Defaults to the default class of the cluster, if there is one. */
  ingressClassName?: string;
  /** Backend for requests that match no rule. It must be set if there are no rules. */
  defaultBackend?: IngressBackend;
  /** TLS configuration. Hosts share port 443 by means of the SNI extension, if the controller supports that. */
  tls?: IngressTLS[];
  /** Rules by host. Requests that match none go to the default backend. */
  rules?: IngressRule[];
};

const ingressSpecTls: ListSchema = { type: 'list', items: () => ingressTLSSchema, listType: 'atomic', keys: [] };

const ingressSpecRules: ListSchema = { type: 'list', items: () => ingressRuleSchema, listType: 'atomic', keys: [] };

export const ingressSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressSpec',
  description: 'IngressSpec describes an Ingress.',
  atomic: false,
  fields: [
    { name: 'ingressClassName', number: 4, description: 'Name of the IngressClass, which says which controller implements the Ingress. It replaces the deprecated annotation `kubernetes.io/ingress.class`. Defaults to the default class of the cluster, if there is one.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'defaultBackend', number: 1, description: 'Backend for requests that match no rule. It must be set if there are no rules.', schema: () => ingressBackendSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tls', number: 2, description: 'TLS configuration. Hosts share port 443 by means of the SNI extension, if the controller supports that.', schema: () => ingressSpecTls, presence: 'implicit', required: false, immutable: false },
    { name: 'rules', number: 3, description: 'Rules by host. Requests that match none go to the default backend.', schema: () => ingressSpecRules, presence: 'implicit', required: false, immutable: false },
  ],
};

/** IngressTLS describes the TLS configuration of hosts. */
export type IngressTLS = {
  /** Hosts in the certificate. They must match the names in the Secret. Defaults to the wildcard host of the controller. */
  hosts?: string[];
  /** Name of the Secret with certificate and key for port 443. Optional, because the SNI host can select a certificate. Where the SNI host differs from the host header, only the SNI host is used for the termination. */
  secretName?: string;
};

const ingressTLSHosts: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const ingressTLSSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressTLS',
  description: 'IngressTLS describes the TLS configuration of hosts.',
  atomic: false,
  fields: [
    { name: 'hosts', number: 1, description: 'Hosts in the certificate. They must match the names in the Secret. Defaults to the wildcard host of the controller.', schema: () => ingressTLSHosts, presence: 'implicit', required: false, immutable: false },
    { name: 'secretName', number: 2, description: 'Name of the Secret with certificate and key for port 443. Optional, because the SNI host can select a certificate. Where the SNI host differs from the host header, only the SNI host is used for the termination.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** IngressRule maps the paths of a host to backends. Requests are matched by host first, then by path. */
export type IngressRule = {
  /** Fully qualified domain name of a host (RFC 3986), without an address and without a port. A first label `*` matches one label. Absent matches all hosts. */
  host?: string;
  /** Rule for HTTP requests. */
  http?: HTTPIngressRuleValue;
};

export const ingressRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressRule',
  description: 'IngressRule maps the paths of a host to backends. Requests are matched by host first, then by path.',
  atomic: false,
  fields: [
    { name: 'host', number: 1, description: 'Fully qualified domain name of a host (RFC 3986), without an address and without a port. A first label `*` matches one label. Absent matches all hosts.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'http', number: 1, inside: [2], description: 'Rule for HTTP requests.', schema: () => httpIngressRuleValueSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** IngressRuleValue is a rule for requests of a protocol. */
export type IngressRuleValue = {
  /** Rule for HTTP requests. */
  http?: HTTPIngressRuleValue;
};

export const ingressRuleValueSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressRuleValue',
  description: 'IngressRuleValue is a rule for requests of a protocol.',
  atomic: false,
  fields: [
    { name: 'http', number: 1, description: 'Rule for HTTP requests.', schema: () => httpIngressRuleValueSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HTTPIngressRuleValue is a list of paths with their backends. */
export type HTTPIngressRuleValue = {
  /** Paths with their backends. */
  paths: HTTPIngressPath[];
};

const httpIngressRuleValuePaths: ListSchema = { type: 'list', items: () => httpIngressPathSchema, listType: 'atomic', keys: [] };

export const httpIngressRuleValueSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.HTTPIngressRuleValue',
  description: 'HTTPIngressRuleValue is a list of paths with their backends.',
  atomic: false,
  fields: [
    { name: 'paths', number: 1, description: 'Paths with their backends.', schema: () => httpIngressRuleValuePaths, presence: 'always', required: true, immutable: false },
  ],
};

/** HTTPIngressPath maps a path to a backend. */
export type HTTPIngressPath = {
  /** Path of requests, beginning with `/`. Required for the types `Exact` and `Prefix`. */
  path?: string;
  /** How the path is matched: `Exact`, `Prefix` (element by element, split at `/`) or `ImplementationSpecific` (as the IngressClass defines it). */
  pathType?: string;
  /** Backend that gets the requests. */
  backend: IngressBackend;
};

export const httpIngressPathSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.HTTPIngressPath',
  description: 'HTTPIngressPath maps a path to a backend.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path of requests, beginning with `/`. Required for the types `Exact` and `Prefix`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'pathType', number: 3, description: 'How the path is matched: `Exact`, `Prefix` (element by element, split at `/`) or `ImplementationSpecific` (as the IngressClass defines it).', schema: () => text, presence: 'explicit', required: true, immutable: false },
    { name: 'backend', number: 2, description: 'Backend that gets the requests.', schema: () => ingressBackendSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** IngressBackend is the destination of requests: either a service or another resource. */
export type IngressBackend = {
  /** Service in the namespace of the Ingress. */
  service?: IngressServiceBackend;
  /** Other object in the namespace of the Ingress. */
  resource?: TypedLocalObjectReference;
};

export const ingressBackendSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressBackend',
  description: 'IngressBackend is the destination of requests: either a service or another resource.',
  atomic: false,
  fields: [
    { name: 'service', number: 4, description: 'Service in the namespace of the Ingress.', schema: () => ingressServiceBackendSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resource', number: 3, description: 'Other object in the namespace of the Ingress.', schema: () => typedLocalObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** IngressServiceBackend refers to a port of a service. */
export type IngressServiceBackend = {
  /** Name of the service. */
  name: string;
  /** Port of the service, by name or number. */
  port: ServiceBackendPort;
};

export const ingressServiceBackendSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressServiceBackend',
  description: 'IngressServiceBackend refers to a port of a service.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the service.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'port', number: 2, description: 'Port of the service, by name or number.', schema: () => serviceBackendPortSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ServiceBackendPort is a port of a service, by name or by number. */
export type ServiceBackendPort = {
  /** Name of the port. Excludes `number`. */
  name?: string;
  /** Number of the port. Excludes `name`. */
  number?: number;
};

export const serviceBackendPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.ServiceBackendPort',
  description: 'ServiceBackendPort is a port of a service, by name or by number.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port. Excludes `number`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'number', number: 2, description: 'Number of the port. Excludes `name`.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** IngressStatus is the current state of an Ingress. */
export type IngressStatus = {
  /** Current state of the load balancer. */
  loadBalancer: IngressLoadBalancerStatus;
};

export const ingressStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressStatus',
  description: 'IngressStatus is the current state of an Ingress.',
  atomic: false,
  fields: [
    { name: 'loadBalancer', number: 1, description: 'Current state of the load balancer.', schema: () => ingressLoadBalancerStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** IngressLoadBalancerStatus is the state of a load balancer. */
export type IngressLoadBalancerStatus = {
  /** Points at which requests reach the load balancer. */
  ingress?: IngressLoadBalancerIngress[];
};

const ingressLoadBalancerStatusIngress: ListSchema = { type: 'list', items: () => ingressLoadBalancerIngressSchema, listType: 'atomic', keys: [] };

export const ingressLoadBalancerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressLoadBalancerStatus',
  description: 'IngressLoadBalancerStatus is the state of a load balancer.',
  atomic: false,
  fields: [
    { name: 'ingress', number: 1, description: 'Points at which requests reach the load balancer.', schema: () => ingressLoadBalancerStatusIngress, presence: 'implicit', required: false, immutable: false },
  ],
};

/** IngressLoadBalancerIngress is a point at which requests reach a load balancer. */
export type IngressLoadBalancerIngress = {
  /** Address, for load balancers that have one. */
  ip?: string;
  /** Name in DNS, for load balancers that have one. */
  hostname?: string;
  /** Ports of the load balancer. */
  ports?: IngressPortStatus[];
};

const ingressLoadBalancerIngressPorts: ListSchema = { type: 'list', items: () => ingressPortStatusSchema, listType: 'atomic', keys: [] };

export const ingressLoadBalancerIngressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressLoadBalancerIngress',
  description: 'IngressLoadBalancerIngress is a point at which requests reach a load balancer.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'Address, for load balancers that have one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostname', number: 2, description: 'Name in DNS, for load balancers that have one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 4, description: 'Ports of the load balancer.', schema: () => ingressLoadBalancerIngressPorts, presence: 'implicit', required: false, immutable: false },
  ],
};

/** IngressPortStatus is the state of a port. */
export type IngressPortStatus = {
  /** Number of the port. */
  port: number;
  /** Protocol of the port: `TCP`, `UDP` or `SCTP`. */
  protocol: string;
  /** Problem with the port, as a CamelCase word. Words of an implementation have a prefix, as in `example.com/Word`. */
  error?: string;
};

export const ingressPortStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressPortStatus',
  description: 'IngressPortStatus is the state of a port.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Number of the port.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'protocol', number: 2, description: 'Protocol of the port: `TCP`, `UDP` or `SCTP`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'error', number: 3, description: 'Problem with the port, as a CamelCase word. Words of an implementation have a prefix, as in `example.com/Word`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** IngressClass is a class of Ingresses, which names their controller. The annotation `ingressclass.kubernetes.io/is-default-class` makes it the default for new Ingresses. */
export type IngressClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired state of the IngressClass. */
  spec: IngressClassSpec;
};

export const ingressClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressClass',
  description: 'IngressClass is a class of Ingresses, which names their controller. The annotation `ingressclass.kubernetes.io/is-default-class` makes it the default for new Ingresses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired state of the IngressClass.', schema: () => ingressClassSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const ingressClassNames: ResourceNames = { resource: 'ingressclasses', singular: 'ingressclass', kind: 'IngressClass', shortNames: [], categories: [], scope: 'Cluster' };

/** IngressClassList is a list of IngressClasses. */
export type IngressClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of IngressClasses. */
  items: IngressClass[];
};

const ingressClassListItems: ListSchema = { type: 'list', items: () => ingressClassSchema, listType: 'atomic', keys: [] };

export const ingressClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressClassList',
  description: 'IngressClassList is a list of IngressClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of IngressClasses.', schema: () => ingressClassListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** IngressClassSpec describes a class of Ingresses. */
export type IngressClassSpec = {
  /** Name of the controller: a path with a domain as prefix, at most 250 characters, such as `acme.io/controller`. Cannot be updated. */
  controller?: string;
  /** Object with more configuration for the controller. */
  parameters?: IngressClassParametersReference;
};

export const ingressClassSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressClassSpec',
  description: 'IngressClassSpec describes a class of Ingresses.',
  atomic: false,
  fields: [
    { name: 'controller', number: 1, description: 'Name of the controller: a path with a domain as prefix, at most 250 characters, such as `acme.io/controller`. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'parameters', number: 2, description: 'Object with more configuration for the controller.', schema: () => ingressClassParametersReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** IngressClassParametersReference refers to an object, cluster-scoped or in a namespace. */
export type IngressClassParametersReference = {
  /** API group of the object. Absent means the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Whether the object is in a namespace: `Cluster` or `Namespace`. Defaults to `Cluster`. */
  scope?: string;
  /** Namespace of the object. Required for the scope `Namespace`, and not allowed otherwise. */
  namespace?: string;
};

export const ingressClassParametersReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IngressClassParametersReference',
  description: 'IngressClassParametersReference refers to an object, cluster-scoped or in a namespace.',
  atomic: false,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the object. Absent means the core group.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'scope', number: 4, description: 'Whether the object is in a namespace: `Cluster` or `Namespace`. Defaults to `Cluster`.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '"Cluster"' },
    { name: 'namespace', number: 5, description: 'Namespace of the object. Required for the scope `Namespace`, and not allowed otherwise.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NetworkPolicy describes which traffic is allowed for a set of pods. */
export type NetworkPolicy = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the policy. */
  spec: NetworkPolicySpec;
};

export const networkPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicy',
  description: 'NetworkPolicy describes which traffic is allowed for a set of pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the policy.', schema: () => networkPolicySpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const networkPolicyNames: ResourceNames = { resource: 'networkpolicies', singular: 'networkpolicy', kind: 'NetworkPolicy', shortNames: ['netpol'], categories: [], scope: 'Namespaced' };

/** NetworkPolicyList is a list of NetworkPolicies. */
export type NetworkPolicyList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of NetworkPolicies. */
  items: NetworkPolicy[];
};

const networkPolicyListItems: ListSchema = { type: 'list', items: () => networkPolicySchema, listType: 'atomic', keys: [] };

export const networkPolicyListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicyList',
  description: 'NetworkPolicyList is a list of NetworkPolicies.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of NetworkPolicies.', schema: () => networkPolicyListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** NetworkPolicySpec is the specification of a NetworkPolicy. */
export type NetworkPolicySpec = {
  /** Pods in the namespace of the policy to which it applies. Rules of several policies that select a pod add up. Empty selects all pods of the namespace. */
  podSelector: LabelSelector;
  /** Rules for incoming traffic. Traffic is allowed if no policy selects the pod, if it comes from the node of the pod, or if a rule of a policy that selects the pod matches it. Without rules, the policy allows no incoming traffic. */
  ingress?: NetworkPolicyIngressRule[];
  /** Rules for outgoing traffic. Traffic is allowed if no policy for outgoing traffic selects the pod, or if a rule of one that selects the pod matches it. Without rules, a policy for outgoing traffic allows none. */
  egress?: NetworkPolicyEgressRule[];
  /** Directions to which the policy applies: `Ingress`, `Egress` or both. Defaults to `Ingress`, and `Egress` if there are rules for outgoing traffic. */
  policyTypes?: string[];
};

const networkPolicySpecIngress: ListSchema = { type: 'list', items: () => networkPolicyIngressRuleSchema, listType: 'atomic', keys: [] };

const networkPolicySpecEgress: ListSchema = { type: 'list', items: () => networkPolicyEgressRuleSchema, listType: 'atomic', keys: [] };

const networkPolicySpecPolicyTypes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const networkPolicySpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicySpec',
  description: 'NetworkPolicySpec is the specification of a NetworkPolicy.',
  atomic: false,
  fields: [
    { name: 'podSelector', number: 1, description: 'Pods in the namespace of the policy to which it applies. Rules of several policies that select a pod add up. Empty selects all pods of the namespace.', schema: () => labelSelectorSchema, presence: 'always', required: false, immutable: false },
    { name: 'ingress', number: 2, description: 'Rules for incoming traffic. Traffic is allowed if no policy selects the pod, if it comes from the node of the pod, or if a rule of a policy that selects the pod matches it. Without rules, the policy allows no incoming traffic.', schema: () => networkPolicySpecIngress, presence: 'implicit', required: false, immutable: false },
    { name: 'egress', number: 3, description: 'Rules for outgoing traffic. Traffic is allowed if no policy for outgoing traffic selects the pod, or if a rule of one that selects the pod matches it. Without rules, a policy for outgoing traffic allows none.', schema: () => networkPolicySpecEgress, presence: 'implicit', required: false, immutable: false },
    { name: 'policyTypes', number: 4, description: 'Directions to which the policy applies: `Ingress`, `Egress` or both. Defaults to `Ingress`, and `Egress` if there are rules for outgoing traffic.', schema: () => networkPolicySpecPolicyTypes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NetworkPolicyIngressRule allows incoming traffic that matches both its ports and its peers. */
export type NetworkPolicyIngressRule = {
  /** Ports that are allowed. Empty allows all ports. */
  ports?: NetworkPolicyPort[];
  /** Sources that are allowed. Empty allows all sources. */
  from?: NetworkPolicyPeer[];
};

const networkPolicyIngressRulePorts: ListSchema = { type: 'list', items: () => networkPolicyPortSchema, listType: 'atomic', keys: [] };

const networkPolicyIngressRuleFrom: ListSchema = { type: 'list', items: () => networkPolicyPeerSchema, listType: 'atomic', keys: [] };

export const networkPolicyIngressRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicyIngressRule',
  description: 'NetworkPolicyIngressRule allows incoming traffic that matches both its ports and its peers.',
  atomic: false,
  fields: [
    { name: 'ports', number: 1, description: 'Ports that are allowed. Empty allows all ports.', schema: () => networkPolicyIngressRulePorts, presence: 'implicit', required: false, immutable: false },
    { name: 'from', number: 2, description: 'Sources that are allowed. Empty allows all sources.', schema: () => networkPolicyIngressRuleFrom, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NetworkPolicyEgressRule allows outgoing traffic that matches both its ports and its peers. */
export type NetworkPolicyEgressRule = {
  /** Ports that are allowed. Empty allows all ports. */
  ports?: NetworkPolicyPort[];
  /** Destinations that are allowed. Empty allows all destinations. */
  to?: NetworkPolicyPeer[];
};

const networkPolicyEgressRulePorts: ListSchema = { type: 'list', items: () => networkPolicyPortSchema, listType: 'atomic', keys: [] };

const networkPolicyEgressRuleTo: ListSchema = { type: 'list', items: () => networkPolicyPeerSchema, listType: 'atomic', keys: [] };

export const networkPolicyEgressRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicyEgressRule',
  description: 'NetworkPolicyEgressRule allows outgoing traffic that matches both its ports and its peers.',
  atomic: false,
  fields: [
    { name: 'ports', number: 1, description: 'Ports that are allowed. Empty allows all ports.', schema: () => networkPolicyEgressRulePorts, presence: 'implicit', required: false, immutable: false },
    { name: 'to', number: 2, description: 'Destinations that are allowed. Empty allows all destinations.', schema: () => networkPolicyEgressRuleTo, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NetworkPolicyPort is a port, or a range of ports, of a protocol. */
export type NetworkPolicyPort = {
  /** Protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`. */
  protocol?: string;
  /** Port by number, or by the name that it has in the pod. Absent means all ports. */
  port?: number | string;
  /** Last port of a range that begins with `port`, which must be a number. */
  endPort?: number;
};

export const networkPolicyPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicyPort',
  description: 'NetworkPolicyPort is a port, or a range of ports, of a protocol.',
  atomic: false,
  fields: [
    { name: 'protocol', number: 1, description: 'Protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '"TCP"' },
    { name: 'port', number: 2, description: 'Port by number, or by the name that it has in the pod. Absent means all ports.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false },
    { name: 'endPort', number: 3, description: 'Last port of a range that begins with `port`, which must be a number.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NetworkPolicyPeer selects sources or destinations. Pod selector and namespace selector can be combined; an IP block stands alone. */
export type NetworkPolicyPeer = {
  /** Pods, in the namespace of the policy or in the selected namespaces. Empty selects all pods. */
  podSelector?: LabelSelector;
  /** Namespaces. Empty selects all namespaces. */
  namespaceSelector?: LabelSelector;
  /** Range of IP addresses. */
  ipBlock?: IPBlock;
};

export const networkPolicyPeerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.NetworkPolicyPeer',
  description: 'NetworkPolicyPeer selects sources or destinations. Pod selector and namespace selector can be combined; an IP block stands alone.',
  atomic: false,
  fields: [
    { name: 'podSelector', number: 1, description: 'Pods, in the namespace of the policy or in the selected namespaces. Empty selects all pods.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'namespaceSelector', number: 2, description: 'Namespaces. Empty selects all namespaces.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ipBlock', number: 3, description: 'Range of IP addresses.', schema: () => ipBlockSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** IPBlock is a range of IP addresses, with exceptions. */
export type IPBlock = {
  /** Range in CIDR notation, such as `192.168.1.0/24` or `2001:db8::/64`. */
  cidr: string;
  /** Ranges that are excluded, each a strict part of `cidr`. */
  except?: string[];
};

const ipBlockExcept: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const ipBlockSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.networking.v1.IPBlock',
  description: 'IPBlock is a range of IP addresses, with exceptions.',
  atomic: false,
  fields: [
    { name: 'cidr', number: 1, description: 'Range in CIDR notation, such as `192.168.1.0/24` or `2001:db8::/64`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'except', number: 2, description: 'Ranges that are excluded, each a strict part of `cidr`.', schema: () => ipBlockExcept, presence: 'implicit', required: false, immutable: false },
  ],
};

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
  name: 'io.k8s.api.networking.v1.IPAddress',
  description: 'IPAddress is a single IP address that is in use. The server creates one for each cluster IP that it allocates. The name of the object is the address in its canonical form.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired state of the address.', schema: () => ipAddressSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const ipAddressNames: ResourceNames = { resource: 'ipaddresses', singular: 'ipaddress', kind: 'IPAddress', shortNames: ['ip'], categories: [], scope: 'Cluster' };

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
  name: 'io.k8s.api.networking.v1.IPAddressList',
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
  name: 'io.k8s.api.networking.v1.IPAddressSpec',
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
  name: 'io.k8s.api.networking.v1.ParentReference',
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
  name: 'io.k8s.api.networking.v1.ServiceCIDR',
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

export const serviceCIDRNames: ResourceNames = { resource: 'servicecidrs', singular: 'servicecidr', kind: 'ServiceCIDR', shortNames: [], categories: [], scope: 'Cluster' };

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
  name: 'io.k8s.api.networking.v1.ServiceCIDRList',
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
  name: 'io.k8s.api.networking.v1.ServiceCIDRSpec',
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
  name: 'io.k8s.api.networking.v1.ServiceCIDRStatus',
  description: 'ServiceCIDRStatus is the current state of a ServiceCIDR.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'State of the ranges. The condition `Ready` says whether addresses can be allocated.', schema: () => serviceCIDRStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};
