import type { Service, ServicePort } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { portNumberOrName } from '../pod/checks.js';
import { PORTS, validateRange } from '../../definition/numbers.js';
import { PROTOCOLS } from '../protocols.js';

const PATH = 'spec.ports';

/** Validates each port by itself. */
export function validatePorts(ports: readonly ServicePort[]): FieldError[] {
  const names = new Set<string>();
  return eachError(ports, (port, index) => {
    const { name = '', protocol = '', appProtocol } = port;
    const field = (member: string): string => fieldPath(keyPath(PATH, index), member);
    const errors: FieldError[] = [];
    if (name === '') {
      if (ports.length > 1) errors.push(required(field('name')));
    } else {
      errors.push(...invalidEach(field('name'), name, dnsLabel(name)));
      if (names.has(name)) errors.push(duplicate(field('name'), name));
      names.add(name);
    }
    errors.push(...validateRange(port.port, PORTS, field('port')));
    if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(field('protocol'), protocol, PROTOCOLS));
    errors.push(...portNumberOrName(port.targetPort, field('targetPort')));
    if (appProtocol === undefined) return errors;
    return [...errors, ...invalidEach(field('appProtocol'), appProtocol, qualifiedName(appProtocol))];
  });
}

/** Validates node ports, and that no port occurs twice. */
export function validateDistinctPorts({ type, ports = [] }: Service['spec']): FieldError[] {
  const wrongType =
    type === 'ClusterIP'
      ? eachError(ports, ({ nodePort = 0 }, index) =>
          nodePort === 0 ? [] : [forbidden(nodePortField(index), "may not be used when `type` is 'ClusterIP'")],
        )
      : [];
  const nodePorts = new Set<string>();
  const twiceOnNodes = eachError(ports, ({ nodePort = 0, protocol }, index) =>
    nodePort === 0 || isNew(nodePorts, `${protocol}/${nodePort}`) ? [] : [duplicate(nodePortField(index), nodePort)],
  );
  const own = new Set<string>();
  const twice = eachError(ports, ({ port, protocol = '' }, index) =>
    isNew(own, `${protocol}/${port}`) ? [] : [duplicate(keyPath(PATH, index), goForm(protocol, port))],
  );
  return [...wrongType, ...twiceOnNodes, ...twice];
}

function nodePortField(index: number): string {
  return fieldPath(keyPath(PATH, index), 'nodePort');
}

function isNew(known: Set<string>, key: string): boolean {
  const { size } = known;
  return known.add(key).size > size;
}

/** The port as Kubernetes' message shows it: in the form of its Go type. */
function goForm(protocol: string, port: number) {
  return { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}
