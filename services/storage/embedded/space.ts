import { statfs } from 'node:fs/promises';
import { codeOf } from './files.js';
import { closeSegment, createSegment, removeSegment, type WritableSegment } from './segment.js';

/**
 * Preallocation: segments are created ahead of need at full size, so that a commit always has space. When the disk or
 * the quota does not allow the next segment, writes that grow the store are refused. The preallocated space is left for
 * deletions and cleaning.
 */
export interface Space {
  /** Why the next segment cannot be created; undefined while it can. */
  readonly shortage: string | undefined;
  /** Bytes of the preallocated segments. */
  readonly readyBytes: number;
  /** Preallocates up to `count` segments, or until space is short. Never rejects. */
  readonly prepare: (count: number) => Promise<void>;
  /** Takes a segment of at least `bytes`; creates one if none is preallocated. Undefined if space is short. */
  readonly take: (bytes: number) => Promise<WritableSegment | undefined>;
  readonly close: () => Promise<void>;
}

export interface SpaceOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly firstId: number;
  /** Bytes of the log's files without preallocated segments. */
  readonly usedBytes: () => number;
  /** The quota for the log's files. */
  readonly quotaBytes: number;
  /** Called when space becomes short, with the reason, and with undefined when it is available again. */
  readonly onShortage: (shortage: string | undefined) => void;
}

const MIN_CAPACITY = 512 * 1024;
const MAX_CAPACITY = 16 * 1024 * 1024;
/** A batch larger than a segment gets a segment of this many times its size. */
const OVERSIZE_FACTOR = 4;
/** Size of the emergency segment for deletions, when no other can be created. */
const EMERGENCY_CAPACITY = 64 * 1024;

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

  /** Creates a segment of `bytes`. Returns the reason for a failure. */
  async function make(bytes: number): Promise<string | undefined> {
    const all = usedBytes() + readyBytes() + bytes;
    if (all > quotaBytes) return `its files would take ${all} bytes and its quota is ${quotaBytes}`;
    try {
      const free = await freeBytes(log);
      // Keeps as much again free, for other files and for file systems without preallocation.
      if (free < 2 * bytes) return `its disk has ${free} free bytes and the next segment needs ${2 * bytes}`;
      const id = nextId++;
      ready.push(await createSegment(log, id, bytes));
      return undefined;
    } catch (error) {
      return `the next segment cannot be created: ${error instanceof Error ? error.message : codeOf(error)}`;
    }
  }

  /** Creates segments until `count` of at least `least` bytes are ready. */
  async function makeUpTo(count: number, least: number): Promise<void> {
    const suitable = (): number => ready.filter(({ capacity }) => capacity >= least).length;
    for (;;) {
      if (isClosed) return undefined;
      if (suitable() >= count) return report(undefined);
      const capacity = Math.max(capacityFor(usedBytes()), least * OVERSIZE_FACTOR);
      const failure = await make(capacity);
      if (failure === undefined) continue;
      if (suitable() === 0) await makeSmaller(capacity, least);
      return report(failure);
    }
  }

  /** Creates an emergency segment of at least `least` bytes for deletions and cleaning, when no other exists. */
  async function makeSmaller(capacity: number, least: number): Promise<void> {
    for (let bytes = capacity / 2; bytes >= Math.max(EMERGENCY_CAPACITY, least); bytes /= 2) {
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

/** Larger stores have larger segments, which limits their number. */
function capacityFor(usedBytes: number): number {
  let capacity = MIN_CAPACITY;
  while (capacity < MAX_CAPACITY && capacity * 16 < usedBytes) capacity *= 2;
  return capacity;
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
