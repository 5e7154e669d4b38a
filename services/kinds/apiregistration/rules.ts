import type {
  APIService,
  APIServiceSpec,
  ServiceReference,
} from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { dns1035Label, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import {
  eachError,
  invalid,
  invalidEach,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** The name of the APIService of a group version. */
export function apiServiceName(group: string, version: string): string {
  return `${version}.${group}`;
}

/** Kubernetes' ValidateAPIService. The rule of names needs the spec. Names that no path can have have errors already. */
export function validateApiService({ metadata, spec }: APIService): FieldError[] {
  const { group = '', version = '', service } = spec;
  const wanted = apiServiceName(group, version);
  const nameErrors = (field: 'name' | 'generateName', name = ''): FieldError[] =>
    name === '' || name === wanted || pathSegmentName(name).length > 0
      ? []
      : [invalid(`metadata.${field}`, name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`)];
  return [
    ...nameErrors('generateName', metadata.generateName),
    ...nameErrors('name', metadata.name),
    ...(group === '' ? validateCoreVersion(version) : problems('spec.group', group, dnsSubdomain(group))),
    ...problems('spec.version', version, dns1035Label(version)),
    ...validatePriorities(spec),
    ...(service === undefined ? validateLocal(spec) : validateRemote(spec, service)),
  ];
}

function validateCoreVersion(version: string): FieldError[] {
  return version === 'v1'
    ? []
    : [required('spec.group', 'only v1 may have an empty group and it better be legacy kube')];
}

const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;

function validatePriorities({ groupPriorityMinimum: group, versionPriority: version }: APIServiceSpec): FieldError[] {
  return [
    ...(group <= 0 || group > MAX_GROUP_PRIORITY
      ? [invalid('spec.groupPriorityMinimum', group, 'must be positive and less than 20000')]
      : []),
    ...(version <= 0 || version > MAX_VERSION_PRIORITY
      ? [invalid('spec.versionPriority', version, 'must be positive and less than 1000')]
      : []),
  ];
}

function validateLocal({ caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec): FieldError[] {
  const size = Buffer.byteLength(caBundle, 'base64');
  return [
    ...(size > 0 ? [invalid('spec.caBundle', `${size} bytes`, 'local APIServices may not have a caBundle')] : []),
    ...(insecureSkipTLSVerify
      ? [invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')]
      : []),
  ];
}

const MAX_PORT = 65_535;

function validateRemote(
  { caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec,
  { namespace = '', name = '', port = 0 }: ServiceReference,
): FieldError[] {
  const portProblem = `port is not valid: must be between 1 and ${MAX_PORT}, inclusive`;
  return [
    ...(namespace === '' ? [required('spec.service.namespace')] : []),
    ...(name === '' ? [required('spec.service.name')] : []),
    ...(port < 1 || port > MAX_PORT ? [invalid('spec.service.port', port, portProblem)] : []),
    ...(insecureSkipTLSVerify && caBundle !== ''
      ? [invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')]
      : []),
  ];
}

const STATUSES = ['True', 'False', 'Unknown'];

/** Kubernetes' ValidateAPIServiceStatus. */
export function validateStatus({ status: { conditions = [] } }: Pick<APIService, 'status'>): FieldError[] {
  return eachError(conditions, ({ status }, index) =>
    STATUSES.includes(status) ? [] : [notSupported(`status.conditions[${index}].status`, status, STATUSES)],
  );
}

function problems(field: string, value: string, found: readonly string[]): FieldError[] {
  return invalidEach(field, value, found);
}
