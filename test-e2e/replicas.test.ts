import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { createInformer } from '@pilothouse/client/informer.js';
import { createKubectl, type Followed } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import {
  killEachInTurn,
  missing,
  outOfOrder,
  startReplicated,
  writeThroughBoth,
  type Replicated,
} from './support/replicated.js';

const NAMESPACE = 'replicas';
const EVENT = 'jsonpath={.type} {.object.metadata.name} {.object.metadata.resourceVersion}{"\\n"}';
/** What is written here. */
const OWN = 'metadata.name!=kube-root-ca.crt';
const WATCH = [
  'get',
  'cm',
  '-n',
  NAMESPACE,
  `--field-selector=${OWN}`,
  '--watch',
  '--output-watch-events',
  '-o',
  EVENT,
];

describeWith(['ETCD', 'KUBECTL'], 'two servers on an etcd of three', () => {
  let place: Replicated;
  before(async () => {
    place = await startReplicated();
    await place
      .server(0)
      .client.of(namespaces)
      .create({ metadata: { name: NAMESPACE } });
  });
  after(() => place.remove());

  it('what is written through one is seen by watches of the other', async () => {
    const [one, other] = [0, 1].map((index) => place.server(index).client.of(configMaps).namespace(NAMESPACE));
    assert.ok(one && other);
    const { resourceVersion } = await other.list();
    const watch = other.watch({ resourceVersion })[Symbol.asyncIterator]();
    const event = watch.next();
    const created = await one.create({ metadata: { name: 'seen' } });
    const { value } = await event;
    assert.deepEqual(
      [value?.type, value?.object.metadata.resourceVersion],
      ['ADDED', created.metadata.resourceVersion],
    );
    await watch.return?.(undefined);
    await one.delete('seen');
  });

  it('no event is missing while each member of etcd and then a server are killed', async () => {
    const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: place.server(1).kubeconfig, home: place.directory });
    const followed = kubectl.follow(WATCH);
    const informer = follow(place);
    const stop = new AbortController();
    // A first object shows that both watch.
    await place
      .server(0)
      .client.of(configMaps)
      .namespace(NAMESPACE)
      .create({ metadata: { name: 'first' } });
    await Promise.all([followed.printed(/first/), informer.seen('first')]);

    const writing = writeThroughBoth(place, NAMESPACE, stop.signal);
    await killEachInTurn(place);
    stop.abort();
    const acknowledged = await writing;
    assert.ok(acknowledged.size > 100, `${acknowledged.size} changes`);

    await place
      .server(0)
      .client.of(configMaps)
      .namespace(NAMESPACE)
      .create({ metadata: { name: 'last' } });
    await informer.seen('last');
    const events = { kubectl: await printedEvents(followed), informer: informer.events };
    await Promise.all([followed.stop(), informer.stop()]);
    for (const [name, seen] of Object.entries(events)) {
      assert.deepEqual(missing(acknowledged, seen), [], `${name} misses some`);
      assert.deepEqual(outOfOrder(seen), [], `${name} has some again, or late`);
    }
  });
});

/** All that kubectl printed up to the last object. */
async function printedEvents(followed: Followed): Promise<string[]> {
  return (await followed.printed(/ last \d+\n/)).trim().split('\n');
}

/** An informer through the address that leads to a server that is alive. */
function follow({ connection }: Replicated): {
  readonly events: readonly string[];
  readonly seen: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
} {
  const client = createClient({ transport: httpsTransport(connection), userAgent: 'e2e' });
  const stop = new AbortController();
  const events: string[] = [];
  const run = async (): Promise<void> => {
    const informer = createInformer({ source: client.of(configMaps).namespace(NAMESPACE), fieldSelector: OWN });
    for await (const { type, object } of informer.changes(stop.signal)) {
      events.push(`${type.toUpperCase()} ${object.metadata.name ?? ''} ${object.metadata.resourceVersion ?? ''}`);
    }
  };
  const running = run();
  return {
    events,
    async seen(name) {
      while (!events.some((event) => event.includes(` ${name} `))) await pause(20);
    },
    async stop() {
      stop.abort();
      await running;
      await client.close();
    },
  };
}
