import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLinkedQueue, type Linked, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import {
  StoreFullError,
  type Entry,
  type JoinedChange,
  type Precondition,
  type Revision,
  type WriteResult,
} from '../store.js';
import type { Need } from './log.js';
import { recordBytes, type LogRecord } from './record.js';
import { ownBytes } from './recovery.js';
import type { State } from './state.js';
import type { Version } from './versions.js';

export interface WriteRequest extends JoinedChange {
  /** Changes of other keys, which happen together with it. */
  readonly joined?: readonly JoinedChange[];
  /** Other entries and the revisions that they must have. */
  readonly preconditions?: readonly Precondition[];
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface Writer {
  /** Resolves when durable. `signal` has no effect once a commit has begun. */
  readonly write: (request: WriteRequest, signal?: AbortSignal) => Promise<WriteResult>;
  /** Compacts states before `revision`. Resolves when that is durable. */
  readonly compact: (revision: Revision) => Promise<void>;
  /** Copies those versions to the end of the log that a readable state still has. */
  readonly move: (versions: readonly Version[]) => Promise<void>;
  /** Seals the active segment, unless space is short. */
  readonly seal: () => Promise<void>;
}

type Task =
  | {
      readonly type: 'write';
      readonly request: WriteRequest;
      readonly resolve: (result: WriteResult) => void;
      readonly reject: (error: unknown) => void;
    }
  | MaintenanceTask;

type MaintenanceTask = {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
} & (
  | { readonly type: 'compact'; readonly revision: Revision }
  | { readonly type: 'move'; readonly versions: readonly Version[] }
  | { readonly type: 'seal' }
);

/** A task in the queue. */
interface Waiting extends Linked<Waiting> {
  readonly task: Task;
}

/** Limits of one commit. */
const BATCH_WRITES = 2000;
const BATCH_BYTES = 4_000_000;
/**
 * An update that grows an entry by at most this much counts as a replacement, such as a deletion that waits for
 * finalizers.
 */
const REPLACEMENT_BYTES = 1024;

/**
 * Group commit: all writes that are queued when a commit ends go into the next one. They are checked in order against
 * the newest entries, including earlier ones of the same commit, so that exactly one of several competing writes
 * succeeds.
 */
export function createWriter(state: State): Writer {
  const queue = createLinkedQueue<Waiting>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (queue.size() > 0) {
      // Callers that write again right after the last commit join this one.
      await nextTurn();
      await state.log.settled();
      await commit(state, takeBatch(queue));
    }
    isRunning = false;
  }

  function enqueue(task: Task): Waiting {
    const waiting: Waiting = { task, previous: undefined, next: undefined };
    queue.add(waiting);
    if (!isRunning) void run();
    return waiting;
  }

  return {
    write(request, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
          if (queue.remove(waiting)) reject(signal?.reason);
        };
        const waiting = enqueue({
          type: 'write',
          request,
          resolve(result) {
            signal?.removeEventListener('abort', abort);
            resolve(result);
          },
          reject(error) {
            signal?.removeEventListener('abort', abort);
            reject(error);
          },
        });
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
    compact: (revision) =>
      new Promise<void>((resolve, reject) => void enqueue({ type: 'compact', revision, resolve, reject })),
    move: (versions) =>
      new Promise<void>((resolve, reject) => void enqueue({ type: 'move', versions, resolve, reject })),
    seal: () => new Promise<void>((resolve, reject) => void enqueue({ type: 'seal', resolve, reject })),
  };
}

function takeBatch(queue: LinkedQueue<Waiting>): Task[] {
  const batch: Task[] = [];
  let bytes = 0;
  for (let first = queue.first(); first !== undefined; first = queue.first()) {
    if (batch.length >= BATCH_WRITES || bytes >= BATCH_BYTES) break;
    queue.remove(first);
    const { task } = first;
    batch.push(task);
    if (task.type === 'write') bytes += sizeOf(task.request);
  }
  return batch;
}

function sizeOf({ value, joined = [] }: WriteRequest): number {
  return joined.reduce((sum, each) => sum + (each.value?.length ?? 0), value?.length ?? 0);
}

