// Generated from proto/certificates/v1beta1/pod_certificate_request.proto, proto/certificates/v1beta1/trust_bundle.proto by `npm run generate`. Do not edit.
import { apiVersionField, bytes, int32, kindField, text, time } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, listMetaSchema, objectMetaSchema, type Condition, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** PodCertificateRequest is the request of a kubelet for a certificate of a pod. */
export type PodCertificateRequest = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The requested certificate. It cannot be changed. */
  spec: PodCertificateRequestSpec;
  /** The issued certificate and conditions. The signer writes it. */
  status: PodCertificateRequestStatus;
};

export const podCertificateRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.PodCertificateRequest',
  description: 'PodCertificateRequest is the request of a kubelet for a certificate of a pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The requested certificate. It cannot be changed.', schema: () => podCertificateRequestSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The issued certificate and conditions. The signer writes it.', schema: () => podCertificateRequestStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const podCertificateRequestNames: ResourceNames = { resource: 'podcertificaterequests', singular: 'podcertificaterequest', kind: 'PodCertificateRequest', shortNames: [], categories: [], scope: 'Namespaced' };

/** PodCertificateRequestList is a list of PodCertificateRequests. */
export type PodCertificateRequestList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The PodCertificateRequests. */
  items: PodCertificateRequest[];
};

const podCertificateRequestListItems: ListSchema = { type: 'list', items: () => podCertificateRequestSchema, listType: 'atomic', keys: [] };

export const podCertificateRequestListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.PodCertificateRequestList',
  description: 'PodCertificateRequestList is a list of PodCertificateRequests.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The PodCertificateRequests.', schema: () => podCertificateRequestListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PodCertificateRequestSpec is the specification of a PodCertificateRequest. */
export type PodCertificateRequestSpec = {
  /** Signer of the certificate, such as `example.com/signer`. Names below `kubernetes.io` are reserved. */
  signerName: string;
  /** Name of the pod. */
  podName: string;
  /** UID of the pod. */
  podUID: string;
  /** Name of the service account of the pod. */
  serviceAccountName: string;
  /** UID of the service account. */
  serviceAccountUID: string;
  /** Name of the node that runs the pod. */
  nodeName: string;
  /** UID of the node. */
  nodeUID: string;
  /** Maximum lifetime of the certificate in seconds, from one hour to 91 days, or to one day for a signer below `kubernetes.io`. Defaults to one day. The signer can issue a shorter one of at least an hour. */
  maxExpirationSeconds?: number;
  /** Public key in DER (PKIX): RSA with 3072 or 4096 bits, ECDSA with P-256, P-384 or P-521, or Ed25519. Deprecated: use `stubPKCS10Request`. */
  pkixPublicKey?: string;
  /** Signature of the UID of the pod by the private key, which proves its possession. Deprecated, as `pkixPublicKey`. */
  proofOfPossession?: string;
  /** Certificate signing request (PKCS#10) in DER with the public key. The server checks its signature; signers use only its key. Required without `pkixPublicKey`. */
  stubPKCS10Request?: string;
  /** Further information for the signer, which Kubernetes does not check. Keys have a domain. */
  unverifiedUserAnnotations?: { [key: string]: string };
};

const podCertificateRequestSpecUnverifiedUserAnnotations: MapSchema = { type: 'map', values: () => text, atomic: false };

