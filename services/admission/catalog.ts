import type { PluginDefinition } from './plugin.js';
import { alwaysDeny } from './plugins/always-deny/plugin.js';
import { alwaysPullImages } from './plugins/always-pull-images/plugin.js';
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from './plugins/certificates/plugin.js';
import { defaultIngressClass } from './plugins/default-ingress-class/plugin.js';
import { defaultStorageClass } from './plugins/default-storage-class/plugin.js';
import { denyServiceExternalIPs } from './plugins/deny-service-external-ips/plugin.js';
import { eventRateLimit } from './plugins/event-rate-limit/plugin.js';
import { extendedResourceToleration } from './plugins/extended-resource-toleration/plugin.js';
import { imagePolicyWebhook } from './plugins/image-policy-webhook/plugin.js';
import { mutatingAdmissionPolicy } from './plugins/mutating-admission-policy/plugin.js';
import { mutatingAdmissionWebhook } from './plugins/mutating-admission-webhook/plugin.js';
import { limitPodHardAntiAffinityTopology } from './plugins/limit-pod-hard-anti-affinity-topology/plugin.js';
import { namespaceAutoProvision } from './plugins/namespace-auto-provision/plugin.js';
import { namespaceExists } from './plugins/namespace-exists/plugin.js';
import { nodeDeclaredFeatureValidator } from './plugins/node-declared-feature-validator/plugin.js';
import { nodeRestriction } from './plugins/node-restriction/plugin.js';
import { podNodeSelector } from './plugins/pod-node-selector/plugin.js';
import { podResizeValidator } from './plugins/pod-resize-validator/plugin.js';
import { podSecurity } from './plugins/pod-security/plugin.js';
import { podTolerationRestriction } from './plugins/pod-toleration-restriction/plugin.js';
import { podTopologyLabels } from './plugins/pod-topology-labels/plugin.js';
import { runtimeClass } from './plugins/runtime-class/plugin.js';
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy/plugin.js';
import { validatingAdmissionWebhook } from './plugins/validating-admission-webhook/plugin.js';
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition/plugin.js';
import { idlePlugin } from './plugins/idle.js';
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds/plugin.js';
import { limitRanger } from './plugins/limit-ranger/plugin.js';
import { namespaceLifecycle } from './plugins/namespace-lifecycle/plugin.js';
import { ownerReferencesPermission } from './plugins/owner-references-permission/plugin.js';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize/plugin.js';
import { policyFile } from './plugins/policy/plugin.js';
import { priority } from './plugins/priority/plugin.js';
import { rbacEscalation } from './plugins/rbac-escalation/plugin.js';
import { resourceQuota } from './plugins/resource-quota/plugin.js';
import { serviceAccount } from './plugins/service-account/plugin.js';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection/plugin.js';
import { systemPriorityClasses } from './plugins/system-priority-classes/plugin.js';

/**
 * All plugins in the order in which they run, which is that of Kubernetes. Flags, help and documents derive from it. A plugin
 * whose modules load slowly imports them in `create`.
 */
export const PLUGINS: readonly PluginDefinition[] = [
  idlePlugin('AlwaysAdmit', false),
  namespaceAutoProvision,
  namespaceLifecycle,
  namespaceExists,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccount,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  imagePolicyWebhook,
  podSecurity,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  eventRateLimit,
  extendedResourceToleration,
  defaultStorageClass,
  storageObjectInUseProtection,
  idlePlugin('PodGroupProtection', true),
  ownerReferencesPermission,
  persistentVolumeClaimResize,
  runtimeClass,
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIPs,
  podTopologyLabels,
  idlePlugin('PodGroupWorkloadExists', true),
  nodeDeclaredFeatureValidator,
  idlePlugin('JobValidation', true),
  podResizeValidator,
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
  policyFile,
  systemPriorityClasses,
  rbacEscalation,
  resourceQuota,
  alwaysDeny,
];