/** Settles every task of the batch. Never rejects. */
async function commit(state: State, batch: readonly Task[]): Promise<void> {
  const { log, versions, changed } = state;
  const plan = createPlan(state);
  const answers = batch.map((task) => plan.add(task));
  try {
    const { records, added, moved } = plan;
    const segment = records.length > 0 ? await log.append(records) : undefined;
    for (const version of added) versions.add(version);
    if (segment !== undefined) for (const version of [...added, ...moved]) versions.setSegment(version, segment);
    if (plan.compacted > versions.compacted) versions.forget(plan.compacted);
    for (const answer of answers) answer();
  } catch (error) {
    for (const task of batch) task.reject(error);
  }
  changed.notify();
}

/** Builds the records of a commit. */
function createPlan({ versions, log }: State) {
  const records: LogRecord[] = [];
  const added: Version[] = [];
  const moved = new Set<Version>();
  const heads = new Map<string, Entry | undefined>();
  let { revision, compacted } = versions;
  let bytes = 0;
  const headOf = (key: string): Entry | undefined => (heads.has(key) ? heads.get(key) : versions.head(key)?.entry);

  function addRecord(record: LogRecord): void {
    records.push(record);
    bytes += record.type === 'compact' ? recordBytes('') : recordBytes(record.key, valueOf(record));
  }

  function write({
    preconditions = [],
    joined = [],
    expiresAt = 0,
    ...own
  }: WriteRequest): WriteResult | StoreFullError {
    const current = headOf(own.key);
    if (current?.revision !== own.expected) return { ok: false, current };
    if (preconditions.some((precondition) => headOf(precondition.key)?.revision !== precondition.revision))
      return { ok: false, current };
    if (joined.some(({ key, expected }) => headOf(key)?.revision !== expected)) return { ok: false, current };
    const size = joined.reduce((sum, each) => sum + recordBytes(each.key, each.value), recordBytes(own.key, own.value));
    if (!log.allows(needOf(own.value, current), bytes + size)) {
      return new StoreFullError(`the store is out of space: ${log.shortage()}`);
    }
    for (const each of joined) change(each, 0);
    change(own, expiresAt);
    return { ok: true, revision };
  }

  function change({ key, value: given }: JoinedChange, expiresAt: number): void {
    revision += 1;
    const value = given && ownBytes(given);
    const entry = value && { key, value, revision };
    heads.set(key, entry);
    addRecord(value ? { type: 'put', key, value, revision, expiresAt } : { type: 'delete', key, revision });
    added.push({ key, revision, entry, expiresAt, previous: undefined, segment: undefined });
  }

  function move(version: Version): void {
    if (version.segment === undefined || moved.has(version)) return;
    moved.add(version);
    addRecord(recordOf(version));
    // A record that followed the deletion of its key would be its newest one once the deletion is removed.
    const head = versions.head(version.key);
    if (head !== undefined && head.entry === undefined) move(head);
  }

  return {
    records,
    added,
    moved,
    get compacted() {
      return compacted;
    },
    /** Returns a function that settles the task once the commit is durable. */
    add(task: Task): () => void {
      switch (task.type) {
        case 'write': {
          const result = write(task.request);
          return result instanceof StoreFullError ? () => task.reject(result) : () => task.resolve(result);
        }
        case 'compact':
          compacted = Math.max(compacted, task.revision);
          addRecord({ type: 'compact', revision: compacted });
          return task.resolve;
        case 'move':
          task.versions.forEach(move);
          return task.resolve;
        case 'seal':
          if (log.shortage() === undefined) {
            log.endActive();
            // A segment is sealed when another one is written to.
            addRecord({ type: 'compact', revision: compacted });
          }
          return task.resolve;
      }
    },
  };
}

function recordOf({ key, revision, entry, expiresAt }: Version): LogRecord {
  if (entry === undefined) return { type: 'delete', key, revision };
  return { type: 'put', key, value: entry.value, revision, expiresAt };
}

function valueOf(record: Exclude<LogRecord, { type: 'compact' }>): Uint8Array | undefined {
  return record.type === 'put' ? record.value : undefined;
}

function needOf(value: Uint8Array | undefined, current: Entry | undefined): Need {
  if (value === undefined) return 'deletion';
  if (current === undefined || value.byteLength > current.value.byteLength + REPLACEMENT_BYTES) return 'growth';
  return 'replacement';
}
