// Generated from proto/certificates/v1/certificates.proto by `npm run generate`. Do not edit.
import { apiVersionField, bytes, int32, kindField, text, time } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** CertificateSigningRequest obtains a certificate: a client submits a request, an approver approves or denies it, and a signer issues the certificate. The kubelet uses it for client certificates (`kubernetes.io/kube-apiserver-client-kubelet`) and serving certificates (`kubernetes.io/kubelet-serving`). */
export type CertificateSigningRequest = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The request. Only `request`, `signerName`, `expirationSeconds` and `usages` can be set on creation; the server sets the other fields. Cannot be updated. */
  spec: CertificateSigningRequestSpec;
  /** Whether the request is approved or denied, and the issued certificate or the reason for the failure. */
  status: CertificateSigningRequestStatus;
};

export const certificateSigningRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1.CertificateSigningRequest',
  description: 'CertificateSigningRequest obtains a certificate: a client submits a request, an approver approves or denies it, and a signer issues the certificate. The kubelet uses it for client certificates (`kubernetes.io/kube-apiserver-client-kubelet`) and serving certificates (`kubernetes.io/kubelet-serving`).',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The request. Only `request`, `signerName`, `expirationSeconds` and `usages` can be set on creation; the server sets the other fields. Cannot be updated.', schema: () => certificateSigningRequestSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Whether the request is approved or denied, and the issued certificate or the reason for the failure.', schema: () => certificateSigningRequestStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const certificateSigningRequestNames: ResourceNames = { resource: 'certificatesigningrequests', singular: 'certificatesigningrequest', kind: 'CertificateSigningRequest', shortNames: ['csr'], categories: [], scope: 'Cluster' };

/** CertificateSigningRequestList is a list of CertificateSigningRequests. */
export type CertificateSigningRequestList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CertificateSigningRequests. */
  items: CertificateSigningRequest[];
};

const certificateSigningRequestListItems: ListSchema = { type: 'list', items: () => certificateSigningRequestSchema, listType: 'atomic', keys: [] };

export const certificateSigningRequestListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1.CertificateSigningRequestList',
  description: 'CertificateSigningRequestList is a list of CertificateSigningRequests.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CertificateSigningRequests.', schema: () => certificateSigningRequestListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** CertificateSigningRequestSpec contains the request. */
export type CertificateSigningRequestSpec = {
  /** X.509 certificate signing request (PKCS#10) in a PEM block `CERTIFICATE REQUEST`. JSON and YAML have it in base64. */
  request: string;
  /** Requested signer: a qualified name, such as `example.com/signer`. Kubernetes defines signers of the domain `kubernetes.io`. Other signers define their own rules for trust, subjects, extensions, usages and expiry. Lists and watches can select it by `spec.signerName`. */
  signerName: string;
  /** Requested duration of validity in seconds, at least 600. The signer may issue a certificate of another duration. */
  expirationSeconds?: number;
  /** Key usages of the issued certificate. Client certificates usually have `digital signature`, `key encipherment` and `client auth`; serving certificates have `server auth` instead. Other values are `signing`, `content commitment`, `key agreement`, `data encipherment`, `cert sign`, `crl sign`, `encipher only`, `decipher only`, `any`, `code signing`, `email protection`, `s/mime`, `ipsec end system`, `ipsec tunnel`, `ipsec user`, `timestamping`, `ocsp signing`, `microsoft sgc` and `netscape sgc`. */
  usages?: string[];
  /** Name of the user who created the object. Set by the server. Cannot be updated. */
  username?: string;
  /** UID of the user who created the object. Set by the server. Cannot be updated. */
  uid?: string;
  /** Groups of the user who created the object. Set by the server. Cannot be updated. */
  groups?: string[];
  /** Extra attributes of the user who created the object. Set by the server. Cannot be updated. */
  extra?: { [key: string]: string[] };
};

const certificateSigningRequestSpecUsages: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const certificateSigningRequestSpecGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const certificateSigningRequestSpecExtraValue: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const certificateSigningRequestSpecExtra: MapSchema = { type: 'map', values: () => certificateSigningRequestSpecExtraValue, atomic: false };

