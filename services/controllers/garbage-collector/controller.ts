import { events } from '@pilothouse/client/core.js';
import type { Controller, ControllerContext, QueueOptions } from '../controller.js';
import type { Outcome } from '../queue/work-queue.js';
import { isCreatedInVain } from '../refusals.js';
import { createAbsentOwners } from './absent-owners.js';
import { checkObject } from './check.js';
import { followTypes } from './discovery.js';
import { createGraph, type GraphWork } from './graph.js';
import { misplacedEvent } from './misplaced.js';
import { createMonitors } from './monitors.js';
import { createNudge } from './nudge.js';
import { UnservedOwnerError } from './owners.js';
import { objectApi } from './object-api.js';
import { placeOf } from './object.js';
import { orphanDependents } from './orphan.js';
import { servedTypes } from './types.js';

/** How many objects each of the two queues works on at a time, and how long after failures. */
const QUEUE = { concurrency: 20, retry: { first: 100, longest: 5 * 60_000 } };
/**
 * Milliseconds for which a type that cannot be read holds up the start, and what is deleted in the foreground. Kubernetes
 * waits as long at its start, and then goes on without it.
 */
const PATIENCE = 30_000;
/** How many events are made at a time; whoever writes references decides how many there are to make. */
const EVENTS_AT_ONCE = 5;
/** How many owners that do not exist are remembered, as in Kubernetes. */
const ABSENT_OWNERS = 500;

/** Deletes what belonged to others that are gone, and keeps the order in which owners and dependents are to go. */
export const garbageCollector: Controller = {
  name: 'garbage-collector',
  async run(context) {
    const { client, signal, timing, onError, domain } = context;
    let types = servedTypes([]);
    let hasAllTypes = false;
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // Also when it has long begun, to wait for it lets the graph finish the change that asks for the work.
    const queue = (name: string, work: QueueOptions['work']) =>
      context.queue({ ...QUEUE, name, work: async (...task) => hasBegun.then(() => work(...task)) });
    const checks = queue('garbage_collector_attempt_to_delete', (uid) =>
      unlessUnserved(checkObject({ ...deps, knowsDependents: (namespace) => knows(namespace, PATIENCE) }, uid)),
    );
    const orphans = queue('garbage_collector_attempt_to_orphan', (uid) =>
      // Who is overlooked here would be deleted later.
      orphanDependents({ ...deps, knowsDependents: (namespace) => hasAllTypes && knows(namespace, Infinity) }, uid),
    );
    const untold = new Map<string, Misplaced>();
    const telling = context.queue({
      ...QUEUE,
      name: 'garbage_collector_events',
      concurrency: EVENTS_AT_ONCE,
      async work(key) {
        const found = untold.get(key);
        untold.delete(key);
        if (found) await tellMisplaced(context, ...found);
        return 'done';
      },
    });
    const absent = createAbsentOwners(ABSENT_OWNERS);
    const graph = createGraph({
      check: checks.add,
      orphan: orphans.add,
      gone: (object) => absent.add(placeOf(object), object.metadata.uid ?? ''),
      misplaced(...found) {
        const [dependent, reference] = found;
        const key = `${dependent.metadata.uid ?? ''}/${reference.uid}`;
        untold.set(key, found);
        telling.add(key);
      },
    });
    const nudge = createNudge(timing);
    const definitions = domain.group('apiextensions');
    const monitors = createMonitors({
      client,
      graph,
      signal,
      onError,
      timing,
      onChange({ group, resource }) {
        if (group === definitions && resource === 'customresourcedefinitions') nudge.ring();
      },
      onMissing: nudge.ring,
    });
    const knows = (namespace: string, patience: number): boolean => {
      const since = nudge.openSince();
      if (since !== undefined && timing.now() - since < PATIENCE) return false;
      // What is in no namespace can own whatever there is.
      return monitors.knows(namespace === '' ? undefined : 'Namespaced', patience);
    };
    const deps = {
      graph,
      absent,
      api: objectApi(client, signal),
      typeOf: (apiVersion: string, kind: string) => types.typeOf(apiVersion, kind),
      check: checks.add,
    };
    await followTypes({ client, signal, timing, onError, nudge }, (discovered, isWhole) => {
      types = servedTypes(discovered);
      hasAllTypes = isWhole;
      const synced = monitors.follow(types.collected);
      Promise.race([synced, timing.sleep(PATIENCE, signal)]).then(begin, begin);
      // What could not be told of types that were not there may be told now.
      for (const { uid, object } of graph.nodes()) if (object === undefined) checks.add(uid);
    });
    await Promise.all([checks.ended, orphans.ended, telling.ended, monitors.ended()]);
  },
};

/** An owner of a kind that is not served is asked for less and less often: an error that is told each time would tell nothing new. */
async function unlessUnserved(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof UnservedOwnerError) return 'retry';
    throw error;
  }
}

type Misplaced = Parameters<GraphWork['misplaced']>;

async function tellMisplaced({ client, now, signal, onError }: ControllerContext, ...found: Misplaced): Promise<void> {
  const event = misplacedEvent(...found, now());
  try {
    await client.of(events).namespace(event.metadata.namespace).create(event, { signal });
  } catch (error) {
    if (!signal.aborted && !isCreatedInVain(error)) onError(error, Infinity);
  }
}
