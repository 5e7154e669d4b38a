import type {
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from '@pilothouse/apimachinery/generated/resource/v1.js';

/** Sets the defaults of a claim: the mode, the number of devices and the operators of tolerations. */
export function setClaimDefaults({ devices }: ResourceClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of devices.requests) {
    for (const request of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) setRequest(request);
  }
}

function setRequest(request: ExactDeviceRequest | DeviceSubRequest): void {
  request.allocationMode ??= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ??= 1;
  setTolerationDefaults(request.tolerations);
}

/** Tolerations without an operator compare the value. */
export function setTolerationDefaults(tolerations: readonly DeviceToleration[] = []): void {
  for (const toleration of tolerations) toleration.operator ??= 'Equal';
}
