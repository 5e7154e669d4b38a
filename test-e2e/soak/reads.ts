import { setTimeout as pause } from 'node:timers/promises';
import { collectionOf } from './change.js';
import { collectionIn, request, type Load, type SoakObject } from './load.js';
import type { Slot } from './writes.js';
import type { Place } from './watches.js';

/** Objects on a page. */
const PAGE = 7;

export interface ReadOptions {
  readonly places: readonly Place[];
  readonly slots: readonly Slot[];
  /** Lists per second, and as many gets. */
  readonly rate: number;
}

/** Lists and gets at a constant rate until the signal is aborted. */
export async function runReads(load: Load, options: ReadOptions, signal: AbortSignal): Promise<void> {
  const { places, slots, rate } = options;
  const underWay = new Set<Promise<void>>();
  const start = (read: Promise<void>): void => {
    const reading = read.finally(() => underWay.delete(reading));
    underWay.add(reading);
  };
  for (let count = 0; !signal.aborted; count++) {
    await pause(1000 / rate);
    const place = places[load.random.below(places.length)];
    const slot = slots[load.random.below(slots.length)];
    if (place !== undefined) start(list(load, place, count));
    if (slot !== undefined) start(get(load, slot, count));
  }
  await Promise.all(underWay);
}

/** Every list is compared with the log. A third of them have pages; another third may show an old state. */
export async function list(load: Load, { resource, namespace }: Place, count: number): Promise<void> {
  const { ledger, findings } = load;
  const objects = collectionIn(load.client(count), resource, namespace);
  const newest = ledger.newest();
  const mayBeOld = count % 3 === 1;
  const options = { ...(count % 3 === 0 && { limit: PAGE }), ...(mayBeOld && { resourceVersion: '0' }) };
  const what = `${mayBeOld ? 'old list' : 'list'} of ${resource} in ${namespace}`;
  const answer = await request(load, { verb: 'list', what }, async (signal) => {
    const items: SoakObject[] = [];
    let revision = 0;
    for await (const page of objects.pages({ ...options, signal })) {
      items.push(...page.items);
      revision = Number(page.resourceVersion);
    }
    return { items, revision };
  });
  if (!answer.ok) return;
  const { items, revision } = answer.value;
  if (!mayBeOld && revision < newest)
    findings.add('read stale', `${what} at ${revision} after ${newest} was acknowledged`);
  const own = items.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
  const found = new Map(own.map(({ metadata }) => [metadata.name ?? '', Number(metadata.resourceVersion)]));
  ledger.track(collectionOf(resource, namespace)).list({ what, revision, objects: found });
}

/** A get must show the last acknowledged write, or a later one. */
async function get(load: Load, slot: Slot, count: number): Promise<void> {
  const { resource, namespace, name, revision: known = 0 } = slot;
  const objects = collectionIn(load.client(count), resource, namespace);
  const what = `get of ${resource} ${namespace}/${name}`;
  const answer = await request(load, { verb: 'get', what }, (signal) => objects.get(name, { signal }));
  if (!answer.ok) return;
  const found = Number(answer.value.metadata.resourceVersion);
  if (found < known) load.findings.add('read stale', `${what} showed ${found} after ${known} was acknowledged`);
}