export const certificateSigningRequestSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1.CertificateSigningRequestSpec',
  description: 'CertificateSigningRequestSpec contains the request.',
  atomic: false,
  fields: [
    { name: 'request', number: 1, description: 'X.509 certificate signing request (PKCS#10) in a PEM block `CERTIFICATE REQUEST`. JSON and YAML have it in base64.', schema: () => bytes, presence: 'always', required: true, immutable: false },
    { name: 'signerName', number: 7, description: 'Requested signer: a qualified name, such as `example.com/signer`. Kubernetes defines signers of the domain `kubernetes.io`. Other signers define their own rules for trust, subjects, extensions, usages and expiry. Lists and watches can select it by `spec.signerName`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'expirationSeconds', number: 8, description: 'Requested duration of validity in seconds, at least 600. The signer may issue a certificate of another duration.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'usages', number: 5, description: 'Key usages of the issued certificate. Client certificates usually have `digital signature`, `key encipherment` and `client auth`; serving certificates have `server auth` instead. Other values are `signing`, `content commitment`, `key agreement`, `data encipherment`, `cert sign`, `crl sign`, `encipher only`, `decipher only`, `any`, `code signing`, `email protection`, `s/mime`, `ipsec end system`, `ipsec tunnel`, `ipsec user`, `timestamping`, `ocsp signing`, `microsoft sgc` and `netscape sgc`.', schema: () => certificateSigningRequestSpecUsages, presence: 'implicit', required: false, immutable: false },
    { name: 'username', number: 2, description: 'Name of the user who created the object. Set by the server. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 3, description: 'UID of the user who created the object. Set by the server. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'groups', number: 4, description: 'Groups of the user who created the object. Set by the server. Cannot be updated.', schema: () => certificateSigningRequestSpecGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'extra', number: 6, description: 'Extra attributes of the user who created the object. Set by the server. Cannot be updated.', schema: () => certificateSigningRequestSpecExtra, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CertificateSigningRequestStatus contains the conditions of a request, and the issued certificate. */
export type CertificateSigningRequestStatus = {
  /** Conditions of the request: `Approved`, `Denied`, `Failed`, and others. */
  conditions?: CertificateSigningRequestCondition[];
  /** Issued certificate and its intermediates, as PEM blocks `CERTIFICATE` without headers. The signer sets it after the request is approved, and it cannot be changed. JSON and YAML have it in base64. */
  certificate?: string;
};

const certificateSigningRequestStatusConditions: ListSchema = { type: 'list', items: () => certificateSigningRequestConditionSchema, listType: 'map', keys: ['type'] };

export const certificateSigningRequestStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1.CertificateSigningRequestStatus',
  description: 'CertificateSigningRequestStatus contains the conditions of a request, and the issued certificate.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Conditions of the request: `Approved`, `Denied`, `Failed`, and others.', schema: () => certificateSigningRequestStatusConditions, presence: 'implicit', required: false, immutable: false },
    { name: 'certificate', number: 2, description: 'Issued certificate and its intermediates, as PEM blocks `CERTIFICATE` without headers. The signer sets it after the request is approved, and it cannot be changed. JSON and YAML have it in base64.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CertificateSigningRequestCondition describes a condition of a request. */
export type CertificateSigningRequestCondition = {
  /** Type of the condition. `Approved` and `Denied` are set through the subresource `approval`, exclude each other and cannot be removed; the same holds for `Failed`, which a signer sets through the subresource `status`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. `Approved`, `Denied` and `Failed` can only be `True`. */
  status: string;
  /** Reason of the condition, as one word. */
  reason?: string;
  /** Human-readable details. */
  message?: string;
  /** Time of the last update of the condition. */
  lastUpdateTime?: string;
  /** Time of the last change of `status`. Set by the server if it is absent. */
  lastTransitionTime?: string;
};

export const certificateSigningRequestConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.certificates.v1.CertificateSigningRequestCondition',
  description: 'CertificateSigningRequestCondition describes a condition of a request.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition. `Approved` and `Denied` are set through the subresource `approval`, exclude each other and cannot be removed; the same holds for `Failed`, which a signer sets through the subresource `status`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 6, description: 'Status of the condition: `True`, `False` or `Unknown`. `Approved`, `Denied` and `Failed` can only be `True`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'reason', number: 2, description: 'Reason of the condition, as one word.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 3, description: 'Human-readable details.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'lastUpdateTime', number: 4, description: 'Time of the last update of the condition.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 5, description: 'Time of the last change of `status`. Set by the server if it is absent.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};
