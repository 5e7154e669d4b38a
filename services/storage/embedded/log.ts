import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StoreFullError, StoreUnavailableError, type Revision } from '../store.js';
import type { Fence } from './fence.js';
import { withTimeout, writeAll } from './files.js';
import { manifestFault, writeManifest, type Manifest } from './manifest.js';
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

/**
 * How a write changes the size of the store. When space is short, deletions take precedence over replacements, and
 * replacements over growth.
 */
export type Need = 'growth' | 'replacement' | 'deletion';

/** The log of an open store. `append` must not be called concurrently. */
export interface Log {
  /**
   * Resolves with the segment that holds the records once they are durable and the fence is verified; with undefined in
   * a store without files. Rejects with StoreUnavailableError.
   */
  readonly append: (records: readonly LogRecord[]) => Promise<Segment | undefined>;
  /** Whether a batch of this size can be appended. */
  readonly allows: (need: Need, bytes: number) => boolean;
  /** Resolves once it is known whether the next batch has space. */
  readonly settled: () => Promise<void>;
  /** Why writes that grow the store are refused, for the server's log; undefined while they are accepted. */
  readonly shortage: () => string | undefined;
  /** Total bytes of all files. */
  readonly size: () => number;
  /** Sealed segments in log order. The cleaner starts with the first. */
  readonly sealed: readonly Segment[];
  /** The segment that is written to; undefined before the first append. */
  readonly active: Segment | undefined;
  /** Makes the next append seal the active segment and begin another one. */
  readonly endActive: () => void;
  /** Removes the first segment, which has no live records. States before `compacted` are compacted. */
  readonly removeFirst: (compacted: Revision) => Promise<void>;
  /** Moves the first segment, which has only live records, after the other sealed segments. */
  readonly postponeFirst: (compacted: Revision) => Promise<void>;
  /**
   * Compares the file of the manifest with the last save, and writes a differing one again. Resolves with what was wrong;
   * undefined if nothing was. A failure to write goes to `onError`; `retry` and the next append try again.
   */
  readonly verifyManifest: () => Promise<string | undefined>;
  /** Retries failed maintenance. */
  readonly retry: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LogOptions {
  /** The directory of the store, for error messages. */
  readonly directory: string;
  /** The directory of the log. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly compacted: Revision;
  readonly fence: Fence;
  readonly quotaBytes: number;
  /** An append fails when the disk does not respond for this many milliseconds. */
  readonly timeoutMs: number;
  readonly onShortage: SpaceOptions['onShortage'];
  readonly onError: (error: unknown) => void;
}

/**
 * Opens a recovered log for appending. It never appends to segments of another process: the first append goes to a new
 * segment, and the manifest seals the others at their recovered length.
 */
export function openLog(options: LogOptions): Log {
  const { directory, path, fence, timeoutMs, onError } = options;
  const sealed = [...options.segments];
  let { compacted } = options;
  let active: WritableSegment | undefined;
  /** Nothing may be appended to the active segment, such as after a failed batch. */
  let hasEnded = false;
  /** The version of the manifest's content, and the version last saved. */
  let [changes, savedChanges] = [0, -1];
  let saving: Promise<void> = Promise.resolve();
  let rotating: Promise<void> | undefined;
  /** Segments that were written to and wait for the manifest to seal them. */
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

  function manifest(): Manifest {
    const segments = sealed.map(({ id, length }) => ({ id, length }));
    const written = active && { id: active.id, capacity: active.capacity };
    return { segments: [...segments, ...(written ? [written] : [])], compacted };
  }

  async function saveOnce(): Promise<void> {
    const [change, sealedNow] = [changes, retired.splice(0)];
    const present = manifest();
    try {
      await withReserve(directory, () => writeManifest(path, present));
    } catch (error) {
      retired.push(...sealedNow);
      throw error;
    }
    savedChanges = change;
    for (const segment of sealedNow) run(finish(segment));
  }

  /** Serialised. Each save writes the state at the time it starts. */
  function save(): Promise<void> {
    changes += 1;
    const saved = saving.then(saveOnce);
    saving = saved.catch(() => undefined);
    return saved;
  }

  async function verifyManifestOnce(): Promise<string | undefined> {
    // A save that is due, such as after a failed one, replaces the file anyway.
    if (savedChanges !== changes || fence.lost.aborted) return undefined;
    const fault = await manifestFault(path, manifest());
    if (fault === undefined) return undefined;
    // A takeover renames the directory. The file then belongs to another process.
    await fence.verify();
    // Differs from `changes` until the save succeeds, so that `retry` repeats it.
    savedChanges = -1;
    await saveOnce().catch(onError);
    return fault;
  }

  /** Serialised with the saves, so that it never reads a file that is being replaced. */
  function verifyManifest(): Promise<string | undefined> {
    const verified = saving.then(verifyManifestOnce);
    saving = verified.then(
      () => undefined,
      () => undefined,
    );
    return verified;
  }

  /** Seals the active segment at its acknowledged length and continues with a new one that fits `bytes`. */
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
    hasEnded = false;
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

  /** Undoes a failed batch: the manifest seals the segment before it. */
  async function undo(error: unknown): Promise<StoreUnavailableError> {
    hasEnded = true;
    try {
      fence.lost.throwIfAborted();
      await withTimeout(rotate(0), timeoutMs);
      return unavailable(errorMessage(error), false, error);
    } catch (second) {
      return unavailable(`${errorMessage(error)}; the batch could not be undone: ${errorMessage(second)}`, true, error);
    }
  }

  async function writable(bytes: number): Promise<WritableSegment> {
    try {
      await fence.verifyRecently();
      for (;;) {
        const segment = active;
        const fits = segment !== undefined && !hasEnded && segment.length + bytes <= segment.capacity;
        if (fits && rotating === undefined) {
          // A segment that the manifest does not name would not be recovered.
          if (savedChanges !== changes) await withTimeout(save(), timeoutMs);
          return segment;
        }
        // Waits for a rotation in progress, even if an earlier append timed out on it.
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

  /** Two, so that one is left when the active segment is full. */
  function wantedSpares(): number {
    return active === undefined || active.length * 2 > active.capacity ? 2 : 1;
  }

  /** Bytes that cleaning the first segments needs before it frees any. */
  function cleaningBytes(): number {
    return sealed.find(({ live, written }) => live < written)?.live ?? 0;
  }

  function allows(need: Need, bytes: number): boolean {
    if (space.shortage === undefined) return true;
    if (need === 'growth') return false;
    const free = active === undefined || hasEnded ? 0 : active.capacity - active.length;
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
    get active() {
      return active;
    },
    endActive() {
      hasEnded = true;
    },
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
    verifyManifest,
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

/** The log of an ephemeral store: nothing is written. */
export const MEMORY_LOG: Log = {
  append: async () => undefined,
  allows: () => true,
  settled: async () => undefined,
  shortage: () => undefined,
  size: () => 0,
  sealed: [],
  active: undefined,
  endActive: () => undefined,
  removeFirst: async () => undefined,
  postponeFirst: async () => undefined,
  verifyManifest: async () => undefined,
  retry: async () => undefined,
  close: async () => undefined,
};
