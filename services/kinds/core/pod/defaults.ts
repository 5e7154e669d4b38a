import type {
  ContainerPort,
  Pod,
  PodSpec,
  PodStatus,
  ResourceRequirements,
  Volume,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { setPodResourceDefaults } from './pod-resources.js';

/** Sets the defaults of a pod that its schema cannot express (Kubernetes' SetDefaults_Pod). */
export function setPodDefaults({ spec, status }: Pod): void {
  setPodAddresses(status);
  setPodSpecDefaults(spec);
  spec.enableServiceLinks ??= true;
  // Kubernetes treats negative values as 1.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
    requestLimits(container.resources);
    if (spec.hostNetwork === true) publish(container.ports ?? []);
  }
  setPodResourceDefaults(spec);
}

/** Synchronises podIP with podIPs. If they differ, podIP wins. */
function setPodAddresses(status: PodStatus): void {
  const { podIP, podIPs: [first] = [] } = status;
  if (podIP !== undefined && podIP !== first?.ip) status.podIPs = [Object.assign(newObject(), { ip: podIP })];
  else if (first?.ip !== undefined) status.podIP = first.ip;
}

/** The common defaults of pods and pod templates. */
export function setPodSpecDefaults(spec: PodSpec): void {
  useOneAccount(spec);
  for (const volume of spec.volumes ?? []) setVolumeDefaults(volume);
  for (const container of [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])]) {
    container.imagePullPolicy ??= pullPolicyOf(container.image ?? '');
  }
}

/** The service account has two fields. The deprecated one counts only if it stands alone. */
function useOneAccount(spec: PodSpec): void {
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  if (account === undefined) return;
  spec.serviceAccountName = account;
  spec.serviceAccount = account;
}

function setVolumeDefaults(volume: Volume): void {
  if (Object.keys(volume).length === 1) volume.emptyDir = newObject();
  if (volume.image !== undefined) volume.image.pullPolicy ??= pullPolicyOf(volume.image.reference ?? '');
}

/** Requests default to limits. */
function requestLimits(resources: ResourceRequirements): void {
  const { limits } = resources;
  if (limits === undefined) return;
  const requests = Object.assign(newObject() as Record<string, string>, limits, resources.requests);
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

/** With hostNetwork, host ports default to container ports. */
function publish(ports: readonly ContainerPort[]): void {
  for (const port of ports) {
    if ((port.hostPort ?? 0) === 0 && port.containerPort !== 0) port.hostPort = port.containerPort;
  }
}

/** `Always` if the tag is `latest` or missing, otherwise `IfNotPresent`, also for an invalid image name. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  return tagOf(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The tag of an image. A digest counts as a tag. */
function tagOf(image: string): string {
  const [reference = '', digest] = image.split('@');
  const colon = reference.indexOf(':', reference.lastIndexOf('/') + 1);
  const repository = colon < 0 ? reference : reference.slice(0, colon);
  if (!isRepository(repository)) return '';
  if (colon >= 0) return reference.slice(colon + 1);
  return digest === undefined ? 'latest' : '';
}

/** Lower case except for a registry host in front, which has a dot, a colon or capitals, or is `localhost`. */
function isRepository(text: string): boolean {
  const slash = text.indexOf('/');
  const host = slash < 0 ? '' : text.slice(0, slash);
  const isHost = /[.:A-Z]/.test(host) || host === 'localhost';
  const path = isHost ? text.slice(slash + 1) : text;
  return /^[a-z0-9][a-z0-9._/-]*$/.test(path);
}
