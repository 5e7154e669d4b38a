import type { ContainerStatus, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { AGE_COLUMN, age, NAME_COLUMN, textColumn, wideColumn } from '../../definition/columns.js';
import type { Column } from '../../definition/definition.js';

/** The columns of kubectl's pod table. */
export const podColumns: readonly Column<Pod>[] = [
  NAME_COLUMN,
  textColumn('Ready', 'How many of its containers are ready.', readyText),
  textColumn('Status', 'State of the pod, or the reason why it does not run.', statusText),
  textColumn('Restarts', 'Number of container restarts, and the time since the last one.', restartsText),
  AGE_COLUMN,
  wideColumn('IP', 'Address of the pod.', ({ status: { podIP, podIPs } }) => podIPs?.[0]?.ip ?? podIP ?? '<none>'),
  wideColumn('Node', 'Node on which the pod runs.', ({ spec }) => spec.nodeName ?? '<none>'),
  wideColumn(
    'Nominated Node',
    'Node on which pods are preempted for it.',
    ({ status }) => status.nominatedNodeName ?? '<none>',
  ),
  wideColumn('Readiness Gates', 'How many of its readiness gates are true.', gatesText),
];

function readyText({ spec, status: { containerStatuses = [] } }: Pod): string {
  const ready = containerStatuses.filter((status) => status.ready && status.state.running !== undefined);
  return `${ready.length}/${spec.containers.length}`;
}

function restartsText({ status: { containerStatuses = [], initContainerStatuses = [] } }: Pod, now: Date): string {
  const isStarting = initContainerStatuses.some(({ state: { terminated } }) => terminated?.exitCode !== 0);
  const counted = isStarting ? initContainerStatuses : containerStatuses;
  const restarts = counted.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const last = counted.map(endOf).sort().at(-1) ?? '';
  return restarts === 0 || last === '' ? String(restarts) : `${restarts} (${age(last, now)} ago)`;
}

/** The time of the last termination. Times in canonical form sort as text. */
function endOf({ lastState }: ContainerStatus): string {
  return lastState.terminated?.finishedAt ?? '';
}

function gatesText({ spec: { readinessGates = [] }, status: { conditions = [] } }: Pod): string {
  if (readinessGates.length === 0) return '<none>';
  const truths = new Set(conditions.filter(({ status }) => status === 'True').map(({ type }) => type));
  const met = readinessGates.filter(({ conditionType }) => truths.has(conditionType));
  return `${met.length}/${readinessGates.length}`;
}

/** The displayed status of a pod: `Running`, `Init:0/2`, `CrashLoopBackOff`, `Terminating` (Kubernetes' printPod). */
function statusText(pod: Pod): string {
  const { metadata, status } = pod;
  const text = initText(pod) ?? containersText(pod) ?? status.reason ?? status.phase ?? '';
  if (metadata.deletionTimestamp === undefined) return text;
  if (status.reason === 'NodeLost') return 'Unknown';
  return status.phase === 'Succeeded' || status.phase === 'Failed' ? text : 'Terminating';
}

/** The state of the first init container that has not succeeded. */
function initText({ spec: { initContainers = [] }, status: { initContainerStatuses = [] } }: Pod): string | undefined {
  const index = initContainerStatuses.findIndex(({ state }) => state.terminated?.exitCode !== 0);
  const found = initContainerStatuses[index];
  if (found === undefined) return undefined;
  const { terminated, waiting } = found.state;
  if (terminated !== undefined) return `Init:${endText(found)}`;
  const reason = waiting?.reason ?? '';
  if (reason !== '' && reason !== 'PodInitializing') return `Init:${reason}`;
  return `Init:${index}/${initContainers.length}`;
}

function containersText({
  status: { containerStatuses = [], conditions = [], phase, reason },
}: Pod): string | undefined {
  const text = containerStatuses.map(stateText).find((each) => each !== undefined) ?? reason ?? phase;
  const isRunning = containerStatuses.some(({ ready, state }) => ready && state.running !== undefined);
  if (text !== 'Completed' || !isRunning) return text;
  const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  return isReady ? 'Running' : 'NotReady';
}

/** Undefined for a running container. */
function stateText(container: ContainerStatus): string | undefined {
  const { waiting, terminated } = container.state;
  if ((waiting?.reason ?? '') !== '') return waiting?.reason;
  return terminated === undefined ? undefined : endText(container);
}

function endText({ state: { terminated } }: ContainerStatus): string {
  const { reason = '', signal = 0, exitCode = 0 } = terminated ?? {};
  if (reason !== '') return reason;
  return signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}
