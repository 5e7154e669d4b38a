import type { DeviceSubRequest, ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { compareQuantities, parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { countName, type Evaluator } from './evaluator.js';
import { addLists, ONE, type ResourceList } from './resource-list.js';

/** Behind the name of a device class. */
const OF_CLASS = '.deviceclass.resource.k8s.io/devices';
/** Devices that a request for all of them can get. */
const MOST = 32;

/** The prefix of requests, and that of the extended resource that stands for a device class. */
const REQUESTS = 'requests.';
export const DEVICE_CLASS = 'deviceclass.resource.kubernetes.io/';

/** What the usage of a claim depends on besides the claim. */
export interface ClaimSurroundings {
  /** The extended resource of each device class; empty for a class without one. */
  readonly classes: () => ReadonlyMap<string, string>;
  /** The usage of the Pod for whose extended resources the claim was made, which counts already. */
  readonly ofPod: (claim: ResourceClaim, now: Date) => ResourceList;
}

const NOTHING: ResourceList = new Map();
export const NO_SURROUNDINGS: ClaimSurroundings = { classes: () => new Map(), ofPod: () => NOTHING };

/**
 * The evaluator of ResourceClaims, whose group contains the API domain: their number, and devices by class, and by the extended
 * resources that stand for a class.
 */
export function deviceClaimEvaluator(
  group: string,
  { classes, ofPod }: ClaimSurroundings = NO_SURROUNDINGS,
): Evaluator {
  const count = countName({ group, resource: 'resourceclaims' });
  return {
    tracks: (name) => name === count || name.endsWith(OF_CLASS) || isExtendedRequest(name, classes()),
    handles: ({ subresource }) => subresource === '',
    usage: (object, now) => {
      // The group and resource are those of ResourceClaims.
      const claim = object as ResourceClaim;
      const byClass = claim.spec.devices.requests
        .map(devicesOf)
        .reduce<ResourceList>(addLists, new Map([[count, ONE]]));
      return new Map([...byClass, ...extended(byClass, classes(), ofPod(claim, now))]);
    },
    countsOnly: false,
  };
}

function isExtendedRequest(name: string, classes: ReadonlyMap<string, string>): boolean {
  if (!name.startsWith(REQUESTS)) return false;
  const resource = name.slice(REQUESTS.length);
  if (resource.startsWith(DEVICE_CLASS)) return classes.has(resource.slice(DEVICE_CLASS.length));
  return [...classes.values()].includes(resource);
}

/** The devices under the names of extended resources, without those that the Pod counts. */
function extended(byClass: ResourceList, classes: ReadonlyMap<string, string>, ofPod: ResourceList): ResourceList {
  const amounts = new Map<string, Quantity>();
  for (const [name, amount] of byClass) {
    if (!name.endsWith(OF_CLASS) || name === OF_CLASS) continue;
    const className = name.slice(0, -OF_CLASS.length);
    const resource = classes.get(className) ?? '';
    amounts.set(`${REQUESTS}${DEVICE_CLASS}${className}`, amount);
    if (resource !== '') amounts.set(`${REQUESTS}${resource}`, amount);
  }
  return new Map(
    [...amounts].flatMap(([name, amount]) => {
      const milli = amount.milli - (ofPod.get(name)?.milli ?? 0n);
      return milli > 0n ? [[name, { ...amount, milli }] as const] : [];
    }),
  );
}

type DeviceRequest = ResourceClaim['spec']['devices']['requests'][number];

/** In v1beta1 the fields of `exactly` are those of the request. */
function devicesOf(request: DeviceRequest & Partial<Wanted>): ResourceList {
  const { exactly = request, firstAvailable = [] } = request;
  return firstAvailable.length > 0 ? worstCase(firstAvailable) : devices(exactly);
}

type Wanted = Pick<DeviceSubRequest, 'allocationMode' | 'count'> & { readonly deviceClassName?: string };

function devices({ deviceClassName, allocationMode, count = 0 }: Wanted): ResourceList {
  if (deviceClassName === undefined) return NOTHING;
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
