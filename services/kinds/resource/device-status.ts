import type { AllocatedDeviceStatus, NetworkDeviceData } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { addressText, parseCidr } from '@pilothouse/apimachinery/names/address.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { fieldPath, invalid, tooLong, tooMany, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { validateConditions } from '../definition/conditions.js';
import { deviceId, shownId } from './allocated-devices.js';
import { MAX_DATA, validateData } from './configuration.js';
import { validateSet } from './lists.js';
import { label, poolName, uuid } from './names.js';

const MAX_CONDITIONS = 8;
const MAX_ADDRESSES = 16;
const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;

/** Validates what a driver reports of a device, which is one of the `allocated` ones (Kubernetes' validateDeviceStatus). */
export function validateDeviceStatus(
  status: AllocatedDeviceStatus,
  path: string,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const { driver, pool, device, shareID, conditions, data, networkData = {} } = status;
  const field = (name: string): string => fieldPath(path, name);
  return [
    ...validateDriverName(driver, field('driver')),
    ...poolName(pool, field('pool')),
    ...label(device, field('device')),
    ...(shareID === undefined ? [] : uuid(shareID, field('shareID'))),
    ...(allocated.has(deviceId(status))
      ? []
      : [invalid(path, shownId(status), 'must be an allocated device in the claim')]),
    ...(conditions.length > MAX_CONDITIONS ? [tooMany(field('conditions'), conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, field('conditions')),
    ...(data === undefined || data === null ? [] : validateData(data, field('data'), MAX_DATA)),
    ...validateNetwork(networkData, field('networkData')),
  ];
}

function validateNetwork(
  { interfaceName = '', hardwareAddress = '', ips = [] }: NetworkDeviceData,
  path: string,
): FieldError[] {
  const [name, address] = [fieldPath(path, 'interfaceName'), fieldPath(path, 'hardwareAddress')];
  return [
    ...(utf8Length(interfaceName) > MAX_INTERFACE_NAME ? [tooLong(name, MAX_INTERFACE_NAME)] : []),
    ...(utf8Length(hardwareAddress) > MAX_HARDWARE_ADDRESS ? [tooLong(address, MAX_HARDWARE_ADDRESS)] : []),
    ...validateSet(ips, fieldPath(path, 'ips'), MAX_ADDRESSES, validateAddress, (ip) => ip),
  ];
}

/** An address with the length of its prefix, in canonical form (IsValidInterfaceAddress). */
function validateAddress(value: string, field: string): FieldError[] {
  const cidr = parseCidr(value);
  if (cidr === undefined) {
    return [invalid(field, value, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)')];
  }
  const { address, bits } = cidr;
  const canonical = `${addressText(address.family, address.value)}/${bits}`;
  return value === canonical ? [] : [invalid(field, value, `must be in canonical form (${JSON.stringify(canonical)})`)];
}
