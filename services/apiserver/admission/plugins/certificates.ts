import type { CertificateSigningRequest } from '@pilothouse/apimachinery/generated/certificates/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseRequest } from '@pilothouse/kinds/certificates/parse-request.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { forbidden } from '../forbidden.js';

const RESOURCE = 'certificatesigningrequests';
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const SUPERUSERS = 'system:masters';

/** Only users with the verb `approve` on the signer approve and deny requests. */
export function certificateApproval(authorizer: Authorizer, group: string): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    rules: [{ operations: ['UPDATE'], groups: [group], versions: ['*'], resources: [`${RESOURCE}/approval`] }],
    async validate(attributes) {
      await refuseOthers(attributes, { authorizer, group, verb: 'approve' });
    },
  };
}

/** Only users with the verb `sign` on the signer set the certificate and the conditions. */
export function certificateSigning(authorizer: Authorizer, group: string): AdmissionPlugin {
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

/** The signer of client certificates issues none for the group `system:masters`. */
export function certificateSubjectRestriction(group: string): AdmissionPlugin {
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
async function refuseOthers(attributes: AdmissionAttributes, access: SignerAccess): Promise<void> {
  const { signerName } = (attributes.old as CertificateSigningRequest).spec;
  const [domain = ''] = signerName.split('/');
  const { user } = attributes;
  if (await isAllowed(user, signerName, access)) return;
  if (await isAllowed(user, `${domain}/*`, access)) return;
  throw forbidden(
    attributes,
    `user not permitted to ${access.verb} requests with signerName ${JSON.stringify(signerName)}`,
  );
}

async function isAllowed(user: User, name: string, { authorizer, group, verb }: SignerAccess): Promise<boolean> {
  const place = { group, version: '*', resource: 'signers', subresource: '', namespace: '', name };
  const { type } = await authorizer.authorize({ user, request: { type: 'resource', verb, ...place } });
  return type === 'allow';
}
