import { setTimeout as delay } from 'node:timers/promises';
import {
  StoreUnavailableError,
  type CreateOptions,
  type Revision,
  type StoreEvent,
  type WatchBatch,
  type WriteResult,
} from '../store.js';
import { eventKey, eventRevision } from '../event.js';
import { abortable } from './abortable.js';
import { createLostCreations } from './lost-creations.js';
import { txnRpc, type Change, type Compare, type Operation, type TxnRequest, type TxnResponse } from './messages.js';
import { watchRange, type WatchSource } from './watch.js';

export interface WritesOptions {
  readonly source: WatchSource;
  /** Told of every answer, which it gives back. */
  readonly tell: <T extends { readonly revision: Revision }>(answer: T) => T;
  /** The newest revision that anybody was told. */
  readonly told: () => Revision;
  /** Milliseconds that a call may take; a write, with all that is done to find out about it, takes twice as long at most. */
  readonly patienceMs: number;
}

export type Condition = Pick<CreateOptions, 'preconditions' | 'signal'>;

/**
 * One change of an entry. Where its revision is not `expected` (0: there is none) nothing is changed, and what is there
 * brought back. Rejects as calls of the cluster do.
 */
export type Write = (change: Change, expected: Revision, condition: Condition) => Promise<WriteResult>;

/** Written over whenever creations that are still on their way are to fail. */
const FENCE = '/pilothouse/fence';

/** So much longer from loss to loss of one creation. */
const PAUSE_MS = 50;

/**
 * Writes that happen once at most, although they are sent again when etcd's answer is lost: with a member that died, say.
 * No entry has a revision twice, so that what replaces or deletes it cannot be done twice; what became of it is told by
 * what happened to the entry first since then, where another's write of the same bytes, or deletion, looks like one's own.
 * But an entry can be missing twice: creations rest on the fence too, which is moved before the history is read, and before anything is sent again.
 * docs/decisions/lost-answers.md has the time limit of each step.
 */
export function createWrites({ source, tell, told, patienceMs }: WritesOptions): Write {
  const { cluster, keyspace } = source;
  const fenceKey = keyspace.key(FENCE);
  let fence: Revision = 0;
  const outcomeOf = createLostCreations({
    moveFence,
    history: (after, deadline) => history('', after, deadline),
  });

  /** What is sent as a read may be done several times. */
  async function transact(
    kind: 'read' | 'write',
    request: TxnRequest,
    { signal, deadline }: { readonly signal?: AbortSignal | undefined; readonly deadline?: number } = {},
  ): Promise<TxnResponse> {
    return tell(await cluster.call(kind, txnRpc(request), signal, deadline));
  }

  function resultOf({ succeeded, revision, ranges }: TxnResponse): WriteResult {
    const found = ranges[0]?.keyValues[0];
    return succeeded ? { ok: true, revision } : { ok: false, current: found && keyspace.entry(found) };
  }

  async function alter(change: Change, expected: Revision, signal?: AbortSignal): Promise<WriteResult> {
    const { key } = change;
    const since = Math.max(told(), expected);
    const deadline = Date.now() + 2 * patienceMs;
    const request = { compare: [isAt(key, expected)], success: [change], failure: [rangeOf(key)] };
    try {
      return resultOf(await transact('write', request, { signal }));
    } catch (error) {
      return await settling(error, signal, async () => {
        const again = resultOf(await transact('read', request, { signal, deadline }));
        if (again.ok) return again;
        const { ranges } = await transact('read', { success: [rangeOf(key, since)] }, { signal, deadline });
        if (ranges[0]?.keyValues[0]?.modRevision !== expected) return again;
        const first = await firstEvent(keyspace.name(Buffer.from(key)), since, deadline);
        return isDoneBy(change, first) ? { ok: true, revision: eventRevision(first) } : again;
      });
    }
  }

  async function create(
    creation: Extract<Change, { type: 'put' }>,
    { preconditions = [], signal }: Condition,
  ): Promise<WriteResult> {
    const { key, value } = creation;
    const deadline = Date.now() + 2 * patienceMs;
    const isLate = (): boolean => deadline - Date.now() < patienceMs / 2;
    // A history from the beginning is long, or compacted.
    if (told() === 0) await transact('read', { success: [rangeOf(fenceKey)] }, { signal });
    const since = told();
    for (let losses = 0; ;) {
      const at = fence;
      const rests = preconditions.map((precondition) => isAt(keyspace.key(precondition.key), precondition.revision));
      const compare = [isAt(key, 0), isAt(fenceKey, at), ...rests];
      const request = { compare, success: [creation], failure: [rangeOf(key), rangeOf(fenceKey)] };
      try {
        const limit = losses === 0 ? {} : { deadline: Math.min(Date.now() + patienceMs, deadline) };
        const answer = await transact('write', request, { signal, ...limit });
        const result = resultOf(answer);
        const now = answer.ranges[1]?.keyValues[0]?.modRevision ?? 0;
        if (result.ok || result.current !== undefined || now === at) return result;
        if (isLate()) throw new StoreUnavailableError('others do not let the fence rest', false);
        fence = now;
      } catch (error) {
        const lost = { key: keyspace.name(Buffer.from(key)), value, since, deadline };
        const revision = await settling(error, signal, () => outcomeOf(lost));
        if (revision !== undefined) return { ok: true, revision };
        if (isLate()) throw new StoreUnavailableError('etcd took no write in time', false, { cause: error });
        // Moving the fence holds up the creations of all: where each answer is lost at once, that must not go on and on.
        await abortable(delay(PAUSE_MS * losses++), signal);
      }
    }
  }

  /** Nothing is done any more after this revision that was sent before and rests on the fence. */
  async function moveFence(deadline: number): Promise<Revision> {
    const request: TxnRequest = { success: [{ type: 'put', key: fenceKey, value: Buffer.alloc(0) }] };
    const { revision } = await transact('read', request, { deadline });
    return (fence = revision);
  }

  /** What happened first to an entry after this revision. */
  async function firstEvent(name: string, revision: Revision, deadline: number): Promise<StoreEvent> {
    for await (const { events } of history(name, revision, deadline)) {
      const first = events.find((event) => eventKey(event) === name);
      if (first !== undefined) return first;
    }
    throw new Error('etcd does not tell what became of a write');
  }

  /** It goes on while the store is closing, which waits for writes that are under way. */
  function history(prefix: string, after: Revision, deadline: number): AsyncGenerator<WatchBatch> {
    const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 0));
    return watchRange({ ...source, closing: signal }, prefix, { from: after + 1, signal });
  }

  return (change, expected, condition) =>
    change.type === 'put' && expected === 0 ? create(change, condition) : alter(change, expected, condition.signal);
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

function isAt(key: Uint8Array, revision: Revision): Compare {
  return { key, target: 'modRevision', equal: revision };
}

/** What is there, at that revision or now. */
function rangeOf(key: Uint8Array, revision: Revision = 0): Operation {
  return { type: 'range', range: { key, revision } };
}

function isDoneBy(change: Change, event: StoreEvent): boolean {
  if (change.type === 'delete' || event.type === 'delete') return change.type === event.type;
  return Buffer.compare(change.value, event.entry.value) === 0;
}
