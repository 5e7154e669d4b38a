import { byteOrder } from '../key-order.js';
import { createKeyMap, createSortedMap } from '../sorted-map.js';
import type { Entry, ListResult, Revision } from '../store.js';
import { NO_ERASURE, noteDead, type Erasure } from './erasure.js';
import { recordBytes } from './record.js';
import type { Segment } from './segment.js';

/** One version of a key. */
export interface Version {
  readonly key: string;
  readonly revision: Revision;
  /** Undefined for a tombstone. */
  readonly entry: Entry | undefined;
  /** Milliseconds since the epoch; 0 for an entry that does not expire. */
  readonly expiresAt: number;
  /** The previous version, while a readable state contains it. */
  previous: Version | undefined;
  /** The segment of the record that is still needed; undefined when there is none, as in an ephemeral store. */
  segment: Segment | undefined;
}

export interface ListRange {
  readonly prefix: string;
  readonly revision: Revision;
  readonly start: string;
  readonly limit: number;
  readonly uncounted: boolean;
}

/**
 * Multi-version index in memory: an ordered map of the newest version of each key with its chain of previous versions,
 * and all versions after the compacted revision in revision order.
 */
export interface Versions {
  /** The newest revision. */
  readonly revision: Revision;
  /** The oldest revision whose state can be read. */
  readonly compacted: Revision;
  /** Approximate bytes that only past states need. */
  readonly pastBytes: number;
  readonly head: (key: string) => Version | undefined;
  /** `range.revision` must not be compacted. */
  readonly list: (range: ListRange) => ListResult;
  /** The version written at a revision after the compacted one. */
  readonly at: (revision: Revision) => Version | undefined;
  /** Adds an entry of the state at the compacted revision. */
  readonly load: (version: Version) => void;
  /** Adds a version with the next revision. */
  readonly add: (version: Version) => void;
  /** Compacts states before `revision`, which may be later than the newest one. */
  readonly forget: (revision: Revision) => void;
  /** The next expiry time (milliseconds since the epoch); Infinity when nothing expires. */
  readonly nextExpiry: () => number;
  /** The first `limit` entries that expire at or before `time`. */
  readonly expired: (time: number, limit: number) => Version[];
  /** All current entries in key order. */
  readonly entries: () => Iterable<Version>;
  /**
   * Versions whose records are in `segment`, from the key `from` on. Returns their size and the key to continue with, which
   * is undefined at the end. Ends when the size reaches `bytes`, maybe between versions of one key.
   */
  readonly liveIn: (segment: Segment, from: string, bytes: number) => SegmentSlice;
  /** The revision to compact to, so that past states need at most `bytes`. */
  readonly revisionWithin: (bytes: number) => Revision;
  /** Sets the segment that stores a version, and updates its live bytes. */
  readonly setSegment: (version: Version, segment: Segment) => void;
}

export interface SegmentSlice {
  readonly found: readonly Version[];
  readonly size: number;
  readonly next: string | undefined;
}

/** Approximate overhead of a version besides its values. */
const VERSION_BYTES = 200;
/** Versions scanned in one event-loop turn, and the rest of the last key's. */
const MAX_SCANNED = 2000;

