import type { DeviceSubRequest, ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { compareQuantities, parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { countName, type Evaluator } from './evaluator.js';
import { addLists, ONE, type ResourceList } from './resource-list.js';

/** Behind the name of a device class. */
const OF_CLASS = '.deviceclass.resource.k8s.io/devices';
/** Devices that a request for all of them can get. */
const MOST = 32;

/** The evaluator of ResourceClaims, whose group contains the API domain: their number, and devices by class. */
export function deviceClaimEvaluator(group: string): Evaluator {
  const count = countName({ group, resource: 'resourceclaims' });
  return {
    tracks: (name) => name === count || name.endsWith(OF_CLASS),
    handles: ({ subresource }) => subresource === '',
    usage: (object) => {
      // The group and resource are those of ResourceClaims.
      const { requests } = (object as ResourceClaim).spec.devices;
      return requests
        .map(({ exactly, firstAvailable = [] }) =>
          exactly === undefined ? worstCase(firstAvailable) : devices(exactly),
        )
        .reduce<ResourceList>(addLists, new Map([[count, ONE]]));
    },
    countsOnly: false,
  };
}

type Wanted = Pick<DeviceSubRequest, 'deviceClassName' | 'allocationMode' | 'count'>;

function devices({ deviceClassName, allocationMode, count = 0 }: Wanted): ResourceList {
  const number = allocationMode === 'ExactCount' ? count : allocationMode === 'All' ? MOST : 0;
  return new Map([[`${deviceClassName}${OF_CLASS}`, parseQuantity(String(number))]]);
}

/** The most devices of each class that one of the alternatives wants. */
function worstCase(alternatives: readonly Wanted[]): ResourceList {
  const most = new Map<string, Quantity>();
  for (const [name, amount] of alternatives.flatMap((each) => [...devices(each)])) {
    const before = most.get(name);
    if (amount.milli > 0n && (before === undefined || compareQuantities(amount, before) > 0)) most.set(name, amount);
  }
  return most;
}
