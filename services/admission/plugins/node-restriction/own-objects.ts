import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import type { ResourceSlice } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { parseRequest } from '@pilothouse/kinds/certificates/parse-request.js';
import type { AdmissionAttributes } from '../../attributes.js';

const LEASES = 'kube-node-lease';
const KUBELET_SIGNERS = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet'];

/** Why a kubelet may not write the lease. */
export function leaseProblem(node: string, { namespace, name }: AdmissionAttributes): string | undefined {
  if (namespace !== LEASES) return `can only access leases in the ${JSON.stringify(LEASES)} system namespace`;
  return name === node ? undefined : 'can only access node lease with the same name as the requesting node';
}

/** Why a kubelet may not write the CSINode. */
export function ownNameProblem(node: string, { name }: AdmissionAttributes): string | undefined {
  return name === node ? undefined : 'can only access CSINode with the same name as the requesting node';
}

/**
 * Why a kubelet may not create or delete the slice. The Node authorizer checks other writes, but does not know new objects,
 * nor each of those that a deletion of a collection deletes.
 */
export function sliceProblem(node: string, { operation, object, old }: AdmissionAttributes): string | undefined {
  if (operation !== 'CREATE' && operation !== 'DELETE') return undefined;
  const slice = (operation === 'CREATE' ? object : old) as ResourceSlice | undefined;
  if (slice?.spec.nodeName === node) return undefined;
  return `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`;
}

/** Why a kubelet may not request the certificate: it would have the name of another node. */
export function certificateProblem(node: string, { operation, object }: AdmissionAttributes): string | undefined {
  if (operation !== 'CREATE' || object === undefined) return undefined;
  const { signerName, request } = (object as CertificateSigningRequest).spec;
  if (!KUBELET_SIGNERS.includes(signerName)) return undefined;
  const parsed = parseRequest(request);
  if (!parsed.ok) return `unable to parse csr: ${parsed.problem}`;
  const name = `system:node:${node}`;
  return parsed.request.commonName === name ? undefined : `can only create a node CSR with CN=${name}`;
}
