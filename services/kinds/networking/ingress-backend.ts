import type {
  IngressBackend,
  IngressServiceBackend,
  ServiceBackendPort,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import {
  fieldPath,
  invalid,
  invalidEach,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { portName } from '../core/pod/checks.js';
import { PORTS, validateRange } from '../definition/numbers.js';
import { validateObjectReference } from './object-reference.js';

/** Kubernetes' validateIngressBackend. */
export function validateBackend({ service, resource }: IngressBackend, path: string): FieldError[] {
  if (resource !== undefined && service !== undefined) {
    return [invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return validateObjectReference(resource, fieldPath(path, 'resource'));
  if (service === undefined) return [invalid(path, '', 'resource or service backend is required')];
  return [...validateServiceName(service, path), ...validatePort(service.port, path)];
}

/** Names of services are DNS labels: the gate RelaxedServiceNameValidation is on. */
function validateServiceName({ name }: IngressServiceBackend, path: string): FieldError[] {
  const field = `${path}.service.name`;
  return name === '' ? [required(field)] : invalidEach(field, name, dnsLabel(name));
}

function validatePort({ name = '', number = 0 }: ServiceBackendPort, path: string): FieldError[] {
  const field = `${path}.service.port`;
  if (name !== '' && number !== 0) return [invalid(path, '', 'cannot set both port name & port number')];
  if (name !== '') return portName(name).map((text) => invalid(`${field}.name`, name, text));
  if (number !== 0) return validateRange(number, PORTS, `${field}.number`);
  return [required(path, 'port name or number is required')];
}
