import { isIPv4 } from 'node:net';
import type { ContainerStatus, Pod, PodIP } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateAddress } from './validate-security.js';

/** What is wrong with what is said of a pod (Kubernetes' ValidatePodStatusUpdate). */
export function validatePodStatus({ status }: Pod, { spec, status: before }: Pod): FieldError[] {
  const { nominatedNodeName: node, podIPs = [] } = status;
  const lists = [
    ['containerStatuses', spec.restartPolicy],
    ['initContainerStatuses', spec.restartPolicy],
    // Nobody begins them anew.
    ['ephemeralContainerStatuses', 'Never'],
  ] as const;
  return [
    ...(status.qosClass === before.qosClass || before.qosClass === undefined
      ? []
      : [invalid('status.qosClass', status.qosClass ?? '', 'field is immutable')]),
    ...(node === undefined ? [] : dnsSubdomain(node).map((text) => invalid('status.nominatedNodeName', node, text))),
    ...(node === undefined || node === before.nominatedNodeName || spec.nodeName === undefined
      ? []
      : [forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node')]),
    ...lists.flatMap(([name, policy]) =>
      validateEnded(status[name] ?? [], before[name] ?? [], policy, fieldPath('status', name)),
    ),
    ...validateAddresses(podIPs),
  ];
}

/** A container that has ended, and is not to be begun anew, has ended for good. */
function validateEnded(
  statuses: readonly ContainerStatus[],
  before: readonly ContainerStatus[],
  policy: string | undefined,
  path: string,
): FieldError[] {
  if (policy === 'Always') return [];
  const ended = new Set(
    before
      .filter(
        ({ state: { terminated } }) => terminated !== undefined && (policy === 'Never' || terminated.exitCode === 0),
      )
      .map(({ name }) => name),
  );
  return eachError(statuses, ({ name, state }, index) =>
    ended.has(name) && state.terminated === undefined
      ? [forbidden(fieldPath(keyPath(path, index), 'state'), 'may not be transitioned to non-terminated state')]
      : [],
  );
}

/** At most one of each family. */
function validateAddresses(addresses: readonly PodIP[]): FieldError[] {
  const field = 'status.podIPs';
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
