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
/** Milliseconds after which the informer is started again when it has reported an error, as its users do. */
const AGAIN = 300;
/** Within so many milliseconds the informer has an object that was written when all is well. */
const SOON = 15_000;

describeWith(['ETCD'], 'an informer of @kubernetes/client-node', () => {
  let place: Replicated;
  before(async () => {
    place = await startReplicated();
    await place
      .server(0)
      .client.of(namespaces)
      .create({ metadata: { name: NAMESPACE } });
  });
  after(() => place.remove());

  it('misses nothing while each member of etcd and then its server are killed', async () => {
    const maps = (index: number) => place.server(index).client.of(configMaps).namespace(NAMESPACE);
    const followed = await follow(place.kubeconfig);
    const stop = new AbortController();
    try {
      // A first object shows that it watches.
      await maps(1).create({ metadata: { name: 'first' } });
      await followed.seen('first');

      const writing = writeThroughBoth(place, NAMESPACE, stop.signal);
      let errors = 0;
      await killEachInTurn(place, () => (errors = followed.errors()));
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
  /** `type name version` of each event, as they came. */
  readonly events: readonly string[];
  readonly lists: () => number;
  /** How often it reported an error, after each of which it was started again. */
  readonly errors: () => number;
  readonly seen: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts an informer, which lists first and then watches. */
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
    // Being stopped is an error to it, too.
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
