import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@pilothouse/client/client.js';
import { collectionOf, ID, type Resource } from './change.js';
import { deletionId } from './ledger.js';
import { collectionIn, request, type Load, type SoakObject } from './load.js';
import type { Verb } from './measure.js';

/** An object that at most one write is sent to at a time. */
export interface Slot {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  /** Its revision, 0 if it does not exist; undefined if that is not known. */
  revision: number | undefined;
  isBusy: boolean;
}

export interface Writes {
  /** Resolves when the last write has ended. */
  readonly ended: Promise<void>;
  /** Writes that were not sent because all objects had one under way. */
  readonly skipped: () => number;
}

const MANAGER = { fieldManager: 'soak' };
/** Attempts to find an object without a write. */
const ATTEMPTS = 20;

/** Writes at a constant rate (open loop) until the signal is aborted. */
export function runWrites(load: Load, slots: readonly Slot[], rate: number, signal: AbortSignal): Writes {
  const underWay = new Set<Promise<void>>();
  let [count, skipped] = [0, 0];

  function free(): Slot | undefined {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const slot = slots[load.random.below(slots.length)];
      if (slot !== undefined && !slot.isBusy) return slot;
    }
    return undefined;
  }

  async function run(): Promise<void> {
    const began = performance.now();
    for (; !signal.aborted; count++) {
      const due = began + (count * 1000) / rate;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      const slot = free();
      if (slot === undefined) {
        skipped += 1;
        continue;
      }
      slot.isBusy = true;
      const writing = write(load, slot, { id: `write-${count}`, due, client: load.client(count) }).finally(() => {
        slot.isBusy = false;
        underWay.delete(writing);
      });
      underWay.add(writing);
    }
    await Promise.all(underWay);
  }

  return { ended: run(), skipped: () => skipped };
}

interface Write {
  readonly id: string;
  readonly due: number;
  readonly client: Client;
}

async function write(load: Load, slot: Slot, { id, due, client }: Write): Promise<void> {
  const { resource, namespace, name } = slot;
  const objects = collectionIn(client, resource, namespace);
  slot.revision ??= await readRevision(load, slot, client);
  if (slot.revision === undefined) return;
  const { verb, send, isDeletion = false } = choose(load, { objects, name, id, revision: slot.revision });
  const written = isDeletion ? deletionId(collectionOf(resource, namespace), name, slot.revision) : id;
  load.ledger.sent(written);
  const answer = await request(load, { verb, what: `${verb} of ${resource} ${namespace}/${name}`, due }, send);
  if (!answer.ok) {
    load.ledger.ended(written, answer.outcome);
    slot.revision = undefined;
    return;
  }
  slot.revision = isDeletion ? 0 : Number(answer.value?.metadata.resourceVersion);
  load.ledger.ended(written, 'acknowledged', isDeletion ? undefined : slot.revision);
}

/** The revision of an object whose last write has an unknown outcome. */
async function readRevision(load: Load, slot: Slot, client: Client): Promise<number | undefined> {
  const { resource, namespace, name } = slot;
  const what = { verb: 'get', what: `get of ${resource} ${namespace}/${name}` } as const;
  const objects = collectionIn(client, resource, namespace);
  const answer = await request(load, what, (signal) => objects.get(name, { signal }));
  if (answer.ok) return Number(answer.value.metadata.resourceVersion);
  return answer.code === 404 ? 0 : undefined;
}

interface Chosen {
  readonly verb: Verb;
  readonly send: (signal: AbortSignal) => Promise<SoakObject | undefined>;
  readonly isDeletion?: boolean;
}

interface Target {
  readonly objects: ReturnType<typeof collectionIn>;
  readonly name: string;
  readonly id: string;
  readonly revision: number;
}

/** A fifth of the writes to objects that exist are deletions, so that a fifth of all are creations. */
function choose({ random }: Load, { objects, name, id, revision }: Target): Chosen {
  const annotations = { [ID]: id };
  const resourceVersion = String(revision);
  const kind = random.below(10);
  if (kind < 4) {
    const config = { metadata: { name, annotations } };
    return { verb: 'apply', send: (signal) => objects.apply(config, { ...MANAGER, force: true, signal }) };
  }
  if (revision === 0) {
    const object = { metadata: { name, annotations } };
    return { verb: 'create', send: (signal) => objects.create(object, { ...MANAGER, signal }) };
  }
  if (kind < 6) {
    const value = { metadata: { annotations } };
    return { verb: 'patch', send: (signal) => objects.patch(name, { type: 'merge', value }, { ...MANAGER, signal }) };
  }
  if (kind < 8) {
    const object = { metadata: { name, resourceVersion, annotations } };
    return { verb: 'update', send: (signal) => objects.update(object, { ...MANAGER, signal }) };
  }
  const preconditions = { resourceVersion };
  const send = (signal: AbortSignal): Promise<SoakObject | undefined> =>
    objects.delete(name, { preconditions, signal });
  return { verb: 'delete', isDeletion: true, send };
}