/** The index at revision `first`, whose entries are still to be loaded. An empty store has revision 1. */
export function createVersions(first: Revision = 1, erasure: Erasure = NO_ERASURE): Versions {
  const { map: heads, noticeKey } = createKeyMap<Version>();
  const expiring = createSortedMap<Version, true>((a, b) => a.expiresAt - b.expiresAt || a.revision - b.revision);
  /** Versions after the compacted revision; slots before `gone` are empty. */
  let recent: (Version | undefined)[] = [];
  let dropped = 0;
  let revision = first;
  let compacted = first;
  let pastBytes = 0;

  function setHead(version: Version): void {
    noticeKey(version.key);
    heads.set(version.key, version);
    if (version.expiresAt > 0) expiring.set(version, true);
  }

  function release(version: Version): void {
    if (version.segment === undefined) return;
    version.segment.live -= sizeOf(version);
    noteDead(version.segment, version.key, version.entry?.value, erasure);
    version.segment = undefined;
  }

  function forgetOne(version: Version): void {
    const { previous } = version;
    pastBytes -= pastBytesOf(version);
    version.previous = undefined;
    if (previous !== undefined) release(previous);
    if (version.entry !== undefined) return;
    release(version);
    if (heads.get(version.key) === version) heads.delete(version.key);
  }

  return {
    get revision() {
      return revision;
    },
    get compacted() {
      return compacted;
    },
    get pastBytes() {
      return pastBytes;
    },
    head: (key) => heads.get(key),
    list({ prefix, revision: wanted, start, limit, uncounted }) {
      const entries: Entry[] = [];
      let remaining = 0;
      const first = byteOrder(start, prefix) > 0 ? start : prefix;
      for (const [key, head] of heads.entries(first, [])) {
        if (!key.startsWith(prefix)) break;
        const entry = versionAt(head, wanted)?.entry;
        if (entry === undefined) continue;
        if (entries.length < limit) {
          entries.push(entry);
          continue;
        }
        remaining += 1;
        if (uncounted) break;
      }
      return { entries, revision: wanted, remaining };
    },
    at: (wanted) => recent[dropped + wanted - compacted - 1],
    load: setHead,
    add(version) {
      const former = heads.get(version.key);
      if (former !== undefined && former.expiresAt > 0) expiring.delete(former);
      version.previous = former;
      setHead(version);
      recent.push(version);
      pastBytes += pastBytesOf(version);
      revision = version.revision;
    },
    forget(wanted) {
      for (; compacted < wanted; compacted += 1) {
        const version = recent[dropped];
        if (version === undefined) break;
        recent[dropped] = undefined;
        dropped += 1;
        forgetOne(version);
      }
      compacted = Math.max(compacted, wanted);
      revision = Math.max(revision, compacted);
      if (dropped > 1024 && dropped * 2 > recent.length) {
        recent = recent.slice(dropped);
        dropped = 0;
      }
    },
    nextExpiry: () => expiring.minKey()?.expiresAt ?? Infinity,
    expired(time, limit) {
      const found: Version[] = [];
      for (const [version] of expiring.entries()) {
        if (version.expiresAt > time || found.length >= limit) break;
        found.push(version);
      }
      return found;
    },
    *entries() {
      for (const version of heads.values()) if (version.entry !== undefined) yield version;
    },
    liveIn(segment, from, bytes) {
      const found: Version[] = [];
      let [size, looked] = [0, 0];
      for (const [key, head] of heads.entries(from, [])) {
        if (looked >= MAX_SCANNED) return { found, size, next: key };
        for (let version: Version | undefined = head; version !== undefined; version = version.previous) {
          looked += 1;
          if (version.segment !== segment) continue;
          if (size >= bytes) return { found, size, next: key };
          found.push(version);
          size += sizeOf(version);
        }
      }
      return { found, size, next: undefined };
    },
    revisionWithin(bytes) {
      let [left, wanted] = [pastBytes, compacted];
      while (left > bytes && wanted < revision) {
        const version = recent[dropped + wanted - compacted];
        left -= version === undefined ? 0 : pastBytesOf(version);
        wanted += 1;
      }
      return wanted;
    },
    setSegment(version, segment) {
      release(version);
      version.segment = segment;
      segment.live += sizeOf(version);
    },
  };
}

/** The newest version of a key at or before `revision`. */
export function versionAt(head: Version | undefined, revision: Revision): Version | undefined {
  let version = head;
  while (version !== undefined && version.revision > revision) version = version.previous;
  return version;
}

function sizeOf({ key, entry }: Version): number {
  return recordBytes(key, entry?.value);
}

function pastBytesOf({ previous }: Version): number {
  return VERSION_BYTES + (previous?.entry?.value.byteLength ?? 0);
}