export const podCertificateRequestSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.PodCertificateRequestSpec',
  description: 'PodCertificateRequestSpec is the specification of a PodCertificateRequest.',
  atomic: false,
  fields: [
    { name: 'signerName', number: 1, description: 'Signer of the certificate, such as `example.com/signer`. Names below `kubernetes.io` are reserved.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'podName', number: 2, description: 'Name of the pod.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'podUID', number: 3, description: 'UID of the pod.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'serviceAccountName', number: 4, description: 'Name of the service account of the pod.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'serviceAccountUID', number: 5, description: 'UID of the service account.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'nodeName', number: 6, description: 'Name of the node that runs the pod.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'nodeUID', number: 7, description: 'UID of the node.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'maxExpirationSeconds', number: 8, description: 'Maximum lifetime of the certificate in seconds, from one hour to 91 days, or to one day for a signer below `kubernetes.io`. Defaults to one day. The signer can issue a shorter one of at least an hour.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '86400' },
    { name: 'pkixPublicKey', number: 9, description: 'Public key in DER (PKIX): RSA with 3072 or 4096 bits, ECDSA with P-256, P-384 or P-521, or Ed25519. Deprecated: use `stubPKCS10Request`.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'proofOfPossession', number: 10, description: 'Signature of the UID of the pod by the private key, which proves its possession. Deprecated, as `pkixPublicKey`.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'stubPKCS10Request', number: 12, description: 'Certificate signing request (PKCS#10) in DER with the public key. The server checks its signature; signers use only its key. Required without `pkixPublicKey`.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'unverifiedUserAnnotations', number: 11, description: 'Further information for the signer, which Kubernetes does not check. Keys have a domain.', schema: () => podCertificateRequestSpecUnverifiedUserAnnotations, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodCertificateRequestStatus is the status of a PodCertificateRequest. */
export type PodCertificateRequestStatus = {
  /** At most one condition: `Issued`, `Denied` or `Failed`, with the status `True`. It cannot be changed. */
  conditions?: Condition[];
  /** The certificate and its intermediate authorities, in PEM. */
  certificateChain?: string;
  /** Time when the certificate becomes valid, as in the certificate. */
  notBefore?: string;
  /** Time when the kubelet should begin to renew the certificate. */
  beginRefreshAt?: string;
  /** Time when the certificate expires, as in the certificate. */
  notAfter?: string;
};

const podCertificateRequestStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const podCertificateRequestStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.PodCertificateRequestStatus',
  description: 'PodCertificateRequestStatus is the status of a PodCertificateRequest.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'At most one condition: `Issued`, `Denied` or `Failed`, with the status `True`. It cannot be changed.', schema: () => podCertificateRequestStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'certificateChain', number: 2, description: 'The certificate and its intermediate authorities, in PEM.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'notBefore', number: 4, description: 'Time when the certificate becomes valid, as in the certificate.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'beginRefreshAt', number: 5, description: 'Time when the kubelet should begin to renew the certificate.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'notAfter', number: 6, description: 'Time when the certificate expires, as in the certificate.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ClusterTrustBundle publishes the certificate authorities of a signer, or any other set of authorities, to the whole cluster. */
export type ClusterTrustBundle = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The signer, if any, and the certificates. */
  spec: ClusterTrustBundleSpec;
};

export const clusterTrustBundleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.ClusterTrustBundle',
  description: 'ClusterTrustBundle publishes the certificate authorities of a signer, or any other set of authorities, to the whole cluster.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The signer, if any, and the certificates.', schema: () => clusterTrustBundleSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const clusterTrustBundleNames: ResourceNames = { resource: 'clustertrustbundles', singular: 'clustertrustbundle', kind: 'ClusterTrustBundle', shortNames: [], categories: [], scope: 'Cluster' };

/** ClusterTrustBundleList is a list of ClusterTrustBundles. */
export type ClusterTrustBundleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ClusterTrustBundles. */
  items: ClusterTrustBundle[];
};

const clusterTrustBundleListItems: ListSchema = { type: 'list', items: () => clusterTrustBundleSchema, listType: 'atomic', keys: [] };

export const clusterTrustBundleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.ClusterTrustBundleList',
  description: 'ClusterTrustBundleList is a list of ClusterTrustBundles.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ClusterTrustBundles.', schema: () => clusterTrustBundleListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ClusterTrustBundleSpec is the specification of a ClusterTrustBundle. */
export type ClusterTrustBundleSpec = {
  /** Signer of the certificates. The name of the object then begins with it and a colon, with colons in place of slashes. Writes need the permission `attest` on the signer. It cannot be changed. */
  signerName?: string;
  /** Certificates of authorities, in PEM without headers, each once. Their order has no meaning. At most 1 MiB. */
  trustBundle: string;
};

export const clusterTrustBundleSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1beta1.ClusterTrustBundleSpec',
  description: 'ClusterTrustBundleSpec is the specification of a ClusterTrustBundle.',
  atomic: false,
  fields: [
    { name: 'signerName', number: 1, description: 'Signer of the certificates. The name of the object then begins with it and a colon, with colons in place of slashes. Writes need the permission `attest` on the signer. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'trustBundle', number: 2, description: 'Certificates of authorities, in PEM without headers, each once. Their order has no meaning. At most 1 MiB.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};
