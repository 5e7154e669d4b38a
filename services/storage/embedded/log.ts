import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StoreFullError, StoreUnavailableError, type Revision } from '../store.js';
import type { Fence } from './fence.js';
import { withTimeout, writeAll } from './files.js';
import { writeManifest } from './manifest.js';
import { batchBytes, encodeBatch, entryBytes, type LogRecord } from './record.js';
import { withReserve } from './reserve.js';
import {
  closeSegment,
  HEADER_BYTES,
  markBytes,
  removeSegment,
  trimSegment,
  type Segment,
  type WritableSegment,
} from './segment.js';
import { createSpace, type Space, type SpaceOptions } from './space.js';

/** What a write does to the size of the store: where space is short, the second is preferred to the first, and so on. */
export type Need = 'growth' | 'replacement' | 'deletion';

/** The log of one open store, which is written to. One call of `append` at a time. */
export interface Log {
  /**
   * Resolves with the segment that has the records, when they are durable and still belong to this process; with undefined in
   * a store without files. Rejects with StoreUnavailableError.
   */
  readonly append: (records: readonly LogRecord[]) => Promise<Segment | undefined>;
  /** Whether a batch of so many bytes can be appended. */
  readonly allows: (need: Need, bytes: number) => boolean;
  /** Resolves when it is known whether there is space for the next batch. */
  readonly settled: () => Promise<void>;
  /** Why writes that grow the store are refused, for the log of the server; undefined while they are not. */
  readonly shortage: () => string | undefined;
  /** Bytes of all files. */
  readonly size: () => number;
  /** The segments that are not written to any more, in the order of the log. Cleaning begins with the first. */
  readonly sealed: readonly Segment[];
  /** Removes the first segment, of which nothing is needed any more. States before `compacted` are forgotten. */
  readonly removeFirst: (compacted: Revision) => Promise<void>;
  /** Makes the first segment, of which everything is still needed, the last of those that are sealed. */
  readonly postponeFirst: (compacted: Revision) => Promise<void>;
  /** Tries again what could not be done before. */
  readonly retry: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LogOptions {
  /** The directory of the store, for errors. */
  readonly directory: string;
  /** The directory of the log itself. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly compacted: Revision;
  readonly fence: Fence;
  readonly quotaBytes: number;
  /** After so many milliseconds without an answer from the disk, an append fails. */
  readonly timeoutMs: number;
  readonly onShortage: SpaceOptions['onShortage'];
  readonly onError: (error: unknown) => void;
}

/**
 * Continues a log that was read. Nothing is ever overwritten or appended to what another process wrote: the first append goes
 * to a new segment, and the manifest seals the others at the length that was read.
 */
export function openLog(options: LogOptions): Log {
  const { directory, path, fence, timeoutMs, onError } = options;
  const sealed = [...options.segments];
  let { compacted } = options;
  let active: WritableSegment | undefined;
  /** Whether a batch of the active segment failed, so that nothing may be appended behind it. */
  let isSpoilt = false;
  /** Counts the changes of what the manifest says, and tells which of them is on disk. */
  let [changes, savedChanges] = [0, -1];
  let saving: Promise<void> = Promise.resolve();
  let rotating: Promise<void> | undefined;
  /** Segments that were written to, until the manifest seals them. */
  const retired: WritableSegment[] = [];
  const background = new Set<Promise<unknown>>();
  const space: Space = createSpace({
    log: path,
    firstId: Math.max(0, ...sealed.map(({ id }) => id)) + 1,
    usedBytes,
    quotaBytes: options.quotaBytes,
    onShortage: options.onShortage,
  });

  function usedBytes(): number {
    return sealed.reduce((sum, { length }) => sum + length, active?.capacity ?? 0);
  }

  function run(work: Promise<unknown>): void {
    const done = work.catch(onError).finally(() => background.delete(done));
    background.add(done);
  }

  async function saveOnce(): Promise<void> {
    const [change, sealedNow] = [changes, retired.splice(0)];
    const segments = sealed.map(({ id, length }) => ({ id, length }));
    const written = active && { id: active.id, capacity: active.capacity };
    const manifest = { segments: [...segments, ...(written ? [written] : [])], compacted };
    try {
      await withReserve(directory, () => writeManifest(path, manifest));
    } catch (error) {
      retired.push(...sealedNow);
      throw error;
    }
    savedChanges = change;
    for (const segment of sealedNow) run(finish(segment));
  }

  /** One at a time; each writes what is true when its turn comes. */
  function save(): Promise<void> {
    changes += 1;
    const turn = saving.then(saveOnce);
    saving = turn.catch(() => undefined);
    return turn;
  }

  /** Seals the active segment at what is acknowledged of it, and goes on with a new one that takes `bytes`. */
  function rotate(bytes: number): Promise<void> {
    rotating ??= rotateOnce(bytes).finally(() => {
      rotating = undefined;
    });
    return rotating;
  }

  async function rotateOnce(bytes: number): Promise<void> {
    const next = await space.take(bytes + HEADER_BYTES);
    if (next === undefined) throw new StoreFullError(`${directory} is out of space: ${space.shortage}`);
    if (active !== undefined) {
      if (active.length > HEADER_BYTES) sealed.push(active);
      retired.push(active);
    }
    active = next;
    isSpoilt = false;
    await save();
  }

  async function finish(segment: WritableSegment): Promise<void> {
    await closeSegment(segment);
    if (segment.length > HEADER_BYTES) await trimSegment(path, segment);
    else await removeSegment(path, segment.id);
  }

  function unavailable(why: string, outcomeUnknown = false, cause?: unknown): StoreUnavailableError {
    return new StoreUnavailableError(`cannot write to ${directory}: ${why}`, outcomeUnknown, { cause });
  }

  /** The batch failed: what may be on disk of it is cut off by the manifest, so that it did not happen. */
  async function undo(error: unknown): Promise<StoreUnavailableError> {
    isSpoilt = true;
    try {
      fence.lost.throwIfAborted();
      await withTimeout(rotate(0), timeoutMs);
      return unavailable(errorMessage(error), false, error);
    } catch (second) {
      return unavailable(`${errorMessage(error)}; nor can that be undone: ${errorMessage(second)}`, true, error);
    }
  }

  async function writable(bytes: number): Promise<WritableSegment> {
    try {
      await fence.verifyRecently();
      for (;;) {
        const segment = active;
        const fits = segment !== undefined && !isSpoilt && segment.length + bytes <= segment.capacity;
        if (fits && rotating === undefined) {
          // A segment that the manifest does not name would not be read again.
          if (savedChanges !== changes) await withTimeout(save(), timeoutMs);
          return segment;
        }
        // One that is under way is waited for, also where an earlier append has given up.
        await withTimeout(rotate(bytes), timeoutMs);
      }
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      throw unavailable(errorMessage(error), false, error);
    }
  }

  async function append(records: readonly LogRecord[]): Promise<Segment> {
    const segment = await writable(batchBytes(records));
    const batch = encodeBatch(records, segment.salt);
    const end = segment.length + batch.length;
    try {
      await withTimeout(write(segment, batch), timeoutMs);
      await withTimeout(
        Promise.all([writeAll(segment.mark, markBytes(end, segment.salt), 0), fence.verify()]),
        timeoutMs,
      );
    } catch (error) {
      throw await undo(error);
    }
    segment.length = end;
    segment.written += entryBytes(records);
    void space.prepare(wantedSpares());
    return segment;
  }

  /** Of two, one is left when the active segment is full. */
  function wantedSpares(): number {
    return active === undefined || active.length * 2 > active.capacity ? 2 : 1;
  }

  /** What cleaning the first segments takes, before it wins anything. */
  function cleaningBytes(): number {
    return sealed.find(({ live, written }) => live < written)?.live ?? 0;
  }

  function allows(need: Need, bytes: number): boolean {
    if (space.shortage === undefined) return true;
    if (need === 'growth') return false;
    const free = active === undefined || isSpoilt ? 0 : active.capacity - active.length;
    const left = free + space.readyBytes - bytes - 2 * HEADER_BYTES - cleaningBytes();
    return left >= (need === 'deletion' ? 0 : (active?.capacity ?? 0) / 4);
  }

  async function start(): Promise<void> {
    await fence.verify();
    await save();
    await Promise.all(options.segments.map((segment) => trimSegment(path, segment)));
    await space.prepare(2);
  }

  const prepared = start().catch(onError);

  return {
    append,
    allows,
    async settled() {
      await prepared;
      if (space.readyBytes === 0) await space.prepare(1);
    },
    shortage: () => space.shortage,
    size: () => usedBytes() + space.readyBytes,
    sealed,
    async removeFirst(forgotten) {
      compacted = forgotten;
      const [first] = sealed.splice(0, 1);
      await save();
      if (first !== undefined) await removeSegment(path, first.id);
    },
    async postponeFirst(forgotten) {
      compacted = forgotten;
      sealed.push(...sealed.splice(0, 1));
      await save();
    },
    async retry() {
      if (fence.lost.aborted) return;
      if (savedChanges !== changes) await save();
      if (space.shortage !== undefined) await space.prepare(wantedSpares());
    },
    async close() {
      await prepared;
      await space.close();
      await saving;
      for (const segment of active === undefined ? retired : [...retired, active]) await closeSegment(segment);
      await Promise.all(background);
      fence.stop();
    },
  };
}

async function write({ file, length }: WritableSegment, batch: Buffer): Promise<void> {
  await writeAll(file, batch, length);
  await file.datasync();
}

/** The log of a store without files: everything is kept in memory alone. */
export const MEMORY_LOG: Log = {
  append: async () => undefined,
  allows: () => true,
  settled: async () => undefined,
  shortage: () => undefined,
  size: () => 0,
  sealed: [],
  removeFirst: async () => undefined,
  postponeFirst: async () => undefined,
  retry: async () => undefined,
  close: async () => undefined,
};
