import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { countName, type Evaluator } from './evaluator.js';
import { ONE } from './resource-list.js';

const COUNT = countName({ group: '', resource: 'services' });
const NAMES: readonly string[] = [COUNT, 'services', 'services.nodeports', 'services.loadbalancers'];

export const serviceEvaluator: Evaluator = {
  tracks: (name) => NAMES.includes(name),
  // The type of a service can change.
  handles: ({ subresource }) => subresource === '',
  usage: (object) => {
    const { spec } = object as Service;
    return new Map([
      [COUNT, ONE],
      ['services', ONE],
      ['services.loadbalancers', amount(spec.type === 'LoadBalancer' ? 1 : 0)],
      ['services.nodeports', amount(nodePorts(spec))],
    ]);
  },
  countsOnly: false,
};

/** Ports that get a node port. They are not allocated yet when a service is created. */
function nodePorts({ type, ports = [], allocateLoadBalancerNodePorts: allocates = true }: Service['spec']): number {
  if (type === 'NodePort' || (type === 'LoadBalancer' && allocates)) return ports.length;
  return type === 'LoadBalancer' ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length : 0;
}

function amount(count: number): Quantity {
  return parseQuantity(String(count));
}
