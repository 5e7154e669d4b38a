import type {
  Endpoint,
  EndpointHints,
  EndpointPort,
  EndpointSlice,
} from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  tooMany,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateImmutable } from '../definition/immutable.js';
import { canonicalIP, endpointIP, legacyIP } from '../definition/ip-fields.js';
import { PROTOCOLS } from '../core/protocols.js';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const MOST = { endpoints: 1000, addresses: 100, ports: 20_000, hints: 8 } as const;

/** Validates a slice (Kubernetes' ValidateEndpointSlice and ValidateEndpointSliceUpdate). */
export function validateSlice(slice: EndpointSlice, old: EndpointSlice | undefined): FieldError[] {
  const { addressType, ports, endpoints } = slice;
  const found = validateEndpoints(endpoints ?? [], addressType);
  // Unchanged endpoints are not validated again.
  const isOld = found.length > 0 && old !== undefined && deepEqual(endpoints ?? [], old.endpoints ?? []);
  return [
    ...validateAddressType(addressType),
    ...validatePorts(ports ?? []),
    ...(isOld ? [] : found),
    ...(old === undefined ? [] : validateImmutable(addressType, old.addressType, 'addressType')),
  ];
}

function validateAddressType(type: string): FieldError[] {
  if (type === '') return [required('addressType')];
  return ADDRESS_TYPES.includes(type) ? [] : [notSupported('addressType', type, ADDRESS_TYPES)];
}

function validatePorts(ports: readonly EndpointPort[]): FieldError[] {
  if (ports.length > MOST.ports) return [tooMany('ports', ports.length, MOST.ports)];
  const names = new Set<string>();
  return eachError(ports, ({ name = '', protocol = '', appProtocol }, index) => {
    const field = (member: string): string => fieldPath(keyPath('ports', index), member);
    const errors = name === '' ? [] : invalidEach(field('name'), name, dnsLabel(name));
    if (names.has(name)) errors.push(duplicate(field('name'), name));
    names.add(name);
    if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(field('protocol'), protocol, PROTOCOLS));
    if (appProtocol !== undefined) {
      errors.push(...invalidEach(field('appProtocol'), appProtocol, qualifiedName(appProtocol)));
    }
    return errors;
  });
}

function validateEndpoints(endpoints: readonly Endpoint[], type: string): FieldError[] {
  if (endpoints.length > MOST.endpoints) return [tooMany('endpoints', endpoints.length, MOST.endpoints)];
  return eachError(endpoints, ({ addresses, nodeName, hostname, hints }, index) => {
    const path = keyPath('endpoints', index);
    const field = (member: string): string => fieldPath(path, member);
    return [
      ...validateAddresses(addresses ?? [], type, field('addresses')),
      ...(nodeName === undefined ? [] : invalidEach(field('nodeName'), nodeName, dnsSubdomain(nodeName))),
      ...(hostname === undefined ? [] : invalidEach(field('hostname'), hostname, dnsLabel(hostname))),
      ...(hints === undefined ? [] : validateHints(hints, field('hints'))),
    ];
  });
}

function validateAddresses(addresses: readonly string[], type: string, path: string): FieldError[] {
  const { length } = addresses;
  return [
    ...(length === 0 ? [required(path, 'must contain at least 1 address')] : []),
    ...(length > MOST.addresses ? [tooMany(path, length, MOST.addresses)] : []),
    ...eachError(addresses, (address, index) => validateAddress(address, type, path, keyPath(path, index))),
  ];
}

/** Kubernetes names the list if an address has the wrong family. */
function validateAddress(address: string, type: string, list: string, field: string): FieldError[] {
  if (type === 'FQDN') return validateDomainName(address, field);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const errors = type === 'IPv4' ? legacyIP(field, address) : canonicalIP(field, address);
  if (errors.length > 0) return errors;
  const isOther = parseAddress(address)?.family !== (type === 'IPv4' ? 4 : 6);
  return [...(isOther ? [invalid(list, address, `must be an ${type} address`)] : []), ...endpointIP(field, address)];
}

/** Kubernetes' IsFullyQualifiedDomainName. */
function validateDomainName(given: string, field: string): FieldError[] {
  if (given === '') return [required(field)];
  const name = given.endsWith('.') ? given.slice(0, -1) : given;
  const problems = dnsSubdomain(name);
  if (problems.length > 0) return [invalid(field, name, problems.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    return [invalid(field, name, 'should be a domain with at least two segments separated by dots')];
  }
  const wrong = labels.find((label) => dnsLabel(label).length > 0);
  return wrong === undefined ? [] : [invalid(field, wrong, dnsLabel(wrong).join(','))];
}

function validateHints({ forZones = [], forNodes = [] }: EndpointHints, path: string): FieldError[] {
  const [zones, nodes] = [fieldPath(path, 'forZones'), fieldPath(path, 'forNodes')];
  if (forZones.length > MOST.hints) return [tooMany(zones, forZones.length, MOST.hints)];
  const errors = validateNames(forZones, labelValue, zones);
  if (forNodes.length > MOST.hints) return [...errors, tooMany(nodes, forNodes.length, MOST.hints)];
  return [...errors, ...validateNames(forNodes, dnsSubdomain, nodes)];
}

function validateNames(
  hints: readonly { readonly name: string }[],
  rule: (name: string) => readonly string[],
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return eachError(hints, ({ name }, index) => {
    const field = fieldPath(keyPath(path, index), 'name');
    const errors = seen.has(name) ? [duplicate(field, name)] : [];
    seen.add(name);
    return [...errors, ...invalidEach(field, name, rule(name))];
  });
}
