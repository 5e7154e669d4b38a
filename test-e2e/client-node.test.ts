import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { describeWith } from './support/needs.js';
import {
  killEachInTurn,
  missing,
  outOfOrder,
  startReplicated,
  writeThroughBoth,
  type Replicated,
} from './support/replicated.js';

const NAMESPACE = 'followed';
/** Milliseconds after which the informer is restarted when it has reported an error, as its documentation advises. */
const AGAIN = 300;
/** Milliseconds within which the informer must see a write. */
const SOON = 15_000;

describeWith(['ETCD'], 'an informer of @kubernetes/client-node', () => {
  let cluster: Replicated;
  before(async () => {
    cluster = await startReplicated();
    await cluster
      .server(0)
      .client.of(namespaces)
      .create({ metadata: { name: NAMESPACE } });
  });
  after(() => cluster.remove());

  it('misses no event while each etcd member and then the server are killed', async () => {
    const maps = (index: number) => cluster.server(index).client.of(configMaps).namespace(NAMESPACE);
    const followed = await follow(cluster.kubeconfig);
    const stop = new AbortController();
    try {
      // The first object shows that the watch is open.
      await maps(1).create({ metadata: { name: 'first' } });
      await followed.seen('first');

      const writing = writeThroughBoth(cluster, NAMESPACE, stop.signal);
      let errors = 0;
      await killEachInTurn(cluster, () => (errors = followed.errors()));
      stop.abort();
      const acknowledged = await writing;
      assert.ok(acknowledged.size > 100, `${acknowledged.size} changes`);
      assert.ok(followed.errors() > errors, 'it was not cut off');

      await maps(0).create({ metadata: { name: 'last' } });
      await followed.seen('last');
      assert.deepEqual(missing(acknowledged, followed.events), []);
      assert.deepEqual(outOfOrder(followed.events), []);
      assert.equal(followed.lists(), 1, 'the other server did not know where it was');
    } finally {
      stop.abort();
      await followed.stop();
    }
  });
});

interface Followed {
  /** `type name version` of each event, in order. */
  readonly events: readonly string[];
  readonly lists: () => number;
  /** How often the informer reported an error. It is restarted after each. */
  readonly errors: () => number;
  readonly seen: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts an informer, which lists and then watches. */
async function follow(kubeconfig: string): Promise<Followed> {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const api = config.makeApiClient(CoreV1Api);
  let lists = 0;
  const informer = makeInformer<V1ConfigMap>(config, `/api/v1/namespaces/${NAMESPACE}/configmaps`, () => {
    lists += 1;
    return api.listNamespacedConfigMap({ namespace: NAMESPACE });
  });
  const events: string[] = [];
  const note = (type: string) => (object: V1ConfigMap) => {
    events.push(`${type} ${object.metadata?.name ?? ''} ${object.metadata?.resourceVersion ?? ''}`);
  };
  informer.on('add', note('ADDED'));
  informer.on('update', note('MODIFIED'));
  informer.on('delete', note('DELETED'));

  let errors = 0;
  let stopped = false;
  const startAgain = async (): Promise<void> => {
    await pause(AGAIN);
    if (!stopped) await informer.start();
  };
  informer.on('error', () => {
    // The informer reports its own stop as an error.
    if (stopped) return;
    errors += 1;
    void startAgain();
  });
  await informer.start();
  return {
    events,
    lists: () => lists,
    errors: () => errors,
    async seen(name) {
      const began = performance.now();
      while (!events.some((event) => event.includes(` ${name} `))) {
        assert.ok(performance.now() - began < SOON, `${name} is not seen`);
        await pause(20);
      }
    },
    async stop() {
      stopped = true;
      await informer.stop();
    },
  };
}
