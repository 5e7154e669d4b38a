import type { Change } from './change.js';
import type { Findings } from './findings.js';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** What a watch showed. `relist`: the server ended the watch with 410, and a list at this revision replaces what was missed. */
export type Seen =
  | SeenEvent
  | { readonly type: 'BOOKMARK'; readonly revision: number }
  | { readonly type: 'relist'; readonly revision: number };

export interface SeenEvent {
  readonly type: EventType;
  readonly revision: number;
  readonly name: string;
  /** The id of the write whose object it shows: for DELETED, the last one before the deletion. */
  readonly id: string;
}

/** One watch of a collection, across its connections. */
export interface Stream {
  readonly name: string;
  readonly note: (seen: Seen) => void;
  /** Number of the stored changes that it has not shown yet. */
  readonly behind: () => number;
}

/** A list of a collection, to be compared with the log. */
export interface Listed {
  readonly what: string;
  readonly revision: number;
  /** The revisions of the objects, by name. */
  readonly objects: ReadonlyMap<string, number>;
}

/** The log of one collection, beside what its watches and lists showed. */
export interface Track {
  readonly append: (change: Change) => void;
  /** A watch that shows the changes after `revision`. */
  readonly stream: (name: string, revision: number) => Stream;
  readonly list: (listed: Listed) => void;
  /** Compares everything seen up to `revision`, which the log has reached. */
  readonly check: (revision: number) => void;
  /** Reports what no watch has shown up to `revision`. */
  readonly finish: (revision: number) => void;
  /** The revision of an object at the end of the log; undefined if it does not exist. */
  readonly revisionOf: (name: string) => number | undefined;
  /** The longest time in milliseconds from the reading of a change to its event. */
  readonly delay: () => number;
}

interface Entry extends Change {
  readonly type: EventType;
  /** The version before it. */
  readonly previous: Pick<Change, 'revision' | 'id'> | undefined;
  /** When the log had it, in milliseconds. */
  readonly at: number;
}

interface OpenStream {
  readonly name: string;
  /** The absolute index of the next change that it must show. */
  next: number;
  /** Shown beyond the log that was read. */
  readonly waiting: Seen[];
}

/** Changes that are kept after all watches have shown them, for lists of older states. */
const KEPT = 2000;

export function createTrack(collection: string, findings: Findings, now: () => number = Date.now): Track {
  const entries: Entry[] = [];
  /** The absolute index of the first entry. */
  let base = 0;
  const streams: OpenStream[] = [];
  let lists: Listed[] = [];
  let delay = 0;
  const current = new Map<string, Pick<Change, 'revision' | 'id'>>();

  const at = (index: number): Entry | undefined => entries[index - base];

  /** The absolute index of the first change after `revision`. */
  function indexAfter(revision: number): number {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return base + low;
  }

  /** Reports the changes before `index` that a stream passed over. */
  function pass(stream: OpenStream, index: number, by: string): void {
    for (; stream.next < index; stream.next++) {
      const missed = at(stream.next);
      if (missed !== undefined)
        findings.add('event lost', `${stream.name} never showed ${nameOf(missed)}, before ${by}`);
    }
  }

  function advance(stream: OpenStream, seen: Seen): void {
    if (seen.type === 'BOOKMARK') {
      pass(stream, indexAfter(seen.revision), `a bookmark at ${seen.revision}`);
    } else if (seen.type === 'relist') {
      const index = indexAfter(seen.revision);
      if (index < stream.next) findings.add('read stale', `a list at ${seen.revision} sent ${stream.name} back`);
      stream.next = Math.max(stream.next, index);
    } else show(stream, seen);
  }

  function show(stream: OpenStream, { type, name, revision, id }: SeenEvent): void {
    const text = `${type} ${name} at ${revision} (${id})`;
    const index = indexAfter(revision - 1);
    const entry = at(index);
    if (index < stream.next) {
      findings.add('event repeated or out of order', `${stream.name} showed ${text} late or again`);
      return;
    }
    pass(stream, index, text);
    if (entry === undefined || entry.revision !== revision) {
      findings.add('event wrong', `${stream.name} showed ${text}, which is not in the log`);
      return;
    }
    const wanted = entry.type === 'DELETED' ? entry.previous?.id : entry.id;
    if (entry.type !== type || entry.name !== name || wanted !== id) {
      findings.add('event wrong', `${stream.name} showed ${text} for ${nameOf(entry)}`);
    }
    stream.next = index + 1;
    delay = Math.max(delay, now() - entry.at);
  }

  /** The objects at a revision; undefined if the log no longer has it. */
  function stateAt(revision: number): Map<string, number> | undefined {
    const index = indexAfter(revision);
    if (index === base && base > 0) return undefined;
    const objects = new Map([...current].map(([name, version]) => [name, version.revision]));
    for (const { name, previous } of entries.slice(index - base).reverse()) {
      if (previous === undefined) objects.delete(name);
      else objects.set(name, previous.revision);
    }
    return objects;
  }

  function compare({ what, revision, objects }: Listed): void {
    const expected = stateAt(revision);
    if (expected === undefined) return;
    const names = new Set([...expected.keys(), ...objects.keys()]);
    const different = [...names].filter((name) => expected.get(name) !== objects.get(name));
    const [name] = different;
    if (name === undefined) return;
    const text = `${what} at ${revision} differs in ${different.length} objects: ${name} is at ${objects.get(name) ?? 'none'}`;
    findings.add('list wrong', `${text} instead of ${expected.get(name) ?? 'none'}`);
  }

  function trim(): void {
    const needed = Math.min(base + entries.length - KEPT, ...streams.map(({ next }) => next));
    if (needed - base < KEPT) return;
    entries.splice(0, needed - base);
    base = needed;
  }

  return {
    append(change) {
      const previous = current.get(change.name);
      const type = change.id === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED';
      entries.push({ ...change, type, previous, at: now() });
      if (change.id === undefined) current.delete(change.name);
      else current.set(change.name, change);
    },
    stream(name, revision) {
      const stream: OpenStream = { name: `${name} of ${collection}`, next: indexAfter(revision), waiting: [] };
      // The log may not have reached that revision yet.
      stream.waiting.push({ type: 'relist', revision });
      streams.push(stream);
      return {
        name,
        note: (seen) => void stream.waiting.push(seen),
        behind: () => base + entries.length - stream.next,
      };
    },
    list: (listed) => void lists.push(listed),
    check(revision) {
      for (const stream of streams) {
        const ready = stream.waiting.findIndex((seen) => seen.revision > revision);
        for (const seen of stream.waiting.splice(0, ready < 0 ? stream.waiting.length : ready)) advance(stream, seen);
      }
      const ready = lists.filter((listed) => listed.revision <= revision);
      lists = lists.filter((listed) => listed.revision > revision);
      for (const listed of ready) compare(listed);
      trim();
    },
    finish(revision) {
      for (const stream of streams) pass(stream, indexAfter(revision), 'the end');
    },
    revisionOf: (name) => current.get(name)?.revision,
    delay: () => delay,
  };
}

function nameOf({ type, name, revision, id = 'no write' }: Entry): string {
  return `${type} ${name} at ${revision} (${id})`;
}
