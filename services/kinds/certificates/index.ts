import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { certificateSigningRequests, type CertificateOptions } from './certificate-signing-requests.js';
import { clusterTrustBundles } from './cluster-trust-bundles.js';
import { podCertificateRequests } from './pod-certificate-requests.js';

/** The kinds of the group `certificates.k8s.io`. */
export function certificatesKinds(domain: Domain, options: CertificateOptions): readonly ResourceDefinition[] {
  return [
    certificateSigningRequests(domain, options),
    clusterTrustBundles(domain),
    podCertificateRequests(domain, options),
  ];
}
