import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  clusterTrustBundleNames,
  clusterTrustBundleSchema,
  type ClusterTrustBundle,
} from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { invalid, invalidEach, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { pemBlocks, type PemBlock } from '@pilothouse/runtime/certificates/pem.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { isAuthority, readCertificate } from './authority.js';
import { validateSignerName } from './signer-name.js';

const FIELD = 'spec.trustBundle';
const MAX_SIZE = 1024 * 1024;

export function clusterTrustBundles(domain: Domain): ResourceDefinition<ClusterTrustBundle> {
  return {
    group: domain.group('certificates'),
    versions: [{ name: 'v1beta1', schema: clusterTrustBundleSchema, since: '1.33' }],
    gate: 'ClusterTrustBundle',
    ...clusterTrustBundleNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      textColumn('SignerName', 'Signer of the certificates.', ({ spec }) => spec.signerName ?? '<none>'),
    ],
    selectableFields: { 'spec.signerName': { value: ({ spec: { signerName = '' } }) => signerName } },
    strategy: {
      nameErrors: bundleName,
      errorOrder: { rulesReportAll: true },
      validate: (bundle, old) => [...(old === undefined ? [] : validateName(bundle)), ...validateSpec(bundle, old)],
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

function validateSpec(
  { spec: { signerName = '', trustBundle } }: ClusterTrustBundle,
  old?: ClusterTrustBundle,
): FieldError[] {
  const field = 'spec.signerName';
  return [
    ...(signerName === '' ? [] : validateSignerName(signerName, field)),
    ...(trustBundle === old?.spec.trustBundle ? [] : validateBundle(trustBundle)),
    ...(old === undefined ? [] : validateImmutable(signerName, old.spec.signerName ?? '', field)),
  ];
}

/** An update with another signer does not fit the name. */
function validateName(bundle: ClusterTrustBundle): FieldError[] {
  const { name = '' } = bundle.metadata;
  return invalidEach('metadata.name', name, bundleName(name, false, bundle));
}

/** The name of the bundle of a signer begins with the signer (Kubernetes' ValidateClusterTrustBundleName). */
function bundleName(name: string, isPrefix: boolean, bundle?: ClusterTrustBundle): readonly string[] {
  const { signerName = '' } = bundle?.spec ?? {};
  if (signerName === '') {
    const text = 'ClusterTrustBundle without signer name must not have ":" in its name';
    return name.includes(':') ? [text] : subdomainName(name, isPrefix);
  }
  const start = `${signerName.replaceAll('/', ':')}:`;
  if (name.startsWith(start))
    return isPrefix ? subdomainName(name.slice(start.length), true) : dnsSubdomain(name.slice(start.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${start}`];
}

/** Kubernetes' validateTrustBundle. */
function validateBundle(text: string): FieldError[] {
  if (utf8Length(text) > MAX_SIZE) return [tooLong(FIELD, MAX_SIZE)];
  const places = new Map<string, number[]>();
  const errors: FieldError[] = [];
  let index = 0;
  for (const block of pemBlocks(text)) {
    const problem = problemOf(block);
    if (problem !== undefined) errors.push(wrong(`entry ${index} ${problem}`));
    const key = block.bytes.toString('latin1');
    places.set(key, [...(places.get(key) ?? []), index]);
    index += 1;
  }
  if (errors.length > 0) return errors;
  if (index === 0) return [wrong('at least one trust anchor must be provided')];
  return [...places.values()]
    .filter((each) => each.length > 1)
    .map((each) => wrong(`duplicate trust anchor (indices [${each.join(' ')}])`));
}

function problemOf({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (hasHeaders) return 'has PEM block headers';
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return 'does not parse as X.509';
  return isAuthority(certificate) ? undefined : 'does not have the CA bit set';
}

function wrong(detail: string): FieldError {
  return invalid(FIELD, '<value omitted>', detail);
}
