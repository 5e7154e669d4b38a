import type { LoadBalancerIngress, Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { legacyIP } from '../../definition/ip-fields.js';

const PATH = 'status.loadBalancer.ingress';
const MODES: readonly string[] = ['Proxy', 'VIP'];

/** Kubernetes' ValidateLoadBalancerStatus. */
export function validateServiceStatus({ spec, status }: Service, old: Service): FieldError[] {
  const { ingress = [] } = status.loadBalancer;
  if (spec.type !== 'LoadBalancer' && ingress.length > 0) {
    return [forbidden(PATH, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const before = (old.status.loadBalancer.ingress ?? []).flatMap(({ ip = '' }) => (ip === '' ? [] : [ip]));
  return eachError(ingress, (point, index) => validateIngress(point, keyPath(PATH, index), before));
}

function validateIngress(point: LoadBalancerIngress, path: string, before: readonly string[]): FieldError[] {
  const { ip = '', hostname = '' } = point;
  const field = fieldPath(path, 'hostname');
  return [
    ...(ip === '' ? [] : legacyIP(fieldPath(path, 'ip'), ip, before)),
    ...validateMode(point, fieldPath(path, 'ipMode')),
    ...(hostname === '' ? [] : invalidEach(field, hostname, dnsSubdomain(hostname))),
    ...(parseAddress(hostname) === undefined
      ? []
      : [invalid(field, hostname, 'must be a DNS name, not an IP address')]),
  ];
}

function validateMode({ ip = '', ipMode }: LoadBalancerIngress, field: string): FieldError[] {
  if (ipMode === undefined) return ip === '' ? [] : [required(field, 'must be specified when `ip` is set')];
  if (ip === '') return [forbidden(field, 'may not be specified when `ip` is not set')];
  return MODES.includes(ipMode) ? [] : [notSupported(field, ipMode, MODES)];
}
