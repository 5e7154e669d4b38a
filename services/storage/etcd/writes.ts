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
import { abortable } from '../abortable.js';
import { createCreationOutcomes } from './creation-outcomes.js';
import { txnRpc, type Change, type Compare, type Operation, type TxnRequest, type TxnResponse } from './messages.js';
import { watchRange, type WatchSource } from './watch.js';

export interface WritesOptions {
  readonly source: WatchSource;
  /** Records the revision of a response, and returns the response. */
  readonly record: <T extends { readonly revision: Revision }>(answer: T) => T;
  /** The newest revision returned to any caller. */
  readonly latestRevision: () => Revision;
  /**
   * Timeout of a call in milliseconds. A write takes at most twice as long, including the resolution of an unknown
   * outcome.
   */
  readonly callTimeoutMs: number;
}

interface TransactOptions extends Pick<CreateOptions, 'trace'> {
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: number;
}

export type Condition = Pick<CreateOptions, 'preconditions' | 'joined' | 'signal' | 'trace'>;

/**
 * One change of an entry. If its revision is not `expected` (0: it does not exist), nothing changes and the current
 * entry is returned. Rejects as calls of the cluster do.
 */
export type Write = (change: Change, expected: Revision, condition: Condition) => Promise<WriteResult>;

/** The write fence of creations: moving it makes pending creations fail. */
const FENCE = '/pilothouse/fence';

/** Backoff step for consecutive losses of one creation. */
const PAUSE_MS = 50;

/**
 * Writes that happen at most once, although they are sent again when etcd's response is lost, for example when a member
 * dies.
 *
 * An update or deletion names a revision, which no entry has twice, so it cannot happen twice. Its outcome is read from
 * the first event of the entry since then. Another client's write of the same bytes counts as this write. Joined changes
 * are part of the same transaction, so the entry proves their outcome too.
 *
 * A creation can succeed again after a deletion, so it also compares the fence key. The fence is moved before the
 * history is read, and before the creation is sent again. The time limit of each step is in docs/decisions/lost-answers.md.
 */
