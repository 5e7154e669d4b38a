import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { CoreV1Api, KubeConfig, makeInformer, Watch, type V1Pod } from '@kubernetes/client-node';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const NAMESPACE = 'default';
const PATH = `/api/v1/namespaces/${NAMESPACE}/pods`;
const SPEC = { automountServiceAccountToken: false, containers: [{ name: 'a', image: 'busybox' }] };
/** Milliseconds within which a write must be visible. */
const SOON = 15_000;

/** The parts of a pod that change during its life. */
function stateOf({ metadata, spec, status }: V1Pod): string {
  const { name, deletionGracePeriodSeconds: grace } = metadata ?? {};
  const ephemeral = spec?.ephemeralContainers?.map((container) => container.name) ?? [];
  const state = [
    name,
    spec?.nodeName,
    status?.phase,
    ...ephemeral,
    grace === undefined ? undefined : `ends in ${grace}`,
  ];
  return state.filter((text) => text !== undefined).join(' ');
}

interface Followed {
  readonly events: readonly string[];
  readonly stop: () => Promise<void>;
}

async function inform(config: KubeConfig): Promise<Followed> {
  const api = config.makeApiClient(CoreV1Api);
  const informer = makeInformer<V1Pod>(config, PATH, () => api.listNamespacedPod({ namespace: NAMESPACE }));
  const events: string[] = [];
  for (const type of ['add', 'update', 'delete'] as const) {
    informer.on(type, (pod) => void events.push(`${type} ${stateOf(pod)}`));
  }
  await informer.start();
  return { events, stop: () => informer.stop() };
}

async function watch(config: KubeConfig, fieldSelector: string): Promise<Followed> {
  const events: string[] = [];
  const note = (type: string, pod: V1Pod): void => void events.push(`${type} ${stateOf(pod)}`);
  const controller = await new Watch(config).watch(PATH, { fieldSelector }, note, () => {});
  return { events, stop: async () => controller.abort() };
}

async function shown(events: readonly string[], wanted: readonly string[]): Promise<void> {
  const began = performance.now();
  while (events.length < wanted.length && performance.now() - began < SOON) await pause(20);
  assert.deepEqual(events, wanted);
}

describe('@kubernetes/client-node and pods', () => {
  let storage: TestStorage;
  let server: Server;
  let config: KubeConfig;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    config = new KubeConfig();
    config.loadFromFile(server.kubeconfig);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  it('follows the life of a pod with an informer', async () => {
    const api = config.makeApiClient(CoreV1Api);
    const { events, stop } = await inform(config);
    const of = { namespace: NAMESPACE, name: 'one' };
    try {
      await api.createNamespacedPod({ namespace: NAMESPACE, body: { metadata: { name: 'one' }, spec: SPEC } });
      const body = { metadata: { name: 'one' }, target: { kind: 'Node', name: 'n1' } };
      await api.createNamespacedPodBinding({ ...of, body });
      const bound = await api.readNamespacedPod(of);
      bound.status = { phase: 'Running' };
      await api.replaceNamespacedPodStatus({ ...of, body: bound });
      const running = await api.readNamespacedPodEphemeralcontainers(of);
      assert.ok(running.spec);
      running.spec.ephemeralContainers = [{ name: 'look', image: 'busybox' }];
      await api.replaceNamespacedPodEphemeralcontainers({ ...of, body: running });
      await api.createNamespacedPodEviction({ ...of, body: { metadata: { name: 'one' } } });
      await api.deleteNamespacedPod({ ...of, gracePeriodSeconds: 0 });
      await shown(events, [
        'add one Pending',
        'update one n1 Pending',
        'update one n1 Running',
        'update one n1 Running look',
        // The eviction sets the condition DisruptionTarget before it deletes the pod.
        'update one n1 Running look',
        'update one n1 Running look ends in 30',
        'delete one n1 Running look ends in 30',
      ]);
    } finally {
      await stop();
    }
  });

  it('watches the pods of one node by a field selector', async () => {
    const api = config.makeApiClient(CoreV1Api);
    const { events, stop } = await watch(config, 'spec.nodeName=n2');
    try {
      for (const name of ['here', 'elsewhere']) {
        await api.createNamespacedPod({ namespace: NAMESPACE, body: { metadata: { name }, spec: SPEC } });
        const node = name === 'here' ? 'n2' : 'n3';
        const body = { metadata: { name }, target: { kind: 'Node', name: node } };
        await api.createNamespacedPodBinding({ namespace: NAMESPACE, name, body });
      }
      await api.deleteNamespacedPod({ namespace: NAMESPACE, name: 'here', gracePeriodSeconds: 0 });
      await shown(events, ['ADDED here n2 Pending', 'DELETED here n2 Pending']);
    } finally {
      await stop();
    }
  });
});
