import type { FeatureName } from '../../features/gates.js';
import { EVENTS } from './rule-lines.js';

/**
 * Permissions of the controllers of kube-controller-manager, by service account: those of Kubernetes 1.36, without the
 * group `extensions`. The lines are those of `rule-lines.ts`.
 */
export const CONTROLLER_ROLES: Readonly<Record<string, readonly string[]>> = {
  'attachdetach-controller': [
    'list watch: persistentvolumeclaims persistentvolumes pods',
    'get list watch: nodes csidrivers.storage.k8s.io csinodes.storage.k8s.io',
    'update patch: nodes/status',
    EVENTS,
    'get list watch create delete: volumeattachments.storage.k8s.io',
  ],
  'certificate-controller': [
    'get list watch delete: certificatesigningrequests.certificates.k8s.io',
    'update: certificatesigningrequests/approval.certificates.k8s.io',
    'update: certificatesigningrequests/status.certificates.k8s.io',
    'approve: signers.certificates.k8s.io named kubernetes.io/kube-apiserver-client-kubelet',
    'sign: signers.certificates.k8s.io named kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown',
    'create: subjectaccessreviews.authorization.k8s.io',
    EVENTS,
  ],
  'clusterrole-aggregation-controller': [
    'get list watch update patch escalate: clusterroles.rbac.authorization.k8s.io',
  ],
  'cronjob-controller': [
    'get list watch update: cronjobs.batch',
    'get list watch create update patch delete: jobs.batch',
    'update: cronjobs/status.batch cronjobs/finalizers.batch',
    'list watch delete: pods',
    EVENTS,
  ],
  'daemon-set-controller': [
    'get list watch: daemonsets.apps',
    'update: daemonsets/status.apps daemonsets/finalizers.apps',
    'list watch: nodes',
    'list watch create patch delete: pods',
    'create: pods/binding',
    'get list watch create update patch delete: controllerrevisions.apps',
    EVENTS,
  ],
  'deployment-controller': [
    'get list watch update: deployments.apps pods',
    'update: deployments/status.apps deployments/finalizers.apps',
    'get list watch create update patch delete: replicasets.apps',
    EVENTS,
  ],
  'device-taint-eviction-controller': [
    'get list watch delete: pods',
    'update patch: pods/status',
    'get list watch: resourceclaims.resource.k8s.io resourceslices.resource.k8s.io',
    'get list watch: deviceclasses.resource.k8s.io',
    EVENTS,
  ],
  'disruption-controller': [
    'get list watch: deployments.apps replicasets.apps replicationcontrollers poddisruptionbudgets.policy',
    'get list watch: statefulsets.apps',
    'update: poddisruptionbudgets/status.policy',
    'update patch: pods/status',
    'get: */scale.*',
    EVENTS,
  ],
  'endpoint-controller': [
    'get list watch: pods services',
    'get list watch create update delete: endpoints',
    'create: endpoints/restricted',
    EVENTS,
  ],
  'endpointslice-controller': [
    'get list watch: nodes pods services',
    'update: services/finalizers',
    'get list watch create update delete: endpointslices.discovery.k8s.io',
    'create: endpointslices/restricted.discovery.k8s.io',
    EVENTS,
  ],
  'endpointslicemirroring-controller': [
    'get list watch: endpoints services',
    'update: services/finalizers endpoints/finalizers',
    'get list watch create update delete: endpointslices.discovery.k8s.io',
    'create: endpointslices/restricted.discovery.k8s.io',
    EVENTS,
  ],
  'ephemeral-volume-controller': [
    'get list watch: pods',
    'update: pods/finalizers',
    'get list watch create: persistentvolumeclaims',
    EVENTS,
  ],
  'expand-controller': [
    'get list watch update patch: persistentvolumes',
    'update patch: persistentvolumeclaims/status',
    'get list watch: persistentvolumeclaims',
    EVENTS,
  ],
  'generic-garbage-collector': ['get list watch update patch delete: *.*', EVENTS],
  'horizontal-pod-autoscaler': [
    'get list watch: horizontalpodautoscalers.autoscaling *.custom.metrics.k8s.io *.external.metrics.k8s.io',
    'update: horizontalpodautoscalers/status.autoscaling',
    'get update: */scale.*',
    'list watch: pods pods.metrics.k8s.io',
    EVENTS,
  ],
  'job-controller': [
    'get list watch update patch: jobs.batch',
    'update: jobs/status.batch jobs/finalizers.batch',
    'list watch create patch delete: pods',
    EVENTS,
  ],
  'legacy-service-account-token-cleaner': [
    'get: configmaps named kube-apiserver-legacy-service-account-token-tracking',
    'patch delete: secrets',
  ],
  'namespace-controller': [
    'get list watch delete: namespaces',
    'update: namespaces/finalize namespaces/status',
    'get list watch delete deletecollection: *.*',
  ],
  'node-controller': [
    'get list watch update patch delete: nodes',
    'update patch: nodes/status pods/status',
    'get list watch delete: pods',
    EVENTS,
  ],
  'persistent-volume-binder': [
    'get list watch create update delete: persistentvolumes',
    'update: persistentvolumes/status persistentvolumeclaims/status',
    'get list watch update: persistentvolumeclaims',
    'get list watch create delete: pods',
    'get list watch: storageclasses.storage.k8s.io',
    'list watch: nodes',
    EVENTS,
    'watch: events',
  ],
  'pod-garbage-collector': ['list watch delete: pods', 'get list watch: nodes', 'patch: pods/status'],
  'pv-protection-controller': ['get list watch update: persistentvolumes', EVENTS],
  'pvc-protection-controller': [
    'get list watch update: persistentvolumeclaims',
    'update: persistentvolumeclaims/status',
    'get list watch: pods',
    EVENTS,
  ],
  'replicaset-controller': [
    'get list watch update: replicasets.apps',
    'update: replicasets/status.apps replicasets/finalizers.apps',
    'list watch create patch delete: pods',
    EVENTS,
  ],
  'replication-controller': [
    'get list watch update: replicationcontrollers',
    'update: replicationcontrollers/status replicationcontrollers/finalizers',
    'list watch create patch delete: pods',
    EVENTS,
  ],
  'resource-claim-controller': [
    'get list watch: pods',
    'update: pods/finalizers',
    'get list watch create delete: resourceclaims.resource.k8s.io',
    'update patch: resourceclaims.resource.k8s.io resourceclaims/status.resource.k8s.io pods/status',
    'update patch: resourceclaims/binding.resource.k8s.io',
    EVENTS,
  ],
  'resourcequota-controller': ['list watch: *.*', 'update: resourcequotas/status', EVENTS],
  'root-ca-cert-publisher': ['create update: configmaps', EVENTS],
  'route-controller': ['list watch: nodes', 'patch: nodes/status', EVENTS],
  'selinux-warning-controller': [
    EVENTS,
    'get list watch: persistentvolumes persistentvolumeclaims pods csidrivers.storage.k8s.io',
  ],
  'service-account-controller': ['create: serviceaccounts', EVENTS],
  'service-cidrs-controller': [
    'get list watch update patch: servicecidrs.networking.k8s.io',
    'update patch: servicecidrs/finalizers.networking.k8s.io servicecidrs/status.networking.k8s.io',
    'get list watch: ipaddresses.networking.k8s.io',
    EVENTS,
  ],
  'service-controller': ['get list watch: services', 'update patch: services/status', 'list watch: nodes', EVENTS],
  'statefulset-controller': [
    'list watch: pods',
    'get list watch: statefulsets.apps',
    'update: statefulsets/status.apps statefulsets/finalizers.apps pods/finalizers',
    'get create update patch delete: pods',
    'get list watch create update patch delete: controllerrevisions.apps',
    'get list watch create: persistentvolumeclaims',
    'update delete: persistentvolumeclaims',
    EVENTS,
  ],
  'ttl-after-finished-controller': ['get list watch delete: jobs.batch', EVENTS],
  'ttl-controller': ['list watch update patch: nodes', EVENTS],
  'validatingadmissionpolicy-status-controller': [
    'get list watch: validatingadmissionpolicies.admissionregistration.k8s.io',
    'get update patch: validatingadmissionpolicies/status.admissionregistration.k8s.io',
    EVENTS,
  ],
  'volumeattributesclass-protection-controller': [
    'get list watch: persistentvolumeclaims persistentvolumes',
    'get list watch update: volumeattributesclasses.storage.k8s.io',
    EVENTS,
  ],
};

/** The roles of controllers whose kinds need a feature, by service account. */
export const GATED_CONTROLLER_ROLES: Readonly<
  Record<string, { readonly gate: FeatureName; readonly lines: readonly string[] }>
> = {
  'storage-version-migrator-controller': {
    gate: 'StorageVersionMigrator',
    lines: ['list create patch: *.*', 'update: storageversionmigrations/status.storagemigration.k8s.io'],
  },
};
