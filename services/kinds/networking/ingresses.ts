import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  ingressNames,
  ingressSchema,
  type Ingress,
  type IngressLoadBalancerIngress,
  type IngressRule,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { ipWarnings, legacyIP } from '../definition/ip-fields.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { classWarnings, validateIngress } from './ingress-rules.js';
import { specAndStatusStrategy } from '../definition/status-strategy.js';

export function ingresses(domain: Domain): ResourceDefinition<Ingress> {
  return {
    group: domain.group('networking'),
    versions: [{ name: 'v1', schema: ingressSchema }],
    ...ingressNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Class', 'Name of the IngressClass.', ({ spec }) => spec.ingressClassName ?? '<none>'),
      textColumn('Hosts', 'Hosts of the rules.', ({ spec: { rules = [] } }) => hostsText(rules)),
      textColumn('Address', 'Points at which requests reach the load balancer.', (ingress) =>
        addressText(pointsOf(ingress)),
      ),
      textColumn('Ports', 'Ports that the Ingress opens.', ({ spec: { tls = [] } }) =>
        tls.length > 0 ? '80, 443' : '80',
      ),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      ...specAndStatusStrategy<Ingress>({ loadBalancer: {} }),
      validate: validateIngress,
      warnings: classWarnings,
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: {
        ...statusPart,
        validate: (ingress, old) => validatePoints(pointsOf(ingress), pointsOf(old)),
        warnings: (ingress) =>
          pointsOf(ingress).flatMap(({ ip = '' }, index) => ipWarnings(keyPath(POINTS, index), ip)),
      },
    },
  };
}

const POINTS = 'status.loadBalancer.ingress';

function pointsOf({ status }: Ingress): readonly IngressLoadBalancerIngress[] {
  return status.loadBalancer.ingress ?? [];
}

/** Kubernetes' ValidateIngressLoadBalancerStatus. */
function validatePoints(
  points: readonly IngressLoadBalancerIngress[],
  old: readonly IngressLoadBalancerIngress[],
): FieldError[] {
  const known = old.map(({ ip = '' }) => ip);
  return eachError(points, ({ ip = '', hostname = '' }, index) => {
    const path = keyPath(POINTS, index);
    const field = fieldPath(path, 'hostname');
    const errors = ip === '' ? [] : legacyIP(fieldPath(path, 'ip'), ip, known);
    if (hostname === '') return errors;
    errors.push(...invalidEach(field, hostname, dnsSubdomain(hostname)));
    if (parseAddress(hostname) === undefined) return errors;
    return [...errors, invalid(field, hostname, 'must be a DNS name, not an IP address')];
  });
}

const SHOWN_HOSTS = 3;

/** The first hosts, and how many rules there are beyond these; `*` if no rule has a host. */
function hostsText(rules: readonly IngressRule[]): string {
  const hosts: string[] = [];
  let isCut = false;
  for (const { host = '' } of rules) {
    isCut ||= hosts.length === SHOWN_HOSTS;
    if (!isCut && host !== '') hosts.push(host);
  }
  if (hosts.length === 0) return '*';
  return isCut ? `${hosts.join(',')} + ${rules.length - SHOWN_HOSTS} more...` : hosts.join(',');
}

function addressText(points: readonly IngressLoadBalancerIngress[]): string {
  const texts = points.map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip)).filter((text) => text !== '');
  return [...new Set(texts)].sort().join(',');
}
