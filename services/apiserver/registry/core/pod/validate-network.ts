import type { HostAlias, PodDNSConfig, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateAddress } from './validate-security.js';

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
/** Of all search paths with the spaces between them. */
const MAX_SEARCH_LENGTH = 2048;

/** What is wrong with names and addresses of a pod. */
export function validateNetwork(spec: PodSpec, path: string): FieldError[] {
  const { dnsPolicy, dnsConfig, hostAliases = [], hostname, subdomain } = spec;
  return [
    ...validateDns(dnsPolicy, dnsConfig, path),
    ...(hostname === undefined ? [] : label(hostname, fieldPath(path, 'hostname'))),
    ...(subdomain === undefined ? [] : label(subdomain, fieldPath(path, 'subdomain'))),
    ...validateAliases(hostAliases, fieldPath(path, 'hostAliases')),
  ];
}

function label(name: string, field: string): FieldError[] {
  return dnsLabel(name).map((text) => invalid(field, name, text));
}

function validateAliases(aliases: readonly HostAlias[], path: string): FieldError[] {
  return eachError(aliases, ({ ip = '', hostnames = [] }, index) => [
    ...validateAddress(ip, fieldPath(keyPath(path, index), 'ip')),
    ...eachError(hostnames, (name) =>
      dnsSubdomain(name).map((text) => invalid(fieldPath(keyPath(path, index), 'hostnames'), name, text)),
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
    errors.push(required(servers, 'must provide at least one DNS nameserver when `dnsPolicy` is None'));
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
    dnsSubdomain(search.endsWith('.') ? search.slice(0, -1) : search).map((text) =>
      invalid(keyPath(path, index), search, text),
    ),
  );
  return [...errors, ...wrong];
}
