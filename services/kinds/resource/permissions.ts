import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceClaim,
  ResourceClaim,
  ResourceClaimStatus,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { forbidden, internal, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { WriteAccess } from '../definition/write-access.js';
import { deviceId } from './allocated-devices.js';

const ADMIN_ACCESS = 'resource.kubernetes.io/admin-access';
const NODE_NAME = 'authentication.kubernetes.io/node-name';
const ACCOUNT = 'system:serviceaccount:';

/** Validates that the namespace allows administrative access, where a claim requests it (Kubernetes' AuthorizedForAdmin). */
export async function validateAdminRequests({ requests }: DeviceClaim, access: WriteAccess): Promise<FieldError[]> {
  const index = requests.findIndex(({ exactly }) => exactly?.adminAccess === true);
  return index < 0 ? [] : validateLabel(`spec.devices.requests[${index}].adminAccess`, access);
}

async function validateLabel(field: string, access: WriteAccess): Promise<FieldError[]> {
  const labels = await access.namespaceLabels();
  if (labels === undefined) {
    const why = `namespaces ${JSON.stringify(access.namespace)} not found`;
    return [internal(field, `could not retrieve namespace to verify admin access: ${why}`)];
  }
  if (labels[ADMIN_ACCESS] === 'true') return [];
  const label = `\`${ADMIN_ACCESS}: true\``;
  return [forbidden(field, `admin access to devices requires the ${label} label on the containing namespace`)];
}

/**
 * Validates that the user may change the status of a claim: allocations and consumers with the permission
 * `resourceclaims/binding`, devices of a driver with `resourceclaims/driver`.
 */
export async function validateStatusPermissions(
  { status }: ResourceClaim,
  { status: old }: ResourceClaim,
  access: WriteAccess,
): Promise<FieldError[]> {
  return [
    ...(await validateAdminResults(status.allocation, old.allocation, access)),
    ...(await validateBinding(status, old, access)),
    ...(status.allocation === undefined ? [] : await validateDrivers(status, old, access)),
  ];
}

async function validateAdminResults(
  allocation: AllocationResult | undefined,
  old: AllocationResult | undefined,
  access: WriteAccess,
): Promise<FieldError[]> {
  const index = adminResult(allocation);
  if (index < 0 || adminResult(old) >= 0) return [];
  return validateLabel(`status.allocation.devices.results[${index}].adminAccess`, access);
}

function adminResult(allocation: AllocationResult | undefined): number {
  return (allocation?.devices.results ?? []).findIndex(({ adminAccess }) => adminAccess === true);
}

/** Kubernetes' AuthorizedForBinding. */
async function validateBinding(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  { verb, refusalOf }: WriteAccess,
): Promise<FieldError[]> {
  if (deepEqual(status.allocation, old.allocation) && deepEqual(status.reservedFor, old.reservedFor)) return [];
  const refusal = await refusalOf({ verb, subresource: 'binding', namespace: '', name: '' });
  if (refusal === undefined) return [];
  const what = `resource="resourceclaims/binding", verb="${verb}" permission`;
  return [
    forbidden('status.allocation', `changing status.allocation or status.reservedFor requires ${what}: ${refusal}`),
  ];
}

/** Kubernetes' AuthorizedForDeviceStatus. A service account on the node of the claim can have a permission of its own. */
async function validateDrivers(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  access: WriteAccess,
): Promise<FieldError[]> {
  const isOnNode = isAccountOf(access.user, nodeOf(status.allocation));
  const verbs = [...(isOnNode ? ['associated-node'] : []), 'arbitrary-node'].map(
    (prefix) => `${prefix}:${access.verb}`,
  );
  const errors: FieldError[] = [];
  for (const name of changedDrivers(status.devices ?? [], old.devices ?? [])) {
    const refusal = await driverRefusal(name, verbs, access);
    if (refusal === undefined) continue;
    const what = `resource="resourceclaims/driver", verb="[${verbs.join(' ')}]" permission`;
    errors.push(forbidden('status.devices', `changing status.devices requires ${what}: ${refusal}`));
  }
  return errors;
}

/** The first refusal, unless one of the verbs is allowed. */
async function driverRefusal(
  name: string,
  verbs: readonly string[],
  { refusalOf, namespace }: WriteAccess,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const verb of verbs) {
    const refusal = await refusalOf({ verb, subresource: 'driver', namespace, name });
    if (refusal === undefined) return undefined;
    first ??= refusal;
  }
  return first;
}

/** The drivers of devices that are added, changed or removed, in alphabetical order. */
function changedDrivers(devices: readonly AllocatedDeviceStatus[], old: readonly AllocatedDeviceStatus[]): string[] {
  const [now, before] = [devices, old].map((each) => new Map(each.map((device) => [deviceId(device), device])));
  const changed = [...devices, ...old].filter((device) => {
    const id = deviceId(device);
    return !deepEqual(now?.get(id), before?.get(id));
  });
  return [...new Set(changed.map(({ driver }) => driver))].sort();
}

/** The only node of an allocation, if its selector names one. */
function nodeOf(allocation: AllocationResult | undefined): string | undefined {
  const [term, ...others] = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  const [field, ...more] = term?.matchFields ?? [];
  const isOne = others.length === 0 && more.length === 0 && (term?.matchExpressions ?? []).length === 0;
  if (!isOne || field?.key !== 'metadata.name' || field.operator !== 'In' || field.values?.length !== 1)
    return undefined;
  return field.values[0];
}

/** Whether the user is a service account whose token is bound to the node. */
function isAccountOf({ name, extra }: User, node: string | undefined): boolean {
  const nodes = extra.get(NODE_NAME) ?? [];
  if (node === undefined || nodes.length !== 1 || nodes[0] !== node || dnsSubdomain(node).length > 0) return false;
  const [namespace = '', account = '', ...more] = name.startsWith(ACCOUNT) ? name.slice(ACCOUNT.length).split(':') : [];
  return more.length === 0 && dnsLabel(namespace).length === 0 && dnsSubdomain(account).length === 0;
}
