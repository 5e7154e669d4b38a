import { events } from '@pilothouse/client/core.js';
import type { Controller, ControllerContext, QueueOptions } from '../controller.js';
import type { Outcome } from '../queue/work-queue.js';
import { isExpectedCreateError } from '../api-errors.js';
import { createAbsentOwners } from './absent-owners.js';
import { checkObject } from './check.js';
import { pollDiscovery } from './discovery.js';
import { createGraph, type GraphWork } from './graph.js';
import { misplacedEvent } from './misplaced.js';
import { createMonitors } from './monitors.js';
import { createTrigger } from './trigger.js';
import { UnservedOwnerError } from './owners.js';
import { objectApi } from './object-api.js';
import { coordinatesOf } from './object.js';
import { orphanDependents } from './orphan.js';
import { servedTypes } from './types.js';

/** Concurrency and retries of both queues. */
const QUEUE = { concurrency: 20, retry: { first: 100, longest: 5 * 60_000 } };
/**
 * Milliseconds for which a type that cannot be read delays the start and foreground deletions. Kubernetes waits as long at its
 * start and then continues without it.
 */
const SYNC_TIMEOUT = 30_000;
/** Concurrent writes of events. Users who write references control the number of events. */
const EVENT_CONCURRENCY = 5;
/** Size of the cache of absent owners, as in Kubernetes. */
const ABSENT_OWNERS = 500;

/** Deletes objects whose owners are gone, and enforces foreground deletion and orphaning. */
export const garbageCollector: Controller = {
  name: 'garbage-collector',
  async run(context) {
    const { client, signal, timing, onError, domain } = context;
    let types = servedTypes([]);
    let hasAllTypes = false;
    let start: () => void = () => undefined;
    const hasStarted = new Promise<void>((resolve) => {
      start = resolve;
    });
    // After the start too, this wait lets the graph finish the change that queued the work.
    const queue = (name: string, work: QueueOptions['work']) =>
      context.queue({ ...QUEUE, name, work: async (...task) => hasStarted.then(() => work(...task)) });
    const checks = queue('garbage_collector_attempt_to_delete', (uid) =>
      retryUnserved(checkObject({ ...deps, hasAllDependents: (namespace) => knows(namespace, SYNC_TIMEOUT) }, uid)),
    );
    const orphans = queue('garbage_collector_attempt_to_orphan', (uid) =>
      // A missed dependent would be deleted later.
      orphanDependents({ ...deps, hasAllDependents: (namespace) => hasAllTypes && knows(namespace, Infinity) }, uid),
    );
    const pendingEvents = new Map<string, Misplaced>();
    const eventQueue = context.queue({
      ...QUEUE,
      name: 'garbage_collector_events',
      concurrency: EVENT_CONCURRENCY,
      async work(key) {
        const found = pendingEvents.get(key);
        pendingEvents.delete(key);
        if (found) await recordEvent(context, ...found);
        return 'done';
      },
    });
    const absent = createAbsentOwners(ABSENT_OWNERS);
    const graph = createGraph({
      check: checks.add,
      orphan: orphans.add,
      deleted: (object) => absent.add(coordinatesOf(object), object.metadata.uid ?? ''),
      misplaced(...found) {
        const [dependent, reference] = found;
        const key = `${dependent.metadata.uid ?? ''}/${reference.uid}`;
        pendingEvents.set(key, found);
        eventQueue.add(key);
      },
    });
    const trigger = createTrigger(timing);
    const definitions = domain.group('apiextensions');
    const monitors = createMonitors({
      client,
      graph,
      signal,
      onError,
      timing,
      onChange({ group, resource }) {
        if (group === definitions && resource === 'customresourcedefinitions') trigger.fire();
      },
      onMissing: trigger.fire,
    });
    const knows = (namespace: string, timeout: number): boolean => {
      const since = trigger.pendingSince();
      if (since !== undefined && timing.now() - since < SYNC_TIMEOUT) return false;
      // A cluster-scoped object can own objects of any type.
      return monitors.knows(namespace === '' ? undefined : 'Namespaced', timeout);
    };
    const deps = {
      graph,
      absent,
      api: objectApi(client, signal),
      typeOf: (apiVersion: string, kind: string) => types.typeOf(apiVersion, kind),
      check: checks.add,
    };
    await pollDiscovery({ client, signal, timing, onError, trigger }, (discovered, isComplete) => {
      types = servedTypes(discovered);
      hasAllTypes = isComplete;
      const synced = monitors.follow(types.collected);
      Promise.race([synced, timing.sleep(SYNC_TIMEOUT, signal)]).then(start, start);
      // Owners of kinds that were unknown may be resolvable now.
      for (const { uid, object } of graph.nodes()) if (object === undefined) checks.add(uid);
    });
    await Promise.all([checks.ended, orphans.ended, eventQueue.ended, monitors.ended()]);
  },
};

/** An owner of a kind that is not served is retried with backoff. It is no error, which would be reported each time. */
async function retryUnserved(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof UnservedOwnerError) return 'retry';
    throw error;
  }
}

type Misplaced = Parameters<GraphWork['misplaced']>;

async function recordEvent({ client, now, signal, onError }: ControllerContext, ...found: Misplaced): Promise<void> {
  const event = misplacedEvent(...found, now());
  try {
    await client.of(events).namespace(event.metadata.namespace).create(event, { signal });
  } catch (error) {
    if (!signal.aborted && !isExpectedCreateError(error)) onError(error, Infinity);
  }
}
