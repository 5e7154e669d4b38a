import { EVENTS } from './rule-lines.js';

/** Rules of components with a leader election. */
const ELECTION = 'get list watch create update: leases.coordination.k8s.io leasecandidates.coordination.k8s.io';

/**
 * Permissions of other components of a cluster, by role name: those of Kubernetes 1.36, without the group `extensions`.
 * The lines are those of `rule-lines.ts`.
 */
export const COMPONENT_ROLES: Readonly<Record<string, readonly string[]>> = {
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient': [
    'create: certificatesigningrequests/nodeclient.certificates.k8s.io',
  ],
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient': [
    'create: certificatesigningrequests/selfnodeclient.certificates.k8s.io',
  ],
  'system:certificates.k8s.io:kube-apiserver-client-approver': [
    'approve: signers.certificates.k8s.io named kubernetes.io/kube-apiserver-client',
  ],
  'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver': [
    'approve: signers.certificates.k8s.io named kubernetes.io/kube-apiserver-client-kubelet',
  ],
  'system:certificates.k8s.io:kubelet-serving-approver': [
    'approve: signers.certificates.k8s.io named kubernetes.io/kubelet-serving',
  ],
  'system:certificates.k8s.io:legacy-unknown-approver': [
    'approve: signers.certificates.k8s.io named kubernetes.io/legacy-unknown',
  ],
  'system:heapster': ['get list watch: events namespaces nodes pods'],
  'system:kube-aggregator': ['get list watch: endpoints services'],
  'system:kube-controller-manager': [
    EVENTS,
    'create: leases.coordination.k8s.io secrets serviceaccounts tokenreviews.authentication.k8s.io',
    'create: subjectaccessreviews.authorization.k8s.io serviceaccounts/token',
    'get update: leases.coordination.k8s.io named kube-controller-manager',
    'delete: secrets',
    'get: configmaps namespaces secrets serviceaccounts',
    'update: secrets serviceaccounts',
    'list watch: *.*',
  ],
  'system:kube-dns': ['list watch: endpoints services'],
  'system:kube-scheduler': [
    EVENTS,
    'create: leases.coordination.k8s.io bindings pods/binding tokenreviews.authentication.k8s.io',
    'create: subjectaccessreviews.authorization.k8s.io',
    'get list watch update: leases.coordination.k8s.io named kube-scheduler',
    'get list watch create update patch delete deletecollection: leasecandidates.coordination.k8s.io',
    'get list watch: nodes replicationcontrollers services replicasets.apps statefulsets.apps',
    'get list watch: poddisruptionbudgets.policy persistentvolumeclaims persistentvolumes',
    'get list watch: csinodes.storage.k8s.io volumeattachments.storage.k8s.io namespaces',
    'get list watch: csidrivers.storage.k8s.io csistoragecapacities.storage.k8s.io',
    'get list watch: deviceclasses.resource.k8s.io resourceslices.resource.k8s.io',
    'get list watch delete: pods',
    'update patch: pods/status resourceclaims/binding.resource.k8s.io',
    'get list watch update patch: resourceclaims.resource.k8s.io resourceclaims/status.resource.k8s.io',
    'update: pods/finalizers',
    'create delete: resourceclaims.resource.k8s.io',
  ],
  'system:kubelet-api-admin': [
    'get list watch: nodes',
    'proxy: nodes',
    '*: nodes/log nodes/metrics nodes/proxy nodes/stats nodes/configz nodes/healthz nodes/pods',
  ],
  'system:node': [
    'create: tokenreviews.authentication.k8s.io localsubjectaccessreviews.authorization.k8s.io',
    'create: subjectaccessreviews.authorization.k8s.io pods/eviction serviceaccounts/token',
    'get list watch: services pods configmaps secrets csidrivers.storage.k8s.io runtimeclasses.node.k8s.io',
    'get list watch create: nodes certificatesigningrequests.certificates.k8s.io',
    'update patch: nodes/status nodes pods/status',
    EVENTS,
    'create delete: pods',
    'get: persistentvolumeclaims persistentvolumes endpoints volumeattachments.storage.k8s.io',
    'get: resourceclaims.resource.k8s.io serviceaccounts',
    'get create update patch delete: leases.coordination.k8s.io csinodes.storage.k8s.io',
    'get update patch: persistentvolumeclaims/status',
    'deletecollection: resourceslices.resource.k8s.io',
  ],
  'system:node-bootstrapper': ['get list watch create: certificatesigningrequests.certificates.k8s.io'],
  'system:node-problem-detector': ['get: nodes', 'patch: nodes/status', EVENTS],
  'system:node-proxier': [
    'list watch: endpoints services servicecidrs.networking.k8s.io endpointslices.discovery.k8s.io',
    'get list watch: nodes',
    EVENTS,
  ],
  'system:persistent-volume-provisioner': [
    'get list watch create delete: persistentvolumes',
    'get list watch update: persistentvolumeclaims',
    'get list watch: storageclasses.storage.k8s.io',
    'watch: events',
    EVENTS,
  ],
  'system:volume-scheduler': [
    'get list watch update patch: persistentvolumes persistentvolumeclaims',
    'get list watch: storageclasses.storage.k8s.io',
  ],
};

/** Permissions of components in the namespace `kube-system`, by role name. */
export const SYSTEM_ROLES: Readonly<Record<string, readonly string[]>> = {
  'system::leader-locking-kube-controller-manager': [ELECTION],
  'system::leader-locking-kube-scheduler': [ELECTION],
  'system:controller:cloud-provider': ['get list watch create: configmaps'],
  'system:controller:token-cleaner': ['get list watch delete: secrets', EVENTS],
};
