// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import type {
  ClusterTrustBundle,
  PodCertificateRequest,
} from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import type { ClusterType, NamespacedType, PartType } from './resource-type.js';

/** CertificateSigningRequest obtains a certificate: a client submits a request, an approver approves or denies it, and a signer issues the certificate. The kubelet uses it for client certificates (`kubernetes.io/kube-apiserver-client-kubelet`) and serving certificates (`kubernetes.io/kubelet-serving`). */
export const certificateSigningRequests: ClusterType<
  CertificateSigningRequest,
  { readonly approval: PartType; readonly status: PartType }
> = {
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  scope: 'Cluster',
  subresources: { approval: { type: 'part' }, status: { type: 'part' } },
};

/** ClusterTrustBundle publishes the certificate authorities of a signer, or any other set of authorities, to the whole cluster. */
export const clusterTrustBundles: ClusterType<ClusterTrustBundle> = {
  group: 'certificates.k8s.io',
  version: 'v1beta1',
  kind: 'ClusterTrustBundle',
  resource: 'clustertrustbundles',
  scope: 'Cluster',
};

/** PodCertificateRequest is the request of a kubelet for a certificate of a pod. */
export const podCertificateRequests: NamespacedType<PodCertificateRequest, { readonly status: PartType }> = {
  group: 'certificates.k8s.io',
  version: 'v1beta1',
  kind: 'PodCertificateRequest',
  resource: 'podcertificaterequests',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};
