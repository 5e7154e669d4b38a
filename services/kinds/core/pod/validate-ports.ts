import type { Container, ContainerPort } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { portName } from './checks.js';
import { PORTS, validateRange } from '../../definition/numbers.js';

/** Validates the ports of a container (Kubernetes' validateContainerPorts). */
export function validatePorts(ports: readonly ContainerPort[], path: string): FieldError[] {
  const names = new Set<string>();
  return eachError(ports, ({ name, containerPort, hostPort }, index) => {
    const field = keyPath(path, index);
    const errors: FieldError[] = [];
    if (name !== undefined) {
      const problems = portName(name);
      for (const problem of problems) errors.push(invalid(fieldPath(field, 'name'), name, problem));
      if (names.has(name)) errors.push(duplicate(fieldPath(field, 'name'), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(required(fieldPath(field, 'containerPort')));
    else errors.push(...validateRange(containerPort, PORTS, fieldPath(field, 'containerPort')));
    return [...errors, ...validateRange(hostPort, PORTS, fieldPath(field, 'hostPort'))];
  });
}

/**
 * Refuses host port conflicts between containers, and with hostNetwork, host ports that differ from the container port.
 */
export function validateHostPorts(
  containers: readonly Partial<Container>[],
  path: string,
  isHostNetwork: boolean,
): FieldError[] {
  const taken = new Set<string>();
  return eachError(containers, ({ ports = [] }, containerIndex) =>
    eachError(ports, ({ hostPort, hostIP = '', protocol = 'TCP', containerPort }, index) => {
      if (hostPort === undefined) return [];
      const field = keyPath(fieldPath(keyPath(path, containerIndex), 'ports'), index);
      const identity = `${protocol}/${hostIP}/${hostPort}`;
      const errors = taken.has(identity) ? [duplicate(fieldPath(field, 'hostPort'), identity)] : [];
      taken.add(identity);
      if (isHostNetwork && hostPort !== containerPort) {
        const text = 'must match `containerPort` when `hostNetwork` is true';
        errors.push(invalid(fieldPath(field, 'hostPort'), hostPort, text));
      }
      return errors;
    }),
  );
}
