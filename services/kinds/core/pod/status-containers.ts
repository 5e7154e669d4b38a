import type { Container, ContainerStatus, Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { wrongId } from './checks.js';

const LISTS = [
  ['containerStatuses', 'containers'],
  ['initContainerStatuses', 'initContainers'],
  ['ephemeralContainerStatuses', undefined],
] as const;

/** Validates the statuses of containers (ValidatePodStatusUpdate). */
export function validateContainerStatuses({ status, spec }: Pod, { spec: oldSpec, status: before }: Pod): FieldError[] {
  const ended = LISTS.flatMap(([list, place]) => {
    const containers = place === undefined ? undefined : (oldSpec[place] ?? []);
    return validateEnded(
      status[list] ?? [],
      before[list] ?? [],
      { spec: oldSpec, containers },
      fieldPath('status', list),
    );
  });
  const users = LISTS.flatMap(([list]) => validateUsers(status[list] ?? [], spec, fieldPath('status', list)));
  const health = LISTS.flatMap(([list, place]) =>
    eachError(status[list] ?? [], (each, index) => {
      const field = fieldPath(keyPath(fieldPath('status', list), index), 'allocatedResourcesStatus');
      if (place !== undefined) return validateHealth(each, spec[place] ?? [], field);
      const isSet = (each.allocatedResourcesStatus ?? []).length > 0;
      return isSet ? [forbidden(field, 'must not be specified in container status')] : [];
    }),
  );
  return [...ended, ...users, ...health];
}

interface Restarts {
  readonly spec: PodSpec;
  /** Absent for ephemeral containers, which are never restarted. */
  readonly containers: readonly Container[] | undefined;
}

/** A terminated container stays so, unless its restart policy or rules restart it. */
function validateEnded(
  statuses: readonly ContainerStatus[],
  before: readonly ContainerStatus[],
  { spec, containers }: Restarts,
  path: string,
): FieldError[] {
  const all = [...(spec.initContainers ?? []), ...spec.containers];
  const restartsAll = all.some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
  if (containers !== undefined && restartsAll) return [];
  const running = new Set(statuses.filter(({ state }) => state.terminated === undefined).map(({ name }) => name));
  return eachError(before, ({ name, state: { terminated } }, index) => {
    if (terminated === undefined || !running.has(name)) return [];
    const container = containers?.find((each) => each.name === name);
    if (container !== undefined && restarts(container, spec, terminated.exitCode)) return [];
    return [forbidden(fieldPath(keyPath(path, index), 'state'), 'may not be transitioned to non-terminated state')];
  });
}

/** Kubernetes' ContainerShouldRestart. */
function restarts({ restartPolicy, restartPolicyRules = [] }: Container, spec: PodSpec, exitCode: number): boolean {
  const matches = restartPolicyRules.some(({ exitCodes }) => {
    const isListed = (exitCodes?.values ?? []).includes(exitCode);
    return exitCodes !== undefined && isListed === (exitCodes.operator === 'In');
  });
  if (restartPolicy !== undefined && matches) return true;
  const policy = restartPolicy ?? spec.restartPolicy;
  return policy === 'OnFailure' ? exitCode !== 0 : policy !== 'Never';
}

function validateUsers(statuses: readonly ContainerStatus[], { os }: PodSpec, path: string): FieldError[] {
  return eachError(statuses, ({ user }, index) => {
    const field = fieldPath(keyPath(path, index), 'user.linux');
    if (user?.linux === undefined) return [];
    if (os?.name === 'windows') return [forbidden(field, 'cannot be set for a windows pod')];
    const { uid, gid, supplementalGroups = [] } = user.linux;
    const groups = fieldPath(field, 'supplementalGroups');
    return [
      ...wrongId(uid, fieldPath(field, 'uid')),
      ...wrongId(gid, fieldPath(field, 'gid')),
      ...eachError(supplementalGroups, (group, at) => wrongId(group, keyPath(groups, at))),
    ];
  });
}

const HEALTH = ['Healthy', 'Unhealthy', 'Unknown'];
const LONGEST_MESSAGE = 1024;
const NO_CLAIM =
  "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";

function validateHealth(
  { name, allocatedResourcesStatus = [] }: ContainerStatus,
  all: readonly Container[],
  path: string,
) {
  const container = all.find((each) => each.name === name);
  return eachError(allocatedResourcesStatus, (resource, index) => {
    const field = keyPath(path, index);
    const errors = container === undefined ? [] : validateResource(resource.name, container, fieldPath(field, 'name'));
    const seen = new Set<string>();
    const devices = fieldPath(field, 'resources');
    const wrong = eachError(resource.resources ?? [], ({ resourceID, health = '', message }, at) => {
      const place = keyPath(devices, at);
      const found = HEALTH.includes(health) ? [] : [notSupported(fieldPath(place, 'health'), health, HEALTH)];
      if (message === '') found.push(required(fieldPath(place, 'message'), 'must be non-empty if specified'));
      if (Buffer.byteLength(message ?? '') > LONGEST_MESSAGE) {
        found.push(tooLong(fieldPath(place, 'message'), LONGEST_MESSAGE));
      }
      if (seen.has(resourceID)) found.push(duplicate(fieldPath(place, 'resourceID'), resourceID));
      seen.add(resourceID);
      return found;
    });
    return [...errors, ...wrong];
  });
}

function validateResource(name: string, { resources }: Container, field: string): FieldError[] {
  if (name.startsWith('claim:')) {
    const claims = (resources.claims ?? []).map(({ name: claim, request = '' }) =>
      request === '' ? `claim:${claim}` : `claim:${claim}/${request}`,
    );
    return claims.includes(name) ? [] : [invalid(field, name, NO_CLAIM)];
  }
  const isRequested = Object.keys(resources.requests ?? {}).includes(name);
  return isRequested ? [] : [invalid(field, name, "must match one of the container's resource requests")];
}
