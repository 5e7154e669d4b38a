import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseRequest } from '@pilothouse/kinds/certificates/parse-request.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { ServerAttributes, ServerPlugin } from '../admission.js';
import { forbidden } from '@pilothouse/admission/forbidden.js';
import { isAllowed } from '@pilothouse/admission/is-allowed.js';

const RESOURCE = 'certificatesigningrequests';
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const SUPERUSERS = 'system:masters';

/** CertificateApproval: approval and denial require the verb `approve` on the signer. */
export function certificateApproval(authorizer: Authorizer, group: string): ServerPlugin {
  return {
    name: 'CertificateApproval',
    rules: [{ operations: ['UPDATE'], groups: [group], versions: ['*'], resources: [`${RESOURCE}/approval`] }],
    async validate(attributes) {
      await refuseOthers(attributes, { authorizer, group, verb: 'approve' });
    },
  };
}

/** CertificateSigning: a change of the certificate or the conditions requires the verb `sign` on the signer. */
export function certificateSigning(authorizer: Authorizer, group: string): ServerPlugin {
  return {
    name: 'CertificateSigning',
    rules: [{ operations: ['UPDATE'], groups: [group], versions: ['*'], resources: [`${RESOURCE}/status`] }],
    async validate(attributes) {
      const [before, now] = [attributes.old, attributes.object]
        .map((each) => each as CertificateSigningRequest)
        .map(({ status: { certificate = '', conditions = [] } }) => ({ certificate, conditions }));
      if (before !== undefined && now !== undefined && deepEqual(before, now)) return;
      await refuseOthers(attributes, { authorizer, group, verb: 'sign' });
    },
  };
}

/** CertificateSubjectRestriction: the signer of client certificates issues none for the group `system:masters`. */
export function certificateSubjectRestriction(group: string): ServerPlugin {
  return {
    name: 'CertificateSubjectRestriction',
    rules: [{ operations: ['CREATE'], groups: [group], versions: ['*'], resources: [RESOURCE] }],
    async validate(attributes) {
      const { spec } = attributes.object as CertificateSigningRequest;
      if (spec.signerName !== CLIENT_SIGNER) return;
      const parsed = parseRequest(spec.request);
      if (!parsed.ok) throw forbidden(attributes, `failed to parse CSR: ${parsed.problem}`);
      if (!parsed.request.organizations.includes(SUPERUSERS)) return;
      throw forbidden(attributes, `use of ${CLIENT_SIGNER} signer with ${SUPERUSERS} group is not allowed`);
    },
  };
}

interface SignerAccess {
  readonly authorizer: Authorizer;
  /** The group of the signers. */
  readonly group: string;
  readonly verb: 'approve' | 'sign';
}

/** Throws 403 for users without the verb on the signer, or on all signers of its domain. The stored object names the signer. */
async function refuseOthers(attributes: ServerAttributes, { authorizer, group, verb }: SignerAccess): Promise<void> {
  const { signerName } = (attributes.old as CertificateSigningRequest).spec;
  const [domain = ''] = signerName.split('/');
  const permission = { verb, group, resource: 'signers', namespace: '' };
  for (const name of [signerName, `${domain}/*`]) {
    if (await isAllowed(authorizer, attributes.user, { ...permission, name })) return;
  }
  throw forbidden(attributes, `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`);
}
