import type { HostAlias, PodDNSConfig, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain, SUBDOMAIN_LENGTH } from '@pilothouse/apimachinery/names/dns.js';
import { formatMessage } from '@pilothouse/apimachinery/names/messages.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateAddress } from './validate-security.js';

const LONGEST_HOSTNAME = 64;
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
/** The limit for all search paths together, with separating spaces. */
const MAX_SEARCH_LENGTH = 2048;

/** Validates names, DNS settings and addresses of a pod. */
export function validateNetwork(spec: PodSpec, path: string): FieldError[] {
  const { dnsPolicy, dnsConfig, hostAliases = [], hostname, subdomain } = spec;
  return [
    ...validateHostnameOverride(spec, fieldPath(path, 'hostnameOverride')),
    ...validateDns(dnsPolicy, dnsConfig, path),
    ...(hostname === undefined ? [] : label(hostname, fieldPath(path, 'hostname'))),
    ...(subdomain === undefined ? [] : label(subdomain, fieldPath(path, 'subdomain'))),
    ...validateAliases(hostAliases, fieldPath(path, 'hostAliases')),
  ];
}

/** Kubernetes' validatePodHostName. */
function validateHostnameOverride(spec: PodSpec, field: string): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  return [
    ...(setHostnameAsFQDN === true ? [forbidden(field, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork === true ? [forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(name.length > LONGEST_HOSTNAME ? [tooLong(field, LONGEST_HOSTNAME)] : []),
    ...invalidEach(field, name, dnsSubdomain(name)),
  ];
}

function label(name: string, field: string): FieldError[] {
  return invalidEach(field, name, dnsLabel(name));
}

function validateAliases(aliases: readonly HostAlias[], path: string): FieldError[] {
  return eachError(aliases, ({ ip = '', hostnames = [] }, index) => [
    ...validateAddress(ip, fieldPath(keyPath(path, index), 'ip')),
    ...eachError(hostnames, (name, at) =>
      dnsSubdomain(name).map((text) => invalid(keyPath(fieldPath(keyPath(path, index), 'hostnames'), at), name, text)),
    ),
  ]);
}

/** Kubernetes' validatePodDNSConfig. */
function validateDns(policy: string | undefined, config: PodDNSConfig | undefined, path: string): FieldError[] {
  const field = fieldPath(path, 'dnsConfig');
  if (config === undefined) {
    return policy === 'None' ? [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')] : [];
  }
  const { nameservers = [], searches = [], options = [] } = config;
  const errors: FieldError[] = [];
  const servers = fieldPath(field, 'nameservers');
  if (policy === 'None' && nameservers.length === 0) {
    return [required(servers, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  if (nameservers.length > MAX_NAMESERVERS) {
    errors.push(invalid(servers, nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`));
  }
  errors.push(...eachError(nameservers, (address, index) => validateAddress(address, keyPath(servers, index))));
  errors.push(...validateSearches(searches, fieldPath(field, 'searches')));
  const names = eachError(options, ({ name = '' }, index) =>
    name === '' ? [required(keyPath(fieldPath(field, 'options'), index), 'must not be empty')] : [],
  );
  return [...errors, ...names];
}

function validateSearches(searches: readonly string[], path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > MAX_SEARCHES) {
    errors.push(invalid(path, [...searches], `must not have more than ${MAX_SEARCHES} search paths`));
  }
  if (searches.join(' ').length > MAX_SEARCH_LENGTH) {
    const text = `must not have more than ${MAX_SEARCH_LENGTH} characters (including spaces) in the search list`;
    errors.push(invalid(path, [...searches], text));
  }
  const wrong = eachError(searches, (search, index) =>
    searchProblems(search.replace(/\.$/, '')).map((text) =>
      invalid(keyPath(path, index), search.replace(/\.$/, ''), text),
    ),
  );
  return [...errors, ...wrong];
}

const SEARCH_LABEL = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SEARCH_MESSAGE = formatMessage({
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  examples: ['example.com'],
  regex: String.raw`_?${SEARCH_LABEL}(\._?${SEARCH_LABEL})*`,
});

/** A domain without the trailing dot, whose labels may have underscores. The root alone is valid. */
function searchProblems(search: string): readonly string[] {
  if (search === '') return [];
  const problems = search.length > SUBDOMAIN_LENGTH ? [`must be no more than ${SUBDOMAIN_LENGTH} characters`] : [];
  const isLabel = (label: string): boolean => {
    const name = label.startsWith('_') ? label.slice(1) : label;
    return /^[-_a-z0-9]+$/.test(name) && !/^[-_]|[-_]$/.test(name);
  };
  return search.split('.').every(isLabel) ? problems : [...problems, SEARCH_MESSAGE];
}
