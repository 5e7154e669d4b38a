import { byteOrder } from '../key-order.js';
import { createKeyMap, createSortedMap } from '../sorted-map.js';
import type { Entry, ListResult, Revision } from '../store.js';
import { recordBytes } from './record.js';
import type { Segment } from './segment.js';

/** What one write made of a key. */
export interface Version {
  readonly key: string;
  readonly revision: Revision;
  /** Undefined for a deletion. */
  readonly entry: Entry | undefined;
  /** Milliseconds since the epoch; 0 for an entry that does not expire. */
  readonly expiresAt: number;
  /** The version before, as long as a state that has it can be asked for. */
  previous: Version | undefined;
  /** Where the record is that is still needed; undefined when there is none, as in a store without files. */
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
 * All versions that states from the compacted revision on consist of, in memory: an ordered map of the newest version of each
 * key, each with a chain of those before, and the versions after the compacted revision in the order in which they were written.
 */
export interface Versions {
  /** The newest revision. */
  readonly revision: Revision;
  /** The oldest revision whose state can be read. */
  readonly compacted: Revision;
  /** Bytes that only former states need, roughly. */
  readonly pastBytes: number;
  readonly head: (key: string) => Version | undefined;
  /** `range.revision` must be kept. */
  readonly list: (range: ListRange) => ListResult;
  /** The version that was written at a revision after the compacted one. */
  readonly at: (revision: Revision) => Version | undefined;
  /** Adds an entry of the state at the compacted revision. */
  readonly load: (version: Version) => void;
  /** Adds a version with the next revision. */
  readonly add: (version: Version) => void;
  /** Forgets states before `revision`, which may be ahead of the newest one. */
  readonly forget: (revision: Revision) => void;
  /** When the next entry expires (milliseconds since the epoch); Infinity when none does. */
  readonly nextExpiry: () => number;
  /** The first `limit` entries that expire at or before `time`. */
  readonly expired: (time: number, limit: number) => Version[];
  /** Every newest entry, in the order of keys. */
  readonly entries: () => Iterable<Version>;
  /**
   * Some of the newest entries whose records are in `segment`, from the key `from` on, their size, and the key to go on with;
   * undefined at the end. `bytes` bounds the size.
   */
  readonly newestIn: (segment: Segment, from: string, bytes: number) => SegmentSlice;
  /** The revision to forget up to, so that former states need no more than `bytes`. */
  readonly revisionWithin: (bytes: number) => Revision;
  /** Records where a version is stored. The bytes that its segment still needs are counted. */
  readonly place: (version: Version, segment: Segment) => void;
}

export interface SegmentSlice {
  readonly found: readonly Version[];
  readonly size: number;
  readonly next: string | undefined;
}

/** What a version costs besides its values, roughly. */
const VERSION_BYTES = 200;
/** Keys between two turns of the event loop. */
const LOOKED_AT = 2000;

/** Of the state at revision `first`, to which its entries are still to be loaded. The empty store has revision 1. */
export function createVersions(first: Revision = 1): Versions {
  const { map: heads, noticeKey } = createKeyMap<Version>();
  const expiring = createSortedMap<Version, true>((a, b) => a.expiresAt - b.expiresAt || a.revision - b.revision);
  /** Those after the compacted revision; before `gone`, nothing is left. */
  let recent: (Version | undefined)[] = [];
  let gone = 0;
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
    at: (wanted) => recent[gone + wanted - compacted - 1],
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
        const version = recent[gone];
        if (version === undefined) break;
        recent[gone] = undefined;
        gone += 1;
        forgetOne(version);
      }
      compacted = Math.max(compacted, wanted);
      revision = Math.max(revision, compacted);
      if (gone > 1024 && gone * 2 > recent.length) {
        recent = recent.slice(gone);
        gone = 0;
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
    newestIn(segment, from, bytes) {
      const found: Version[] = [];
      let [size, looked] = [0, 0];
      for (const [key, head] of heads.entries(from, [])) {
        if (size >= bytes || looked++ >= LOOKED_AT) return { found, size, next: key };
        if (head.segment !== segment || head.entry === undefined) continue;
        found.push(head);
        size += sizeOf(head);
      }
      return { found, size, next: undefined };
    },
    revisionWithin(bytes) {
      let [left, wanted] = [pastBytes, compacted];
      while (left > bytes && wanted < revision) {
        const version = recent[gone + wanted - compacted];
        left -= version === undefined ? 0 : pastBytesOf(version);
        wanted += 1;
      }
      return wanted;
    },
    place(version, segment) {
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
