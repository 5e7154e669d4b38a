import type { AllocatedDeviceStatus, AllocationResult } from '@pilothouse/apimachinery/generated/resource/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

type Allocated = Pick<AllocatedDeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>;

/** Identifies an allocated device: driver, pool, device and, if it is shared, the share. */
export function deviceId({ driver, pool, device, shareID = '' }: Allocated): string {
  return [driver, pool, device, ...(shareID === '' ? [] : [shareID])].join('/');
}

/** The same as Kubernetes' messages show it. */
export function shownId({ driver, pool, device, shareID = '' }: Allocated): JsonValue {
  return { Driver: driver, Pool: pool, Device: device, ShareID: shareID };
}

/** The devices of an allocation. */
export function allocatedIds(allocation: AllocationResult | undefined): Set<string> {
  return new Set((allocation?.devices.results ?? []).map(deviceId));
}
