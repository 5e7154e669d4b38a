import type { PodCertificateRequest } from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { PluginHost } from '../../plugin.js';
import { existingNode, existingPod } from './existing.js';

/** Why a kubelet may not request the certificate: its request must name a pod of its node, with the pod's account. */
export async function podCertificateProblem(
  node: string,
  { operation, subresource, namespace, object, signal }: AdmissionAttributes,
  { objects, domain }: Pick<PluginHost, 'objects' | 'domain'>,
): Promise<string | undefined> {
  if (operation !== 'CREATE' || object === undefined) return `unexpected operation ${operation}`;
  if (subresource !== '') return `unexpected subresource ${subresource}`;
  const { spec } = object as PodCertificateRequest;
  const pod = quote(`${namespace}/${spec.podName}`);
  if (spec.nodeName !== node) {
    return `PodCertificateRequest.Spec.NodeName=${quote(spec.nodeName)}, which is not the requesting node ${quote(node)}`;
  }
  const { uid: nodeUid = '' } = (await existingNode(objects, { name: node, signal })).metadata;
  if (nodeUid !== spec.nodeUID) {
    return `PodCertificateRequest for pod ${pod} names node UID ${quote(spec.nodeUID)}, inconsistent with the running node (${quote(nodeUid)})`;
  }
  const found = await existingPod(objects, { namespace, name: spec.podName, signal });
  const { uid: podUid = '', annotations = {} } = found.metadata;
  if (podUid !== spec.podUID) {
    return `PodCertificateRequest for pod ${pod} contains pod UID (${quote(spec.podUID)}) which differs from running pod ${quote(podUid)}`;
  }
  if (found.spec.nodeName !== node) {
    return `pod ${pod} is not running on node ${quote(node)} named in the PodCertificateRequest`;
  }
  if (annotations[domain.key('config.mirror')] !== undefined) return `pod ${pod} is a mirror pod`;
  const { serviceAccountName = '' } = found.spec;
  if (spec.serviceAccountName !== serviceAccountName) {
    return `PodCertificateRequest for pod ${pod} contains serviceAccountName (${quote(spec.serviceAccountName)}) that differs from running pod (${quote(serviceAccountName)})`;
  }
  const known = await objects.get(serviceAccounts, { namespace, name: serviceAccountName, signal });
  if (known === undefined) throw notFound({ group: '', resource: 'serviceaccount' }, serviceAccountName);
  const { uid = '' } = known.metadata;
  if (uid === spec.serviceAccountUID) return undefined;
  return `PodCertificateRequest for pod ${pod} names service account UID ${quote(spec.serviceAccountUID)}, which differs from the running service account (${quote(uid)})`;
}

const quote = (text: string): string => JSON.stringify(text);
