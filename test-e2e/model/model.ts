import type { LogEntry, ObjectState, Scope, SeenEvent, SeenObject } from './history.js';

/** A change with the state before it. */
export interface Change extends LogEntry {
  readonly previous: ObjectState | undefined;
  /** The revision of `previous`; 0 if there was no object. */
  readonly replaced: number;
}

/** The revisions during which an object had one state, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
  readonly state: ObjectState | undefined;
}

/** What follows from a log. */
export interface Model {
  readonly changes: readonly Change[];
  /** The events after `revision` that a watch of the scope must deliver. */
  readonly eventsAfter: (revision: number, scope: Scope) => Generator<SeenEvent, void, undefined>;
  /** The states of one object, from revision 0 on. */
  readonly spansOf: (key: string) => readonly Span[];
  /** The index in `changes` of the first one after `revision`. */
  readonly indexAfter: (revision: number) => number;
}

const NEVER: readonly Span[] = [{ first: 0, last: Infinity, state: undefined }];

export function createModel(log: readonly LogEntry[]): Model {
  const latest = new Map<string, LogEntry>();
  const spans = new Map<string, Span[]>();
  const changes = log.map((entry): Change => {
    const before = latest.get(entry.key);
    latest.set(entry.key, entry);
    const known = spans.get(entry.key) ?? [{ first: 0, last: Infinity, state: undefined }];
    const open = known.pop();
    if (open !== undefined) known.push({ ...open, last: entry.revision - 1 });
    known.push({ first: entry.revision, last: Infinity, state: entry.state });
    spans.set(entry.key, known);
    const previous = before?.state;
    return { ...entry, previous, replaced: previous === undefined ? 0 : (before?.revision ?? 0) };
  });

  function indexAfter(revision: number): number {
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    changes,
    indexAfter,
    spansOf: (key) => spans.get(key) ?? NEVER,
    *eventsAfter(revision, scope) {
      for (let index = indexAfter(revision); index < changes.length; index++) {
        const change = changes[index];
        const event = change && eventFor(change, scope);
        if (event !== undefined) yield event;
      }
    },
  };
}

/** An object that begins to match is ADDED. One that no longer matches is DELETED with its last matching state. */
function eventFor({ key, revision, state, previous }: Change, scope: Scope): SeenEvent | undefined {
  const was = previous !== undefined && matches(scope, key, previous);
  if (state !== undefined && matches(scope, key, state)) {
    return { type: was ? 'MODIFIED' : 'ADDED', key, id: state.id, revision };
  }
  return was ? { type: 'DELETED', key, id: previous.id, revision } : undefined;
}

export function matches({ namespace, name, label }: Scope, key: string, { labels }: ObjectState): boolean {
  const [itsNamespace, itsName] = key.split('/');
  if (namespace !== undefined && itsNamespace !== namespace) return false;
  if (name !== undefined && itsName !== name) return false;
  return label === undefined || labels[label.key] === label.value;
}

/** A state that advances along the log. Revisions must be requested in order. */
export interface Cursor {
  /** The objects of the scope at `revision`, ordered by key. `revision` must not decrease. */
  readonly objectsAt: (revision: number, scope: Scope) => SeenObject[];
}

export function createCursor({ changes }: Model): Cursor {
  const objects = new Map<string, SeenObject & { readonly state: ObjectState }>();
  let next = 0;
  return {
    objectsAt(revision, scope) {
      for (let change = changes[next]; change !== undefined && change.revision <= revision; change = changes[++next]) {
        const { key, state } = change;
        if (state === undefined) objects.delete(key);
        else objects.set(key, { key, id: state.id, revision: change.revision, state });
      }
      return [...objects.values()]
        .filter(({ key, state }) => matches(scope, key, state))
        .map(({ key, id, revision }) => ({ key, id, revision }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    },
  };
}
