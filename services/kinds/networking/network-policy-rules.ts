import type {
  IPBlock,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { parseCidr, widthOf, type Cidr } from '@pilothouse/apimachinery/names/address.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
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
import { portName } from '../core/pod/checks.js';
import { PORTS, validateRange } from '../definition/numbers.js';
import { legacyCidr } from '../definition/ip-fields.js';

/** A rule for either direction, with the paths of its lists. */
interface Rule {
  readonly ports: readonly NetworkPolicyPort[];
  readonly portsPath: string;
  readonly peers: readonly NetworkPolicyPeer[];
  readonly peersPath: string;
}

/** The rules for incoming and outgoing traffic, in this order. */
export function rulesOf({ ingress = [], egress = [] }: NetworkPolicySpec): Rule[] {
  return [
    ...ingress.map(({ ports = [], from = [] }, index) => {
      const path = keyPath('spec.ingress', index);
      return { ports, portsPath: fieldPath(path, 'ports'), peers: from, peersPath: fieldPath(path, 'from') };
    }),
    ...egress.map(({ ports = [], to = [] }, index) => {
      const path = keyPath('spec.egress', index);
      return { ports, portsPath: fieldPath(path, 'ports'), peers: to, peersPath: fieldPath(path, 'to') };
    }),
  ];
}

const DIRECTIONS: readonly string[] = ['Ingress', 'Egress'];
const DIRECTIONS_FIELD = 'spec.policyTypes';

/** Kubernetes' ValidateNetworkPolicySpec. An update may keep ranges that are invalid by now. */
export function validatePolicy(spec: NetworkPolicySpec, old: NetworkPolicySpec | undefined): FieldError[] {
  const { podSelector, policyTypes = [] } = spec;
  const known = old === undefined ? [] : rangesOf(old);
  return [
    ...validateLabelSelector(podSelector, 'spec.podSelector'),
    ...eachError(rulesOf(spec), ({ ports, portsPath, peers, peersPath }) => [
      ...eachError(ports, (port, index) => validatePort(port, keyPath(portsPath, index))),
      ...eachError(peers, (peer, index) => validatePeer(peer, keyPath(peersPath, index), known)),
    ]),
    ...validateDirections(policyTypes),
  ];
}

function validateDirections(directions: readonly string[]): FieldError[] {
  if (directions.length > DIRECTIONS.length) {
    return [invalid(DIRECTIONS_FIELD, [...directions], 'may not specify more than two policyTypes')];
  }
  return eachError(directions, (direction, index) =>
    DIRECTIONS.includes(direction) ? [] : [notSupported(keyPath(DIRECTIONS_FIELD, index), direction, DIRECTIONS)],
  );
}

const PROTOCOLS: readonly string[] = ['TCP', 'UDP', 'SCTP'];

function validatePort({ protocol = 'TCP', port, endPort }: NetworkPolicyPort, path: string): FieldError[] {
  const [field, endField] = [fieldPath(path, 'port'), fieldPath(path, 'endPort')];
  const errors = PROTOCOLS.includes(protocol) ? [] : [notSupported(fieldPath(path, 'protocol'), protocol, PROTOCOLS)];
  if (typeof port === 'number') {
    errors.push(...validateRange(port, PORTS, field));
    if (endPort === undefined) return errors;
    // The message shows the first port.
    if (endPort < port) errors.push(invalid(endField, port, 'must be greater than or equal to `port`'));
    return [...errors, ...validateRange(endPort, PORTS, endField)];
  }
  if (endPort !== undefined) {
    const what = port === undefined ? 'not specified' : 'non-numeric';
    errors.push(invalid(endField, endPort, `may not be specified when \`port\` is ${what}`));
  }
  if (port !== undefined) errors.push(...invalidEach(field, port, portName(port)));
  return errors;
}

function validatePeer(
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  path: string,
  known: readonly string[],
): FieldError[] {
  const count = [podSelector, namespaceSelector, ipBlock].filter((each) => each !== undefined).length;
  return [
    ...validateLabelSelector(podSelector, fieldPath(path, 'podSelector')),
    ...validateLabelSelector(namespaceSelector, fieldPath(path, 'namespaceSelector')),
    ...(ipBlock === undefined ? [] : validateBlock(ipBlock, fieldPath(path, 'ipBlock'), known)),
    ...(count === 0 ? [required(path, 'must specify a peer')] : []),
    ...(count > 1 && ipBlock !== undefined ? [forbidden(path, 'may not specify both ipBlock and another peer')] : []),
  ];
}

function validateBlock({ cidr, except = [] }: IPBlock, path: string, known: readonly string[]): FieldError[] {
  const field = fieldPath(path, 'cidr');
  if (cidr === '') return [required(field)];
  const errors = legacyCidr(field, cidr, known);
  const whole = parseCidr(cidr);
  if (whole === undefined) return errors;
  const exceptions = eachError(except, (range, index) => {
    const exceptField = keyPath(fieldPath(path, 'except'), index);
    const wrong = legacyCidr(exceptField, range, known);
    const part = parseCidr(range);
    if (part === undefined || isStrictPart(part, whole)) return wrong;
    return [...wrong, invalid(exceptField, range, 'must be a strict subset of `cidr`')];
  });
  return [...errors, ...exceptions];
}

function isStrictPart(part: Cidr, whole: Cidr): boolean {
  const { family } = whole.address;
  const host = BigInt(widthOf(family) - whole.bits);
  return part.address.family === family && part.first >> host === whole.first >> host && part.bits > whole.bits;
}

/** All ranges of a policy. */
function rangesOf(spec: NetworkPolicySpec): string[] {
  return rulesOf(spec).flatMap(({ peers }) =>
    peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr, ...(ipBlock.except ?? [])])),
  );
}
