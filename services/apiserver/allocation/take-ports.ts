import type { Service, ServicePort } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPath, invalid, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import {
  allocatesNodePorts,
  canHaveNodePorts,
  needsHealthCheck,
  nodePortsOf,
} from '@pilothouse/kinds/core/service/traits.js';
import { failedAllocation, rangeIsFull } from './range-is-full.js';

type Spec = Service['spec'];

/** Takes ports for one write. */
export interface PortTaker {
  /** Takes this port; returns why that is impossible. */
  readonly take: (port: number) => Promise<string | undefined>;
  /** Takes any free port; undefined if there is none. */
  readonly takeAny: () => Promise<number | undefined>;
}

/** The ports that a stored service holds. */
export function portsOf(spec: Spec): number[] {
  const { healthCheckNodePort = 0 } = spec;
  return [...nodePortsOf(spec), ...(needsHealthCheck(spec) && healthCheckNodePort > 0 ? [healthCheckNodePort] : [])];
}

/** Takes the node ports of a service, and sets those that it does not name. Returns the ports that it no longer has. */
export async function takePorts(service: Service, old: Service | undefined, taker: PortTaker): Promise<number[]> {
  const { spec } = service;
  if (canHaveNodePorts(spec)) {
    await (old === undefined ? takeNewPorts(service, taker) : takeChangedPorts(service, old, taker));
  }
  const isChecked = old !== undefined && needsHealthCheck(old.spec);
  if (needsHealthCheck(spec) && !isChecked) await takeHealthCheckPort(spec, taker);
  if (old === undefined) return [];
  const kept = new Set(portsOf(spec));
  // A type without node ports loses its ports in `prepareForUpdate`, which runs later.
  const ends = !canHaveNodePorts(spec);
  return portsOf(old.spec).filter((port) => ends || !kept.has(port));
}

/** Ports of one number share a node port (Kubernetes' initNodePorts). */
async function takeNewPorts(service: Service, taker: PortTaker): Promise<void> {
  const { ports = [] } = service.spec;
  const given = new Map<number, number>();
  for (const [index, port] of ports.entries()) {
    const { nodePort = 0 } = port;
    if (nodePort === 0 && !allocatesNodePorts(service.spec)) continue;
    const shared = given.get(port.port);
    if (shared === undefined) {
      const wanted = ports.find((other) => other.port === port.port && (other.nodePort ?? 0) !== 0)?.nodePort ?? 0;
      port.nodePort = wanted === 0 ? await takeAnyPort(taker) : await takePort(service, index, wanted, taker);
      given.set(port.port, port.nodePort);
    } else if (nodePort === 0) {
      port.nodePort = shared;
    } else if (nodePort !== shared) {
      await takePort(service, index, nodePort, taker);
    }
  }
}

/** Kubernetes' updateNodePorts. */
async function takeChangedPorts(service: Service, old: Service, taker: PortTaker): Promise<void> {
  const had = new Set(nodePortsOf(old.spec));
  for (const [index, port] of (service.spec.ports ?? []).entries()) {
    const { nodePort = 0 } = port;
    if (nodePort === 0) {
      if (allocatesNodePorts(service.spec)) await setAnyPort(port, taker);
    } else if (!had.has(nodePort)) {
      await takePort(service, index, nodePort, taker);
      had.add(nodePort);
    }
  }
}

async function setAnyPort(port: ServicePort, taker: PortTaker): Promise<void> {
  port.nodePort = await takeAnyPort(taker);
}

async function takePort(service: Service, index: number, port: number, taker: PortTaker): Promise<number> {
  const problem = await taker.take(port);
  if (problem === undefined) return port;
  const field = fieldPath(keyPath('spec.ports', index), 'nodePort');
  const { name = '' } = service.metadata;
  throw invalidObject({ group: '', kind: 'Service' }, name, [invalid(field, port, problem)]);
}

async function takeAnyPort(taker: PortTaker): Promise<number> {
  const port = await taker.takeAny();
  if (port === undefined) throw rangeIsFull('failed to allocate a nodePort');
  return port;
}

async function takeHealthCheckPort(spec: Spec, taker: PortTaker): Promise<void> {
  const { healthCheckNodePort = 0 } = spec;
  if (healthCheckNodePort === 0) {
    const port = await taker.takeAny();
    if (port === undefined) throw rangeIsFull('failed to allocate a HealthCheck NodePort 0');
    spec.healthCheckNodePort = port;
    return;
  }
  const problem = await taker.take(healthCheckNodePort);
  if (problem !== undefined) {
    throw failedAllocation(`failed to allocate requested HealthCheck NodePort ${healthCheckNodePort}: ${problem}`);
  }
}