export function createWrites({ source, record, latestRevision, callTimeoutMs }: WritesOptions): Write {
  const { cluster, keyspace } = source;
  const fenceKey = keyspace.key(FENCE);
  let fence: Revision = 0;
  const outcomeOf = createCreationOutcomes({
    moveFence,
    history: (after, deadline) => history('', after, deadline),
  });

  /** A transaction sent as 'read' may be executed several times. */
  async function transact(
    kind: 'read' | 'write',
    request: TxnRequest,
    { signal, deadline, trace }: TransactOptions = {},
  ): Promise<TxnResponse> {
    return record(await cluster.call(kind, txnRpc(request), signal, deadline, trace));
  }

  function resultOf({ succeeded, revision, ranges }: TxnResponse): WriteResult {
    const found = ranges[0]?.keyValues[0];
    return succeeded ? { ok: true, revision } : { ok: false, current: found && keyspace.entry(found) };
  }

  async function alter(change: Change, expected: Revision, condition: Condition): Promise<WriteResult> {
    const { key } = change;
    const { signal, trace } = condition;
    const joined = joinedOf(condition);
    const since = Math.max(latestRevision(), expected);
    const deadline = Date.now() + 2 * callTimeoutMs;
    const request = {
      compare: [isAt(key, expected), ...joined.compare],
      success: [change, ...joined.changes],
      failure: [rangeOf(key)],
    };
    try {
      return resultOf(await transact('write', request, { signal, trace }));
    } catch (error) {
      return await resolvingOutcome(error, signal, async () => {
        const again = resultOf(await transact('read', request, { signal, deadline, trace }));
        if (again.ok) return again;
        // Only a joined change does not fit: the lost request may still take effect once it does.
        if (again.current?.revision === expected) throw error;
        const { ranges } = await transact('read', { success: [rangeOf(key, since)] }, { signal, deadline });
        if (ranges[0]?.keyValues[0]?.modRevision !== expected) return again;
        const first = await firstEvent(keyspace.name(Buffer.from(key)), since, deadline);
        return isDoneBy(change, first) ? { ok: true, revision: eventRevision(first) } : again;
      });
    }
  }

  async function create(creation: Extract<Change, { type: 'put' }>, condition: Condition): Promise<WriteResult> {
    const { preconditions = [], signal, trace } = condition;
    const { key, value } = creation;
    const joined = joinedOf(condition);
    const deadline = Date.now() + 2 * callTimeoutMs;
    const isLate = (): boolean => deadline - Date.now() < callTimeoutMs / 2;
    // Reading the history from revision 0 could be long or compacted.
    if (latestRevision() === 0) await transact('read', { success: [rangeOf(fenceKey)] }, { signal });
    const since = latestRevision();
    for (let losses = 0; ;) {
      const at = fence;
      const conditions = preconditions.map((precondition) =>
        isAt(keyspace.key(precondition.key), precondition.revision),
      );
      const compare = [isAt(key, 0), isAt(fenceKey, at), ...conditions, ...joined.compare];
      const request = { compare, success: [creation, ...joined.changes], failure: [rangeOf(key), rangeOf(fenceKey)] };
      try {
        const limit = losses === 0 ? {} : { deadline: Math.min(Date.now() + callTimeoutMs, deadline) };
        const answer = await transact('write', request, { signal, trace, ...limit });
        const result = resultOf(answer);
        const now = answer.ranges[1]?.keyValues[0]?.modRevision ?? 0;
        if (result.ok || result.current !== undefined || now === at) return result;
        if (isLate()) throw new StoreUnavailableError('other creations keep moving the fence', false);
        fence = now;
      } catch (error) {
        const lost = { key: keyspace.name(Buffer.from(key)), value, since, deadline };
        const revision = await resolvingOutcome(error, signal, () => outcomeOf(lost));
        if (revision !== undefined) return { ok: true, revision };
        if (isLate()) throw new StoreUnavailableError('etcd accepted no write in time', false, { cause: error });
        // Moving the fence fails the pending creations of all clients, so repeated losses back off.
        await abortable(delay(PAUSE_MS * losses++), signal);
      }
    }
  }

  function joinedOf({ joined = [] }: Condition): { readonly compare: Compare[]; readonly changes: Change[] } {
    return {
      compare: joined.map(({ key, expected = 0 }) => isAt(keyspace.key(key), expected)),
      changes: joined.map(({ key: name, value }) => {
        const key = keyspace.key(name);
        return value === undefined ? { type: 'delete', key } : { type: 'put', key, value };
      }),
    };
  }

  /** No write that was sent earlier and compares the fence takes effect after this revision. */
  async function moveFence(deadline: number): Promise<Revision> {
    const request: TxnRequest = { success: [{ type: 'put', key: fenceKey, value: Buffer.alloc(0) }] };
    const { revision } = await transact('read', request, { deadline });
    return (fence = revision);
  }

  /** The first event of an entry after this revision. */
  async function firstEvent(name: string, revision: Revision, deadline: number): Promise<StoreEvent> {
    for await (const { events } of history(name, revision, deadline)) {
      const first = events.find((event) => eventKey(event) === name);
      if (first !== undefined) return first;
    }
    throw new Error('the outcome of a write could not be read from etcd');
  }

  /** Continues while the store is closing, which waits for writes in flight. */
  function history(prefix: string, after: Revision, deadline: number): AsyncGenerator<WatchBatch> {
    const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 0));
    return watchRange({ ...source, closing: signal }, prefix, { from: after + 1, signal });
  }

  return (change, expected, condition) =>
    change.type === 'put' && expected === 0 ? create(change, condition) : alter(change, expected, condition);
}

/** Resolves an unknown outcome. Throws `error` when the outcome is known or cannot be resolved. */
async function resolvingOutcome<T>(
  error: unknown,
  signal: AbortSignal | undefined,
  find: () => Promise<T>,
): Promise<T> {
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

/** A read of the entry, at that revision or the newest. */
function rangeOf(key: Uint8Array, revision: Revision = 0): Operation {
  return { type: 'range', range: { key, revision } };
}

function isDoneBy(change: Change, event: StoreEvent): boolean {
  if (change.type === 'delete' || event.type === 'delete') return change.type === event.type;
  return Buffer.compare(change.value, event.entry.value) === 0;
}
