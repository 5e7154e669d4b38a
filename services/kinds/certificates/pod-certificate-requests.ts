import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  podCertificateRequestNames,
  podCertificateRequestSchema,
  type PodCertificateRequest,
} from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { SPEC } from '../definition/reset.js';
import { strictStatusPart } from '../definition/status-part.js';
import { statusStrategy } from '../definition/status-strategy.js';
import type { WriteAccess } from '../definition/write-access.js';
import type { CertificateOptions } from './certificate-signing-requests.js';
import { validateCreate } from './pod-certificate-rules.js';
import { CONDITION_TYPES, conditionsOf, validateStatus } from './pod-certificate-status.js';
import { signerPermissions } from './signer-name.js';

export function podCertificateRequests(
  domain: Domain,
  { now = () => new Date() }: CertificateOptions,
): ResourceDefinition<PodCertificateRequest> {
  const group = domain.group('certificates');
  return {
    group,
    versions: [{ name: 'v1beta1', schema: podCertificateRequestSchema, since: '1.35' }],
    gate: 'PodCertificateRequest',
    ...podCertificateRequestNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      textColumn('PodName', 'Name of the pod.', ({ spec }) => spec.podName),
      textColumn('ServiceAccountName', 'Name of its service account.', ({ spec }) => spec.serviceAccountName),
      textColumn('NodeName', 'Name of its node.', ({ spec }) => spec.nodeName),
      textColumn('SignerName', 'Requested signer.', ({ spec }) => spec.signerName),
      textColumn('State', 'Whether the request is pending, issued, denied or failed.', stateOf),
      textColumn('UnverifiedUserAnnotations', 'Information for the signer.', ({ spec }) =>
        annotationsText(spec.unverifiedUserAnnotations ?? {}),
      ),
    ],
    selectableFields: {
      'spec.signerName': { value: ({ spec }) => spec.signerName },
      'spec.podName': { value: ({ spec }) => spec.podName },
      'spec.nodeName': { value: ({ spec }) => spec.nodeName },
    },
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      prepareForCreate: statusStrategy<PodCertificateRequest>({}).prepareForCreate,
      prepareForUpdate: statusStrategy<PodCertificateRequest>({}).prepareForUpdate,
      validate: ({ spec }, old) =>
        old === undefined ? validateCreate(spec) : validateImmutable(spec, old.spec, 'spec'),
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {
      status: {
        ...strictStatusPart,
        resetFields: SPEC,
        validate: (request, old) => validateStatus(request, old, now()),
        permissions: async (request, old, access) =>
          validateStatus(request, old, now()).length > 0 ? [] : refuseOthers(request, old, { group, access }),
      },
    },
  };
}

/** Only users with the verb `sign` on the signer change a status. */
async function refuseOthers(
  { status }: PodCertificateRequest,
  { spec: { signerName }, status: old }: PodCertificateRequest,
  { group, access }: { readonly group: string; readonly access: WriteAccess },
): Promise<FieldError[]> {
  if (deepEqual(status, old)) return [];
  for (const permission of signerPermissions({ group, verb: 'sign', signerName })) {
    if (await access.isAllowed(permission)) return [];
  }
  const user = JSON.stringify(access.user.name);
  const text = `User ${user} is not permitted to "sign" for signer ${JSON.stringify(signerName)}`;
  return [forbidden('spec.signerName', text)];
}

function stateOf(request: PodCertificateRequest): string {
  const types = conditionsOf(request).map(({ type }) => type);
  return types.findLast((type) => CONDITION_TYPES.includes(type)) ?? 'Pending';
}

/** Kubernetes' FormatLabels. */
function annotationsText(annotations: Readonly<Record<string, string>>): string {
  const texts = Object.entries(annotations).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(',') || '<none>';
}
