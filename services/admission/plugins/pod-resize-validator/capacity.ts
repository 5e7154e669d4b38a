import type { Node, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { podAmounts } from '@pilothouse/kinds/core/quota/pod-amounts.js';

/** Why a node cannot resize a pod, with the type of the cause in the error. */
export interface ResizeProblem {
  readonly cause: 'UnsupportedPlatform' | 'NodeCapacity';
  readonly text: string;
}

/** Why the node cannot run the resized pod; undefined if it can. */
export function resizeProblem(pod: Pod, { metadata, status }: Node): ResizeProblem | undefined {
  const os = metadata.labels?.['kubernetes.io/os'] ?? 'linux';
  if (os !== 'linux') {
    const where = `node ${JSON.stringify(metadata.name)} is ${JSON.stringify(os)}`;
    return { cause: 'UnsupportedPlatform', text: `pod resize is only supported on linux nodes, ${where}` };
  }
  // What the containers have at present does not count.
  const wanted = { ...pod, status: { ...pod.status, containerStatuses: [], initContainerStatuses: [] } };
  const requests = podAmounts(wanted, 'requests');
  const excess = (['cpu', 'memory'] as const).flatMap((name) => {
    const allocatable = parseQuantity(status.allocatable?.[name] ?? '0');
    const requested = requests.get(name);
    if (requested === undefined || compareQuantities(requested, allocatable) <= 0) return [];
    const amount = ({ milli }: { readonly milli: bigint }): bigint => (name === 'cpu' ? milli : whole(milli));
    return `${name}, requested: ${amount(requested)}, allocatable: ${amount(allocatable)}`;
  });
  if (excess.length === 0) return undefined;
  return {
    cause: 'NodeCapacity',
    text: `node didn't have enough allocatable resources: ${excess.join('; ')}`,
  };
}

/** Whole units, rounded up. */
function whole(milli: bigint): bigint {
  return (milli + 999n) / 1000n;
}
