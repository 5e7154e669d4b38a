import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, ListOptions, ListResult, Revision } from '../store.js';
import { prefixEnd, textBytes } from '../keys.js';
import type { BinaryDatabase, Environment } from './environment.js';
import { behindVersions, isVersionOf, keyOf, recordKey, versionOf } from './encoding.js';

/** Work between two turns of the event loop. */
const CHUNK_ENTRIES = 400;
const CHUNK_BYTES = 1_000_000;
const COUNTED_ENTRIES = 2000;
/** So many versions of one key are stepped over before the next key is searched for instead. */
const STEPS = 4;

/** The newest version of `key` at or before `revision`; undefined where there is none or it is a deletion. */
export function readEntry({ records }: Environment, key: Buffer, revision: Revision): Entry | undefined {
  for (const { key: record, value } of records.getRange({ start: recordKey(key, revision, false), limit: 1 })) {
    if (!isVersionOf(record, key)) return undefined;
    const version = versionOf(record);
    return version.deleted ? undefined : { key: key.toString(), value, revision: version.revision };
  }
  return undefined;
}

/** The place in `records` of the newest version at or before `revision`, deletions included. */
export function findVersion({ records }: Environment, key: Buffer, revision: Revision): Buffer | undefined {
  for (const record of records.getKeys({ start: recordKey(key, revision, false), limit: 1 })) {
    return isVersionOf(record, key) ? record : undefined;
  }
  return undefined;
}

/** The state as of `revision`, which must be kept until this resolves. Rejects with the signal's reason. */
export async function readList(
  env: Environment,
  prefix: string,
  revision: Revision,
  { limit = Infinity, start = '', signal, uncounted = false }: ListOptions,
): Promise<ListResult> {
  const prefixBytes = textBytes(prefix);
  const startBytes = textBytes(start);
  const end = prefixEnd(prefixBytes);
  const entries: Entry[] = [];
  let remaining = 0;
  let from: Buffer | undefined = Buffer.compare(startBytes, prefixBytes) > 0 ? startBytes : prefixBytes;
  if (end !== undefined && Buffer.compare(from, end) >= 0) from = undefined;
  while (from !== undefined) {
    signal?.throwIfAborted();
    const chunk = { from, end, revision };
    if (entries.length < limit) {
      const size = Math.min(CHUNK_ENTRIES, limit - entries.length);
      from = readChunk(env.records, chunk, size, (entry) => entries.push(entry));
    } else {
      const counted = countChunk(env.records, chunk);
      remaining += counted.count;
      if (uncounted && remaining > 0) break;
      from = counted.next;
    }
    if (from !== undefined) await nextTurn();
  }
  return { entries, revision, remaining };
}

interface Chunk {
  readonly from: Buffer;
  readonly end: Buffer | undefined;
  readonly revision: Revision;
}

/** Gives `emit` up to `size` entries; returns where to go on, undefined at the end. */
function readChunk(
  records: BinaryDatabase,
  { from, end, revision }: Chunk,
  size: number,
  emit: (entry: Entry) => void,
): Buffer | undefined {
  let count = 0;
  let bytes = 0;
  const position = createPosition(revision);
  for (let at: Buffer | undefined = from; at !== undefined;) {
    const start: Buffer = at;
    at = undefined;
    for (const { key: record, value } of records.getRange(range(start, end))) {
      if (count >= size || bytes >= CHUNK_BYTES) return position.resume(record);
      bytes += value.length;
      const step = position.step(record);
      if (step.type === 'seek') {
        at = step.to;
        break;
      }
      if (step.type === 'emit') {
        emit({ key: keyOf(record).toString(), value, revision: step.revision });
        count++;
      }
    }
  }
  return undefined;
}

/** As {@link readChunk}, but counts. */
function countChunk(records: BinaryDatabase, { from, end, revision }: Chunk) {
  let count = 0;
  const position = createPosition(revision);
  for (let at: Buffer | undefined = from; at !== undefined;) {
    const start: Buffer = at;
    at = undefined;
    for (const record of records.getKeys(range(start, end))) {
      if (count >= COUNTED_ENTRIES) return { count, next: position.resume(record) };
      const step = position.step(record);
      if (step.type === 'seek') {
        at = step.to;
        break;
      }
      if (step.type === 'emit') count++;
    }
  }
  return { count, next: undefined };
}

type Step =
  | { readonly type: 'emit'; readonly revision: Revision }
  | { readonly type: 'skip' }
  | { readonly type: 'seek'; readonly to: Buffer };

const SKIP: Step = { type: 'skip' };

interface Position {
  step(record: Buffer): Step;
  /** Where a new position can begin in order to go on with `record`, which was not stepped on. */
  resume(record: Buffer): Buffer;
}

/** Decides, record by record, which versions make up the state as of `revision`. */
function createPosition(revision: Revision): Position {
  let done: Buffer | undefined;
  let steps = 0;
  return {
    step(record) {
      if (done !== undefined && isVersionOf(record, done)) {
        return ++steps < STEPS ? SKIP : { type: 'seek', to: behindVersions(done) };
      }
      const version = versionOf(record);
      if (version.revision > revision) {
        return ++steps < STEPS ? SKIP : { type: 'seek', to: recordKey(keyOf(record), revision, false) };
      }
      done = keyOf(record);
      steps = 0;
      return version.deleted ? SKIP : { type: 'emit', revision: version.revision };
    },
    resume(record) {
      return done !== undefined && isVersionOf(record, done) ? behindVersions(done) : record;
    },
  };
}

function range(from: Buffer, end: Buffer | undefined) {
  return { start: from.length === 0 ? Buffer.of(0) : from, ...(end !== undefined && { end }) };
}
