import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import {
  certificateSigningRequestNames,
  certificateSigningRequestSchema,
  type CertificateSigningRequest,
  type CertificateSigningRequestSpec,
} from '@pilothouse/apimachinery/generated/certificates/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import { withMembersOf } from '../definition/copy-members.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { humanDuration } from '../definition/duration.js';
import { conditionsOf, keepApprovals, setTimes } from './conditions.js';
import { validateRequest, validateRequestUpdate } from './request-rules.js';

export interface CertificateOptions {
  readonly now?: () => Date;
}

export function certificateSigningRequests(
  domain: Domain,
  { now = () => new Date() }: CertificateOptions,
): ResourceDefinition<CertificateSigningRequest> {
  return {
    group: domain.group('certificates'),
    versions: [{ name: 'v1', schema: certificateSigningRequestSchema }],
    ...certificateSigningRequestNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      AGE_COLUMN,
      textColumn('SignerName', 'Requested signer.', ({ spec }) => spec.signerName || '<none>'),
      textColumn('Requestor', 'User who created the request.', ({ spec }) => spec.username ?? ''),
      textColumn('RequestedDuration', 'Requested duration of validity.', ({ spec: { expirationSeconds } }) =>
        expirationSeconds === undefined ? '<none>' : humanDuration(expirationSeconds),
      ),
      textColumn('Condition', 'Whether the request is approved, denied or issued.', stateOf),
    ],
    selectableFields: { 'spec.signerName': { value: ({ spec }) => spec.signerName } },
    strategy: {
      nameErrors: (name) => pathSegmentName(name),
      errorOrder: { rulesReportAll: true },
      prepareForCreate(request, user) {
        request.spec = withUser(request.spec, user);
        request.status = newObject();
      },
      prepareForUpdate(request, old) {
        request.spec = old.spec;
        request.status = old.status;
      },
      resetFields: fieldPaths([['spec'], ['status']]),
      validate: (request, old) =>
        old === undefined
          ? validateRequest(request, old)
          : validateRequestUpdate(request, old, { mayApprove: false, mayIssue: false }),
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      approval: {
        type: 'part',
        verbs: ['get', 'update', 'patch'],
        prepareForUpdate(request, old) {
          setTimes(request, old, now());
          request.spec = old.spec;
          request.status = withMembersOf(old.status, request.status, ['conditions']);
        },
        resetFields: fieldPaths([['spec'], ['status', 'certificate']]),
        validate: (request, old) => validateRequestUpdate(request, old, { mayApprove: true, mayIssue: false }),
      },
      status: {
        type: 'part',
        verbs: ['get', 'update', 'patch'],
        prepareForUpdate(request, old) {
          request.spec = old.spec;
          keepApprovals(request, old);
          setTimes(request, old, now());
        },
        resetFields: fieldPaths([['spec'], ['status', 'conditions']]),
        validate: (request, old) => validateRequestUpdate(request, old, { mayApprove: false, mayIssue: true }),
      },
    },
  };
}

/** The specification with the user who creates the object, whatever the client sent. */
function withUser(spec: CertificateSigningRequestSpec, user: User | undefined): CertificateSigningRequestSpec {
  const { request, signerName, expirationSeconds, usages } = spec;
  const { name = '', uid = '', groups = [], extra = new Map<string, readonly string[]>() } = user ?? {};
  return Object.assign(newObject(), {
    request,
    signerName,
    ...(expirationSeconds !== undefined && { expirationSeconds }),
    ...(usages && { usages }),
    ...(name !== '' && { username: name }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra.size > 0 && { extra: extraOf(extra) }),
  });
}

function extraOf(extra: User['extra']): Record<string, string[]> {
  return Object.assign(newObject(), Object.fromEntries([...extra].map(([key, values]) => [key, [...values]])));
}

function stateOf(request: CertificateSigningRequest): string {
  const types = conditionsOf(request).map(({ type }) => type);
  const decision = ['Denied', 'Approved'].find((type) => types.includes(type)) ?? 'Pending';
  const failed = types.includes('Failed') ? ',Failed' : '';
  return `${decision}${failed}${(request.status.certificate ?? '') === '' ? '' : ',Issued'}`;
}
