import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import type { ClusterTrustBundle } from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseRequest } from '@pilothouse/kinds/certificates/parse-request.js';
import { signerPermissions, type SignerAccess } from '@pilothouse/kinds/certificates/signer-name.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { definePlugin } from '../../plugin.js';
import { forbidden } from '../../forbidden.js';
import { isAllowed } from '../../is-allowed.js';
import { changesOnlyOwnership } from '../../only-ownership.js';

const GROUP = 'certificates';
const RESOURCE = 'certificatesigningrequests';
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const SUPERUSERS = 'system:masters';

/** CertificateApproval: approval and denial require the verb `approve` on the signer. */
export const certificateApproval = definePlugin({
  name: 'CertificateApproval',
  isDefault: true,
  needs: ['authorizer'],
  create: ({ domain, authorizer }) => ({
    name: 'CertificateApproval',
    rules: [
      { operations: ['UPDATE'], groups: [domain.group(GROUP)], versions: ['*'], resources: [`${RESOURCE}/approval`] },
    ],
    async validate(attributes) {
      await refuseOthers(attributes, { authorizer, group: domain.group(GROUP), verb: 'approve' });
    },
  }),
});

/** CertificateSigning: a change of the certificate or the conditions requires the verb `sign` on the signer. */
export const certificateSigning = definePlugin({
  name: 'CertificateSigning',
  isDefault: true,
  needs: ['authorizer'],
  create: ({ domain, authorizer }) => ({
    name: 'CertificateSigning',
    rules: [
      { operations: ['UPDATE'], groups: [domain.group(GROUP)], versions: ['*'], resources: [`${RESOURCE}/status`] },
    ],
    async validate(attributes) {
      const [before, now] = [attributes.old, attributes.object]
        .map((each) => each as CertificateSigningRequest)
        .map(({ status: { certificate = '', conditions = [] } }) => ({ certificate, conditions }));
      if (before !== undefined && now !== undefined && deepEqual(before, now)) return;
      await refuseOthers(attributes, { authorizer, group: domain.group(GROUP), verb: 'sign' });
    },
  }),
});

/** ClusterTrustBundleAttest: a bundle of a signer requires the verb `attest` on it. Changes that only delete it do not. */
export const clusterTrustBundleAttest = definePlugin({
  name: 'ClusterTrustBundleAttest',
  isDefault: true,
  needs: ['authorizer'],
  create: ({ domain, authorizer }) => ({
    name: 'ClusterTrustBundleAttest',
    rules: [
      {
        operations: ['CREATE', 'UPDATE'],
        groups: [domain.group(GROUP)],
        versions: ['*'],
        resources: ['clustertrustbundles'],
      },
    ],
    async validate(attributes) {
      const { object, old } = attributes;
      const { signerName = '' } = (object as ClusterTrustBundle).spec;
      if (signerName === '' || (old !== undefined && object !== undefined && changesOnlyOwnership(object, old))) return;
      if (await mayUse(attributes, { authorizer, group: domain.group(GROUP), verb: 'attest', signerName })) return;
      throw forbidden(attributes, `user not permitted to attest for signerName ${JSON.stringify(signerName)}`);
    },
  }),
});

/** CertificateSubjectRestriction: the signer of client certificates issues none for the group `system:masters`. */
export const certificateSubjectRestriction = definePlugin({
  name: 'CertificateSubjectRestriction',
  isDefault: true,
  create: ({ domain }) => ({
    name: 'CertificateSubjectRestriction',
    rules: [{ operations: ['CREATE'], groups: [domain.group(GROUP)], versions: ['*'], resources: [RESOURCE] }],
    async validate(attributes) {
      const { spec } = attributes.object as CertificateSigningRequest;
      if (spec.signerName !== CLIENT_SIGNER) return;
      const parsed = parseRequest(spec.request);
      if (!parsed.ok) throw forbidden(attributes, `failed to parse CSR: ${parsed.problem}`);
      if (!parsed.request.organizations.includes(SUPERUSERS)) return;
      throw forbidden(attributes, `use of ${CLIENT_SIGNER} signer with ${SUPERUSERS} group is not allowed`);
    },
  }),
});

interface RequestAccess extends Pick<SignerAccess, 'group'> {
  readonly authorizer: Authorizer;
  readonly verb: 'approve' | 'sign';
}

/** Throws 403 for users without the verb on the signer. The stored object names the signer. */
async function refuseOthers(attributes: AdmissionAttributes, { authorizer, ...access }: RequestAccess): Promise<void> {
  const { signerName } = (attributes.old as CertificateSigningRequest).spec;
  if (await mayUse(attributes, { authorizer, signerName, ...access })) return;
  const text = `user not permitted to ${access.verb} requests with signerName ${JSON.stringify(signerName)}`;
  throw forbidden(attributes, text);
}

/** Whether the user has the verb on the signer, or on all signers of its domain. */
async function mayUse(
  { user }: AdmissionAttributes,
  { authorizer, ...access }: SignerAccess & { readonly authorizer: Authorizer },
): Promise<boolean> {
  for (const permission of signerPermissions(access)) {
    if (await isAllowed(authorizer, user, permission)) return true;
  }
  return false;
}
