import type { Container, Pod, PodAffinityTerm } from '@pilothouse/apimachinery/generated/core/v1.js';
import { HUGE_PAGES, isExtended, qosClassOf } from '../pod/amounts.js';
import { isPodLevel } from '../pod/pod-resources.js';
import { DEVICE_CLASS } from './device-claims.js';
import { countName, type Evaluator } from './evaluator.js';
import { podAmounts } from './pod-amounts.js';
import { addLists, ONE, readAmounts, type ResourceList } from './resource-list.js';
import { satisfies } from './scopes.js';

const COUNT = countName({ group: '', resource: 'pods' });
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'] as const;
const NAMES: ReadonlySet<string> = new Set([
  COUNT,
  'pods',
  ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** Names that every container of a pod must set if a quota counts them. */
const REQUIRED: readonly string[] = ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);
const REQUESTS = 'requests.';

export const podEvaluator: Evaluator = {
  tracks: (name) =>
    NAMES.has(name) ||
    name.startsWith(HUGE_PAGES) ||
    name.startsWith(`${REQUESTS}${HUGE_PAGES}`) ||
    (name.startsWith(REQUESTS) && (isForeign(name) || name.startsWith(`${REQUESTS}${DEVICE_CLASS}`))),
  handles: ({ operation, subresource, object, old }) => {
    if (subresource === 'resize') return operation === 'UPDATE';
    if (subresource !== '') return false;
    return operation === 'CREATE' || (old !== undefined && isTerminating(object as Pod) !== isTerminating(old as Pod));
  },
  usage: (object, now) => {
    const pod = object as Pod;
    const count: ResourceList = new Map([[COUNT, ONE]]);
    if (!isAlive(pod, now)) return count;
    return addLists(count, computeUsage(podAmounts(pod, 'requests'), podAmounts(pod, 'limits')));
  },
  isInScope: (scope, object) => {
    const pod = object as Pod;
    switch (scope.scopeName) {
      case 'Terminating':
        return isTerminating(pod);
      case 'NotTerminating':
        return !isTerminating(pod);
      case 'BestEffort':
        return qosClassOf(pod.spec) === 'BestEffort';
      case 'NotBestEffort':
        return qosClassOf(pod.spec) !== 'BestEffort';
      case 'PriorityClass':
        return satisfies(scope, pod.spec.priorityClassName || undefined);
      case 'CrossNamespacePodAffinity':
        return looksIntoOthers(pod);
      default:
        return false;
    }
  },
  scopeText: (object) => String(isTerminating(object as Pod)),
  lack: (names, object) => lackOf(object as Pod, names),
  countsOnly: false,
};

/** Whether the domain of a name is not one of Kubernetes' own. */
function isForeign(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/');
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map([['pods', ONE]]);
  for (const name of COMPUTE) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) usage.set(name, request).set(`${REQUESTS}${name}`, request);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith(HUGE_PAGES)) usage.set(name, request).set(`${REQUESTS}${name}`, request);
    if (isExtended(name) || name.startsWith(DEVICE_CLASS)) usage.set(`${REQUESTS}${name}`, request);
  }
  return usage;
}

/** Kubernetes' Constraints: `must specify limits.cpu for: a,b`. Not required of pods with pod-level resources. */
function lackOf({ spec }: Pod, names: ReadonlySet<string>): string | undefined {
  const { containers, initContainers = [], resources } = spec;
  if (Object.keys({ ...resources?.requests, ...resources?.limits }).some(isPodLevel)) return undefined;
  const lacking = (name: string): string[] =>
    [...containers, ...initContainers].filter((each) => !usageOf(each).has(name)).map((each) => each.name);
  const texts = REQUIRED.filter((name) => names.has(name))
    .sort()
    .map((name) => [name, [...new Set(lacking(name))].sort()] as const)
    .filter(([, containersWithout]) => containersWithout.length > 0)
    .map(([name, containersWithout]) => `${name} for: ${containersWithout.join(',')}`);
  return texts.length === 0 ? undefined : `must specify ${texts.join('; ')}`;
}

function usageOf({ resources }: Container): ResourceList {
  return computeUsage(readAmounts(resources.requests), readAmounts(resources.limits));
}

function isTerminating({ spec: { activeDeadlineSeconds } }: Pod): boolean {
  return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0;
}

/** Whether a pod uses resources: it has not ended, and is not beyond its grace period. */
export function isAlive({ metadata, status }: Pod, now: Date): boolean {
  if (status.phase === 'Failed' || status.phase === 'Succeeded') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return now.getTime() <= Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000;
}

/** Whether a term of the pod's affinity refers to pods of other namespaces. */
function looksIntoOthers({ spec: { affinity } }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  return [podAffinity, podAntiAffinity].some((each) => {
    const { requiredDuringSchedulingIgnoredDuringExecution: required = [] } = each ?? {};
    const { preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } = each ?? {};
    return [...required, ...preferred.map(({ podAffinityTerm }) => podAffinityTerm)].some(namesOthers);
  });
}

function namesOthers({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean {
  return namespaces.length > 0 || namespaceSelector !== undefined;
}
