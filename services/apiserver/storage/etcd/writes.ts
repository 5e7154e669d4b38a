import {
  StoreUnavailableError,
  type CreateOptions,
  type Revision,
  type StoreEvent,
  type WatchBatch,
  type WriteResult,
} from '../store.js';
import { txnRpc, type Change, type Compare, type TxnRequest, type TxnResponse } from './messages.js';
import { watchRange, type WatchSource } from './watch.js';

export interface WritesOptions {
  readonly source: WatchSource;
  /** Told of every answer, which it gives back. */
  readonly tell: <T extends { readonly revision: Revision }>(answer: T) => T;
  /** The newest revision that anybody was told. */
  readonly told: () => Revision;
  /** Milliseconds for which the outcome of a write is looked for. */
  readonly patienceMs: number;
}

export type Condition = Pick<CreateOptions, 'ground' | 'signal'>;

/**
 * One change of an entry. Where its revision is not `expected` (0: there is none) nothing is changed, and what is there
 * brought back. Rejects as calls of the cluster do.
 */
export type Write = (change: Change, expected: Revision, condition: Condition) => Promise<WriteResult>;

/** Written over whenever creations that are still on their way are to fail. */
const FENCE = '/pilothouse/fence';

/**
 * Writes that happen once at most, although they are sent again when etcd's answer is lost: with a member that died, say.
 * No entry has a revision twice, so that what replaces or deletes it cannot be done twice; what became of it is told by
 * the entry's history. But an entry can be missing twice: creations rest on the fence too, which is moved before the
 * history is read, and before anything is sent again.
 */
export function createWrites({ source, tell, told, patienceMs }: WritesOptions): Write {
  const { cluster, keyspace } = source;
  const fenceKey = keyspace.key(FENCE);
  let fence: Revision = 0;
  let moving: Promise<Revision> | undefined;

  /** What is sent as a read may be done several times. */
  async function transact(kind: 'read' | 'write', request: TxnRequest, signal?: AbortSignal): Promise<TxnResponse> {
    return tell(await cluster.call(kind, txnRpc(request), signal));
  }

  function resultOf({ succeeded, revision, ranges }: TxnResponse): WriteResult {
    const found = ranges[0]?.keyValues[0];
    return succeeded ? { ok: true, revision } : { ok: false, current: found && keyspace.entry(found) };
  }

  async function alter(change: Change, expected: Revision, signal?: AbortSignal): Promise<WriteResult> {
    const request = { compare: [isAt(change.key, expected)], success: [change], failure: [rangeOf(change.key)] };
    try {
      return resultOf(await transact('write', request, signal));
    } catch (error) {
      return await settling(error, signal, async () => {
        const again = resultOf(await transact('read', request, signal));
        if (again.ok) return again;
        const first = await firstEvent(keyspace.name(Buffer.from(change.key)), expected);
        return isDoneBy(change, first) ? { ok: true, revision: revisionOf(first) } : again;
      });
    }
  }

  async function create(creation: Change, { ground, signal }: Condition): Promise<WriteResult> {
    const { key } = creation;
    const [since, deadline] = [told(), Date.now() + patienceMs];
    for (;;) {
      const at = fence;
      const compare = [isAt(key, 0), isAt(fenceKey, at)];
      if (ground !== undefined) compare.push(isAt(keyspace.key(ground.key), ground.revision));
      const request = { compare, success: [creation], failure: [rangeOf(key), rangeOf(fenceKey)] };
      try {
        const answer = await transact('write', request, signal);
        const result = resultOf(answer);
        const now = answer.ranges[1]?.keyValues[0]?.modRevision ?? 0;
        if (result.ok || result.current !== undefined || now === at) return result;
        fence = now;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        const revision = await settling(error, signal, async () => {
          const last = await moveFence(at);
          return creationBetween(creation, since, last);
        });
        if (revision !== undefined) return { ok: true, revision };
      }
    }
  }

  /** A revision after which nothing is done any more that rests on the fence as it was. */
  async function moveFence(from: Revision): Promise<Revision> {
    if (fence > from) return fence;
    moving ??= transact('read', { success: [{ type: 'put', key: fenceKey, value: Buffer.alloc(0) }] })
      .then(({ revision }) => (fence = revision))
      .finally(() => (moving = undefined));
    return moving;
  }

  /** What happened to an entry after it had been given this revision. */
  async function firstEvent(name: string, revision: Revision): Promise<StoreEvent> {
    for await (const { events } of history(name, revision)) {
      const first = events.find((event) => keyOf(event) === name);
      if (first !== undefined) return first;
    }
    throw untold();
  }

  /** The revision of a creation that came after the first one and not after the last. */
  async function creationBetween(creation: Change, first: Revision, last: Revision): Promise<Revision | undefined> {
    const name = keyspace.name(Buffer.from(creation.key));
    for await (const { events, revision } of history('', first)) {
      const found = events.find((event) => keyOf(event) === name && isDoneBy(creation, event));
      if (found !== undefined) return revisionOf(found);
      if (revision >= last) return undefined;
    }
    throw untold();
  }

  function history(prefix: string, after: Revision): AsyncGenerator<WatchBatch> {
    return watchRange(source, prefix, { from: after + 1, signal: AbortSignal.timeout(patienceMs) });
  }

  return (change, expected, condition) =>
    expected === 0 ? create(change, condition) : alter(change, expected, condition.signal);
}

/** Finds out what nobody knew; throws the error where that is not what it says, or cannot be found out. */
async function settling<T>(error: unknown, signal: AbortSignal | undefined, find: () => Promise<T>): Promise<T> {
  if (!(error instanceof StoreUnavailableError && error.outcomeUnknown)) throw error;
  try {
    return await find();
  } catch {
    signal?.throwIfAborted();
    throw error;
  }
}

function untold(): Error {
  return new Error('etcd does not tell what became of a write');
}

function isAt(key: Uint8Array, revision: Revision): Compare {
  return { key, target: 'modRevision', equal: revision };
}

function rangeOf(key: Uint8Array): { readonly type: 'range'; readonly range: { readonly key: Uint8Array } } {
  return { type: 'range', range: { key } };
}

function isDoneBy(change: Change, event: StoreEvent): boolean {
  if (change.type === 'delete' || event.type === 'delete') return change.type === event.type;
  return Buffer.compare(change.value, event.entry.value) === 0;
}

function keyOf(event: StoreEvent): string {
  return event.type === 'put' ? event.entry.key : event.key;
}

function revisionOf(event: StoreEvent): Revision {
  return event.type === 'put' ? event.entry.revision : event.revision;
}
