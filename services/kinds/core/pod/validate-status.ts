import { isIPv4 } from 'node:net';
import type { Pod, PodIP, PodStatus } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { immutable } from '../../definition/immutable.js';
import { validateClaimStatuses } from './status-claims.js';
import { validateContainerStatuses } from './status-containers.js';
import { validateAddress } from './validate-security.js';

/** Validates an update of the pod status (Kubernetes' ValidatePodStatusUpdate). */
export function validatePodStatus(pod: Pod, old: Pod): FieldError[] {
  const { status } = pod;
  const { spec, status: before } = old;
  const { nominatedNodeName: node, podIPs = [] } = status;
  return [
    ...(status.qosClass === before.qosClass || before.qosClass === undefined
      ? []
      : [immutable('status.qosClass', status.qosClass ?? '')]),
    ...(node === undefined ? [] : invalidEach('status.nominatedNodeName', node, dnsSubdomain(node))),
    ...(node === undefined || node === before.nominatedNodeName || spec.nodeName === undefined
      ? []
      : [forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node')]),
    ...validateGenerations(status),
    ...validateContainerStatuses(pod, old),
    ...validateClaimStatuses(pod),
    ...validateAddresses(podIPs, 'status.podIPs'),
    ...validateHostAddresses(status),
  ];
}

const SYSTEM_CONDITIONS = ['PodScheduled', 'Ready', 'Initialized'];

function validateGenerations({ observedGeneration = 0, conditions = [] }: PodStatus): FieldError[] {
  const text = 'must be a non-negative integer';
  return [
    ...eachError(conditions, ({ type, observedGeneration: seen = 0 }, index) => {
      const field = keyPath('status.conditions', index);
      return [
        ...(seen < 0 ? [invalid(fieldPath(field, 'observedGeneration'), seen, text)] : []),
        ...(SYSTEM_CONDITIONS.includes(type) ? [] : qualifiedName(type)).map((problem) =>
          invalid(fieldPath(field, 'Type'), type, problem),
        ),
      ];
    }),
    ...(observedGeneration < 0 ? [invalid('status.observedGeneration', observedGeneration, text)] : []),
  ];
}

function validateHostAddresses({ hostIP = '', hostIPs = [] }: PodStatus): FieldError[] {
  const [first] = hostIPs;
  const field = 'status.hostIPs';
  if (first === undefined) return [];
  const isSame = first.ip === hostIP;
  return [
    ...(isSame ? [] : [invalid(`${field}[0].ip`, first.ip, 'must be equal to `hostIP`')]),
    ...validateAddresses(hostIPs, field),
  ];
}

/** At most one address of each family. */
function validateAddresses(addresses: readonly PodIP[], field: string): FieldError[] {
  const seen = new Set<string>();
  const errors = eachError(addresses, ({ ip = '' }, index) => {
    const wrong = validateAddress(ip, keyPath(field, index));
    if (seen.has(ip)) wrong.push(duplicate(keyPath(field, index), ip));
    seen.add(ip);
    return wrong;
  });
  const isDual = addresses.length === 2 && new Set(addresses.map(({ ip = '' }) => isIPv4(ip))).size === 2;
  if (errors.length > 0 || addresses.length < 2 || isDual) return errors;
  const shown = addresses.map(({ ip = '' }) => ip);
  return [invalid(field, shown, 'may specify no more than one IP for each IP family')];
}
