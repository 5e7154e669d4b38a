import { statfs } from 'node:fs/promises';
import { codeOf } from './files.js';
import { closeSegment, createSegment, removeSegment, type WritableSegment } from './segment.js';

/**
 * Segments are made ahead of need, with their full size, so that a commit finds its space reserved. Where the next one cannot
 * be made, for the disk or the quota, space is short: what grows the store is refused, and what is reserved already is left for
 * deletions and for cleaning.
 */
export interface Space {
  /** Why the next segment cannot be made; undefined while it can. */
  readonly shortage: string | undefined;
  /** Bytes of the segments that are ready. */
  readonly readyBytes: number;
  /** Prepares segments until `count` are ready, or space is short. Never rejects. */
  readonly prepare: (count: number) => Promise<void>;
  /** Takes a segment of at least `bytes`; makes one where none is ready. Undefined where space is short. */
  readonly take: (bytes: number) => Promise<WritableSegment | undefined>;
  readonly close: () => Promise<void>;
}

export interface SpaceOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly firstId: number;
  /** Bytes of the log's files without those that are made here. */
  readonly usedBytes: () => number;
  /** The most bytes that the files of the log may have. */
  readonly quotaBytes: number;
  /** Called when space becomes short, with the reason, and when it no longer is. */
  readonly onShortage: (shortage: string | undefined) => void;
}

const LEAST_CAPACITY = 512 * 1024;
const LARGEST_CAPACITY = 16 * 1024 * 1024;
/** A batch that is larger than a segment gets one that takes so many of its size. */
const ROOMY = 4;
/** The smallest segment that is made where there is nothing to write to at all. */
const SMALLEST_CAPACITY = 64 * 1024;

export function createSpace({ log, firstId, usedBytes, quotaBytes, onShortage }: SpaceOptions): Space {
  const ready: WritableSegment[] = [];
  let nextId = firstId;
  let shortage: string | undefined;
  let making: Promise<void> = Promise.resolve();
  let isClosed = false;
  const readyBytes = (): number => ready.reduce((sum, { capacity }) => sum + capacity, 0);

  function report(now: string | undefined): void {
    const wasShort = shortage !== undefined;
    shortage = now;
    if (wasShort !== (now !== undefined)) onShortage(now);
  }

  /** Makes one of `bytes`. Returns what is in the way. */
  async function make(bytes: number): Promise<string | undefined> {
    const all = usedBytes() + readyBytes() + bytes;
    if (all > quotaBytes) return `its files would take ${all} bytes and its quota is ${quotaBytes}`;
    try {
      const free = await freeBytes(log);
      // As much again stays free, for other files and for file systems that cannot reserve.
      if (free < 2 * bytes) return `its disk has ${free} bytes left and the next segment takes ${bytes}`;
      const id = nextId++;
      ready.push(await createSegment(log, id, bytes));
      return undefined;
    } catch (error) {
      return `the next segment cannot be made: ${error instanceof Error ? error.message : codeOf(error)}`;
    }
  }

  /** Makes more until there are `count` of at least `least` bytes. */
  async function makeUpTo(count: number, least: number): Promise<void> {
    const hasEnough = (): boolean => ready.filter(({ capacity }) => capacity >= least).length >= count;
    for (;;) {
      if (isClosed) return undefined;
      if (hasEnough()) return report(undefined);
      const capacity = Math.max(capacityFor(usedBytes()), least * ROOMY);
      const failure = await make(capacity);
      if (failure === undefined) continue;
      if (ready.length === 0) await makeSmaller(capacity, least);
      return report(failure);
    }
  }

  /** Something to write deletions to, where there is nothing else. */
  async function makeSmaller(capacity: number, least: number): Promise<void> {
    for (let bytes = capacity / 2; bytes >= Math.max(SMALLEST_CAPACITY, least); bytes /= 2) {
      if ((await make(bytes)) === undefined) return;
    }
  }

  function enqueue(count: number, least: number): Promise<void> {
    making = making.then(() => makeUpTo(count, least));
    return making;
  }

  return {
    get shortage() {
      return shortage;
    },
    get readyBytes() {
      return readyBytes();
    },
    prepare: (count) => (ready.length >= count && shortage === undefined ? making : enqueue(count, 0)),
    async take(bytes) {
      const fits = ({ capacity }: WritableSegment): boolean => capacity >= bytes;
      if (!ready.some(fits)) await enqueue(1, bytes);
      const index = ready.findIndex(fits);
      return index < 0 ? undefined : ready.splice(index, 1)[0];
    },
    async close() {
      isClosed = true;
      await making;
      for (const segment of ready.splice(0)) {
        await closeSegment(segment);
        await removeSegment(log, segment.id).catch(() => undefined);
      }
    },
  };
}

/** Larger stores have larger segments, so that their number is bounded. */
function capacityFor(usedBytes: number): number {
  let capacity = LEAST_CAPACITY;
  while (capacity < LARGEST_CAPACITY && capacity * 16 < usedBytes) capacity *= 2;
  return capacity;
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
