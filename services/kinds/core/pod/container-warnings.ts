import type { ContainerPort, EnvVar, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import type { Amounts } from './amounts.js';
import { containersOf } from './containers.js';

type Warnings = Generator<string, void>;

/** Warns of fractional byte quantities and of duplicate environment variables. */
export function* containerWarnings(spec: PodSpec, path: string): Warnings {
  for (const { container, path: field } of containersOf(spec, path)) {
    const { resources = {}, env = [] } = container;
    for (const name of ['memory', 'ephemeral-storage']) {
      for (const kind of ['limits', 'requests'] as const) {
        yield* fraction(resources[kind], name, fieldPath(field, `resources.${kind}`));
      }
    }
    yield* hiddenVariables(env, fieldPath(field, 'env'));
  }
}

/** Fractional byte quantities. */
export function* fractions(amounts: Amounts = {}, path: string): Warnings {
  for (const name of ['memory', 'ephemeral-storage']) yield* fraction(amounts, name, path);
}

/** Warns of a fractional quantity of one resource. */
export function* fraction(amounts: Amounts = {}, name: string, path: string): Warnings {
  const amount = amounts[name];
  if (amount === undefined || parseQuantity(amount).milli % 1000n === 0n) return;
  yield `${keyPath(path, name)}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`;
}

/** A duplicate name is allowed if the later variable refers to the earlier one. */
function* hiddenVariables(variables: readonly EnvVar[], path: string): Warnings {
  const names = new Set<string>();
  for (const [index, { name, value = '' }] of variables.entries()) {
    const reference = `$(${name})`;
    const isHiding = value === reference || !value.includes(reference);
    if (names.has(name) && isHiding) {
      yield `${keyPath(path, index)}: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
    }
    names.add(name);
  }
}

/** Ports of a kind that later ones are compared with, so that the time is linear in the number of ports. */
const COMPARED_PORTS = 16;

/** The containers of a pod share its IP address, and so its ports. Each port is compared with the first ones of its kind. */
export function* portWarnings(spec: PodSpec, path: string): Warnings {
  const earlier = new Map<string, { readonly port: ContainerPort; readonly field: string }[]>();
  for (const { container, path: place } of containersOf(spec, path)) {
    for (const [index, port] of (container.ports ?? []).entries()) {
      const field = keyPath(fieldPath(place, 'ports'), index);
      const identity = `${port.containerPort}/${port.protocol ?? ''}`;
      const others = earlier.get(identity) ?? [];
      for (const other of others) yield* sharedPort(port, other.port, `${field}: `, other.field);
      if (others.length < COMPARED_PORTS) earlier.set(identity, [...others, { port, field }]);
    }
  }
}

function* sharedPort(port: ContainerPort, other: ContainerPort, before: string, place: string): Warnings {
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? ''];
  const [number, otherNumber] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === otherIp && number === otherNumber) yield `${before}duplicate port definition with ${place}`;
  else if (number === 0 || otherNumber === 0) yield `${before}overlapping port definition with ${place}`;
  else if (number === otherNumber && (ip === '') !== (otherIp === '')) {
    yield `${before}dangerously ambiguous port definition with ${place}`;
  }
}
