import { resolve } from 'node:path';
import { list, mapping, optionalText, refuseOthers, texts } from '@pilothouse/admission/config-values.js';
import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import { parseServices, type AdmissionServiceTarget } from '../../options/admission-target.js';
import type { FailurePolicy } from '../service-link.js';

/** An admission service over gRPC with its settings. */
export interface RemoteServiceConfig {
  readonly target: AdmissionServiceTarget;
  /** Name in errors and logs. */
  readonly name: string;
  readonly tls: TlsFiles;
  readonly failurePolicy: FailurePolicy;
  /** Milliseconds. */
  readonly timeout: number;
  readonly plugins?: readonly string[];
  readonly rules?: readonly AdmissionRule[];
  readonly excludedNamespaces?: readonly string[];
}

/** Paths of PEM files. Defaults: the system's certificate authorities, no client certificate. */
export interface TlsFiles {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** Expected name in the service's certificate, if it differs from the address. */
  readonly serverName?: string;
}

const TIMEOUT = 10_000;
/** Default timeout in milliseconds, as in Kubernetes. */
const LONGEST_TIMEOUT = 30_000;

/** A service with default settings. */
export function usualConfig(target: AdmissionServiceTarget): RemoteServiceConfig {
  return { target, name: target.name, tls: {}, failurePolicy: 'Fail', timeout: TIMEOUT };
}

/** The services of a configuration file. Relative paths are relative to the directory. Throws an Error with the field. */
export function servicesIn(value: JsonValue, directory: string): readonly RemoteServiceConfig[] {
  const services = list(value, 'services').map((each, index) => serviceOf(each, `services[${index}]`));
  const names = services.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`services: duplicate name ${JSON.stringify(repeated)}`);
  return services.map((each) => ({ ...each, tls: within(directory, each.tls) }));
}

function within(directory: string, { caFile, certFile, keyFile, ...rest }: TlsFiles): TlsFiles {
  return {
    ...rest,
    ...(caFile !== undefined && { caFile: resolve(directory, caFile) }),
    ...(certFile !== undefined && { certFile: resolve(directory, certFile) }),
    ...(keyFile !== undefined && { keyFile: resolve(directory, keyFile) }),
  };
}

const FIELDS = [
  'name',
  'addresses',
  'caFile',
  'certFile',
  'keyFile',
  'serverName',
  'failurePolicy',
  'timeout',
  'plugins',
  'rules',
  'excludedNamespaces',
];

function serviceOf(value: JsonValue, path: string): RemoteServiceConfig {
  const service = mapping(value, path);
  refuseOthers(service, path, FIELDS);
  const parsed = parseServices(texts(service['addresses'], `${path}.addresses`));
  if (!parsed.ok) throw new Error(`${path}.addresses: ${parsed.problem}`);
  const [target, ...more] = parsed.services;
  if (target === undefined || more.length > 0) {
    throw new Error(`${path}.addresses: must name one service, with a scheme only in the first address`);
  }
  const text = (field: string): string | undefined => optionalText(service[field], `${path}.${field}`);
  const [caFile, certFile, keyFile, serverName] = [
    text('caFile'),
    text('certFile'),
    text('keyFile'),
    text('serverName'),
  ];
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Error(`${path}: certFile and keyFile must be set together`);
  const tls = {
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
    ...(serverName !== undefined && { serverName }),
  };
  if (!target.isSecure && Object.keys(tls).length > 0) throw new Error(`${path}: TLS files require grpcs://`);
  const { plugins, rules, excludedNamespaces } = service;
  return {
    target,
    name: text('name') ?? target.name,
    tls,
    failurePolicy: failurePolicyOf(text('failurePolicy'), `${path}.failurePolicy`),
    timeout: timeoutOf(service['timeout'], `${path}.timeout`),
    ...(plugins !== undefined && { plugins: texts(plugins, `${path}.plugins`) }),
    ...(rules !== undefined && {
      rules: list(rules, `${path}.rules`).map((rule, index) => ruleOf(rule, `${path}.rules[${index}]`)),
    }),
    ...(excludedNamespaces !== undefined && {
      excludedNamespaces: texts(excludedNamespaces, `${path}.excludedNamespaces`),
    }),
  };
}

function failurePolicyOf(text: string | undefined, path: string): FailurePolicy {
  if (text === undefined || text === 'Fail') return 'Fail';
  if (text === 'Ignore') return text;
  throw new Error(`${path}: ${JSON.stringify(text)} is neither Fail nor Ignore`);
}

/** Parses a duration such as `5s`, or a number of seconds. */
function timeoutOf(value: JsonValue | undefined, path: string): number {
  if (value === undefined) return TIMEOUT;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const parsed = parseValue('duration', text);
  const milliseconds = parsed.ok ? Number(parsed.value) * 1000 : NaN;
  if (milliseconds > 0 && milliseconds <= LONGEST_TIMEOUT) return milliseconds;
  throw new Error(`${path}: must be a duration of up to 30s`);
}

const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'] as const;
const RULE_FIELDS = ['operations', 'apiGroups', 'apiVersions', 'resources', 'scope'];

/** A rule as in a webhook configuration. An absent list matches everything. */
function ruleOf(value: JsonValue, path: string): AdmissionRule {
  const rule = mapping(value, path);
  refuseOthers(rule, path, RULE_FIELDS);
  const all = (field: string, otherwise: string): string[] =>
    rule[field] === undefined ? [otherwise] : texts(rule[field], `${path}.${field}`);
  const scope = optionalText(rule['scope'], `${path}.scope`) ?? '*';
  if (scope !== '*' && scope !== 'Namespaced' && scope !== 'Cluster') {
    throw new Error(`${path}.scope: ${JSON.stringify(scope)} is none of Namespaced, Cluster, *`);
  }
  return {
    operations: all('operations', '*').map((name) => {
      const known = OPERATIONS.find((each) => each === name);
      if (known === undefined)
        throw new Error(`${path}.operations: ${JSON.stringify(name)} is none of ${OPERATIONS.join(', ')}`);
      return known;
    }),
    groups: all('apiGroups', '*'),
    versions: all('apiVersions', '*'),
    resources: all('resources', '*/*'),
    ...(scope !== '*' && { scope }),
  };
}
