import type { Node, PersistentVolumeClaim, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { nodes, persistentVolumeClaims, persistentVolumes, pods, serviceAccounts } from '@pilothouse/client/core.js';
import { csiDrivers } from '@pilothouse/client/storage.js';
import { nodeNameOf } from '@pilothouse/kinds/core/node-identity.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import type { Capabilities } from '../../capabilities.js';
import { definePlugin, type PluginHost } from '../../plugin.js';
import { claimStatusProblem } from './claim-status.js';
import { changedNodeProblem, newNodeProblem } from './nodes.js';
import { certificateProblem, leaseProblem, ownNameProblem, sliceProblem } from './own-objects.js';
import { existingNode, existingPod } from './existing.js';
import { podCertificateProblem } from './pod-certificates.js';
import { newPodProblem, podStatusProblem, referenceProblem } from './pods.js';
import { checkToken } from './tokens.js';

type Host = PluginHost & Pick<Capabilities, 'authorizer'>;
/** Checks a write of a kubelet. Throws a StatusError, or returns why the write is refused. */
type Check = (
  node: string,
  attributes: AdmissionAttributes,
  host: Host,
) => Promise<string | undefined> | string | undefined;

/**
 * Limits the writes of kubelets to their own node and its pods. With the Node authorizer, a stolen credential of a kubelet gives
 * access to what its node needs, and not to the cluster.
 */
export const nodeRestriction = definePlugin({
  name: 'NodeRestriction',
  isDefault: false,
  reads: [nodes, pods, serviceAccounts, persistentVolumeClaims, persistentVolumes, csiDrivers],
  needs: ['authorizer'],
  create(host) {
    const { domain } = host;
    const checks = new Map<string, Check>([
      ['/pods', checkPod],
      ['/nodes', checkNode],
      ['/persistentvolumeclaims', checkClaim],
      ['/serviceaccounts', checkToken],
      [`${domain.group('coordination')}/leases`, leaseProblem],
      [`${domain.group('storage')}/csinodes`, ownNameProblem],
      [`${domain.group('resource')}/resourceslices`, sliceProblem],
      [`${domain.group('certificates')}/certificatesigningrequests`, certificateProblem],
      [`${domain.group('certificates')}/podcertificaterequests`, podCertificateProblem],
    ]);

    async function refuse(node: string, attributes: AdmissionAttributes): Promise<undefined> {
      const { user, resource } = attributes;
      if (node === '') throw forbidden(attributes, `could not determine node from user ${JSON.stringify(user.name)}`);
      const check = checks.get(`${resource.group}/${resource.resource}`);
      const problem = await check?.(node, attributes, host);
      if (problem !== undefined) throw forbidden(attributes, problem);
    }

    return {
      name: 'NodeRestriction',
      // All resources: a user without the name of a node writes nothing.
      rules: [{ operations: ['CREATE', 'UPDATE', 'DELETE'], groups: ['*'], versions: ['*'], resources: ['*/*'] }],
      admit(attributes) {
        const node = nodeNameOf(attributes.user);
        return node === undefined ? undefined : refuse(node, attributes);
      },
    };
  },
});

const checkPod: Check = (node, attributes, host) => {
  const { subresource } = attributes;
  switch (subresource) {
    case '':
      return checkWholePod(node, attributes, host);
    case 'status':
      return checkPodStatus(node, attributes);
    case 'eviction':
      return checkEviction(node, attributes, host);
    default:
      return `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`;
  }
};

// The rules match only objects of these types, which the schemas of their kinds have decoded.

async function checkWholePod(node: string, attributes: AdmissionAttributes, host: Host): Promise<string | undefined> {
  const { operation, object, old } = attributes;
  const quoted = JSON.stringify(node);
  if (operation === 'CREATE' && object !== undefined) return checkNewPod(node, object as Pod, attributes, host);
  if (operation !== 'DELETE' || old === undefined) {
    return `unexpected operation ${JSON.stringify(operation)}, node ${quoted} can only create and delete mirror pods`;
  }
  const { nodeName } = (old as Pod).spec;
  return nodeName === node ? undefined : `node ${quoted} can only delete pods with spec.nodeName set to itself`;
}

async function checkNewPod(
  node: string,
  pod: Pod,
  { signal }: AdmissionAttributes,
  { objects, domain }: Host,
): Promise<string | undefined> {
  const problem = newPodProblem(node, pod, domain.key('config.mirror'));
  if (problem !== undefined) return problem;
  const { uid = '' } = (await existingNode(objects, { name: node, signal })).metadata;
  const [owner] = pod.metadata.ownerReferences ?? [];
  if (owner?.uid !== uid) return `node ${node} UID mismatch: expected ${owner?.uid} got ${uid}`;
  return referenceProblem(node, pod);
}

function checkPodStatus(node: string, { operation, object, old }: AdmissionAttributes): string | undefined {
  if (operation !== 'UPDATE' || object === undefined || old === undefined) {
    return `unexpected operation ${JSON.stringify(operation)}`;
  }
  return podStatusProblem(node, object as Pod, old as Pod);
}

async function checkEviction(
  node: string,
  { operation, namespace, name, signal }: AdmissionAttributes,
  { objects }: Host,
): Promise<string | undefined> {
  if (operation !== 'CREATE') return `unexpected operation ${operation}`;
  const { spec } = await existingPod(objects, { namespace, name, signal });
  return spec.nodeName === node ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
}

const checkNode: Check = (node, { operation, name, object, old }) => {
  if (name !== node) {
    return `node ${JSON.stringify(node)} is not allowed to modify node ${JSON.stringify(name)}`;
  }
  if (operation === 'CREATE' && object !== undefined) return newNodeProblem(node, object as Node);
  if (operation !== 'UPDATE' || object === undefined || old === undefined) return undefined;
  return changedNodeProblem(node, object as Node, old as Node);
};

const checkClaim: Check = (node, { operation, subresource, object, old }) => {
  if (subresource !== 'status') return 'may only update PVC status';
  if (operation !== 'UPDATE' || object === undefined || old === undefined) {
    return `unexpected operation ${JSON.stringify(operation)}`;
  }
  return claimStatusProblem(node, object as PersistentVolumeClaim, old as PersistentVolumeClaim);
};
