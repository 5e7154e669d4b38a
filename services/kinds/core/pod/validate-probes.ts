import type {
  Container,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Probe,
  ProbeHandler,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { portNumberOrName } from './checks.js';
import { PORTS, notNegative, validateRange } from '../../definition/numbers.js';

/**
 * Validates the probes and lifecycle handlers of a container (Kubernetes' validateLivenessProbe and others).
 * `gracePeriod` is that of the pod, in seconds.
 */
export function validateProbes(
  container: Partial<Container>,
  path: string,
  gracePeriod: number | bigint | undefined,
): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  return [
    ...(lifecycle === undefined ? [] : validateLifecycle(lifecycle, fieldPath(path, 'lifecycle'), gracePeriod)),
    ...(livenessProbe === undefined ? [] : validateRestarting(livenessProbe, fieldPath(path, 'livenessProbe'))),
    ...(readinessProbe === undefined ? [] : validateReadiness(readinessProbe, fieldPath(path, 'readinessProbe'))),
    ...(startupProbe === undefined ? [] : validateRestarting(startupProbe, fieldPath(path, 'startupProbe'))),
  ];
}

/** Rules for a probe that restarts its container on failure. */
function validateRestarting(probe: Probe, path: string): FieldError[] {
  const { successThreshold = 1, terminationGracePeriodSeconds: seconds = 1 } = probe;
  const errors = [...validateHandler(probe, path), ...validateSeconds(seconds, path)];
  errors.push(...notNegative(successThreshold, fieldPath(path, 'successThreshold')));
  if (successThreshold !== 1) errors.push(invalid(fieldPath(path, 'successThreshold'), successThreshold, 'must be 1'));
  return errors;
}

function validateReadiness(probe: Probe, path: string): FieldError[] {
  const { terminationGracePeriodSeconds: seconds } = probe;
  const errors = [...validateHandler(probe, path), ...validateSeconds(seconds, path)];
  if (seconds !== undefined) {
    const text = 'must not be set for readinessProbes';
    errors.push(invalid(fieldPath(path, 'terminationGracePeriodSeconds'), seconds, text));
  }
  return errors;
}

function validateSeconds(seconds: number | bigint | undefined, path: string): FieldError[] {
  if (seconds === undefined || seconds > 0) return [];
  return [invalid(fieldPath(path, 'terminationGracePeriodSeconds'), seconds, 'must be greater than 0')];
}

function validateLifecycle(lifecycle: Lifecycle, path: string, gracePeriod: number | bigint | undefined): FieldError[] {
  return (['postStart', 'preStop'] as const).flatMap((name) => {
    const handler = lifecycle[name];
    if (handler === undefined) return [];
    const field = fieldPath(path, name);
    const sleep = validateSleep(handler, gracePeriod, fieldPath(field, 'sleep'));
    return [...validateHandler(handler, field), ...sleep];
  });
}

/** A sleep cannot be longer than the grace period of the pod. A second handler hides its errors. */
function validateSleep(
  { sleep, ...others }: LifecycleHandler,
  gracePeriod: number | bigint | undefined,
  field: string,
): FieldError[] {
  if (sleep === undefined || gracePeriod === undefined || Object.keys(others).length > 0) return [];
  const { seconds } = sleep;
  if (seconds >= 0 && seconds <= gracePeriod) return [];
  const text = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`;
  return [invalid(field, seconds, text)];
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

function validateHandler(handler: ProbeHandler | LifecycleHandler, path: string): FieldError[] {
  const all: ProbeHandler & LifecycleHandler = handler;
  const [first, ...more] = HANDLERS.filter((name) => all[name] !== undefined);
  if (first === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...validateAction(all, first, fieldPath(path, first)),
    ...more.map((name) => forbidden(fieldPath(path, name), 'may not specify more than 1 handler type')),
  ];
}

function validateAction(
  handler: ProbeHandler & LifecycleHandler,
  type: (typeof HANDLERS)[number],
  path: string,
): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc } = handler;
  switch (type) {
    case 'exec':
      return (exec?.command ?? []).length === 0 ? [required(fieldPath(path, 'command'))] : [];
    case 'httpGet':
      return httpGet === undefined ? [] : validateHttpGet(httpGet, path);
    case 'tcpSocket':
      return tcpSocket === undefined ? [] : portNumberOrName(tcpSocket.port, fieldPath(path, 'port'));
    case 'grpc':
      return validateRange(grpc?.port, PORTS, fieldPath(path, 'port'));
    case 'sleep':
      return [];
  }
}

function validateHttpGet({ port, httpHeaders = [] }: HTTPGetAction, path: string): FieldError[] {
  return [
    ...portNumberOrName(port, fieldPath(path, 'port')),
    ...eachError(httpHeaders, ({ name }, index) => {
      if (/^[-A-Za-z0-9]+$/.test(name)) return [];
      const text =
        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
      return [invalid(fieldPath(keyPath(fieldPath(path, 'httpHeaders'), index), 'name'), name, text)];
    }),
  ];
}
