import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PLUGINS } from './catalog.js';

/** The plugins of kube-apiserver 1.36 in their order; `+` marks those that are enabled by default. */
const KUBERNETES = [
  ' AlwaysAdmit',
  ' NamespaceAutoProvision',
  '+NamespaceLifecycle',
  ' NamespaceExists',
  ' LimitPodHardAntiAffinityTopology',
  '+LimitRanger',
  '+ServiceAccount',
  ' NodeRestriction',
  '+TaintNodesByCondition',
  ' AlwaysPullImages',
  ' ImagePolicyWebhook',
  '+PodSecurity',
  ' PodNodeSelector',
  '+Priority',
  '+DefaultTolerationSeconds',
  ' PodTolerationRestriction',
  ' EventRateLimit',
  ' ExtendedResourceToleration',
  '+DefaultStorageClass',
  '+StorageObjectInUseProtection',
  '+PodGroupProtection',
  ' OwnerReferencesPermissionEnforcement',
  '+PersistentVolumeClaimResize',
  '+RuntimeClass',
  '+CertificateApproval',
  '+CertificateSigning',
  '+ClusterTrustBundleAttest',
  '+CertificateSubjectRestriction',
  '+DefaultIngressClass',
  ' DenyServiceExternalIPs',
  '+PodTopologyLabels',
  '+PodGroupWorkloadExists',
  '+NodeDeclaredFeatureValidator',
  '+JobValidation',
  '+PodResizeValidator',
  '+MutatingAdmissionPolicy',
  '+MutatingAdmissionWebhook',
  '+ValidatingAdmissionPolicy',
  '+ValidatingAdmissionWebhook',
  '+ResourceQuota',
  ' AlwaysDeny',
];

describe('the list of admission plugins', () => {
  it('has the order and the defaults of Kubernetes', () => {
    const known = new Set(KUBERNETES.map((text) => text.slice(1)));
    const ours = PLUGINS.filter(({ name }) => known.has(name)).map(
      ({ name, isDefault }) => `${isDefault ? '+' : ' '}${name}`,
    );
    assert.deepEqual(
      ours,
      KUBERNETES.filter((text) => ours.some((each) => each.slice(1) === text.slice(1))),
    );
  });

  it('is described in docs/admission.md', async () => {
    const text = await readFile('docs/admission.md', 'utf8');
    assert.deepEqual(
      PLUGINS.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });

  it('has each name once', () => {
    assert.equal(new Set(PLUGINS.map(({ name }) => name)).size, PLUGINS.length);
  });
});
