import type { Entry, ListOptions, ListResult } from '../store.js';
import type { Cluster } from './cluster.js';
import type { KeyRange, Keyspace } from './keyspace.js';
import { rangeRpc } from './messages.js';

/** Target size of a page. The size of the first page is a guess. */
const PAGE_BYTES = 8_000_000;
const FIRST_PAGE_ENTRIES = 500;
const MAX_PAGE_ENTRIES = 10_000;

/** Lists a range in pages at one revision. Rejects with the errors of the cluster. */
export async function listRange(
  cluster: Cluster,
  keyspace: Keyspace,
  range: KeyRange,
  { revision: asked, limit = Infinity, signal, trace }: Omit<ListOptions, 'start'>,
): Promise<ListResult> {
  const entries: Entry[] = [];
  let { key } = range;
  let revision = asked;
  let bytes = 0;
  for (;;) {
    const wanted = limit - entries.length;
    const size = Math.min(wanted, pageSize(entries.length, bytes));
    const rpc = rangeRpc({ ...range, key, revision: revision ?? 0, limit: size, countOnly: limit === 0 });
    const page = await cluster.call('read', rpc, signal, undefined, trace);
    revision ??= page.revision;
    for (const keyValue of page.keyValues) {
      bytes += keyValue.key.length + keyValue.value.length;
      entries.push(keyspace.entry(keyValue));
    }
    const remaining = page.count - page.keyValues.length;
    const last = page.keyValues.at(-1);
    if (last === undefined || remaining === 0 || entries.length >= limit) return { entries, revision, remaining };
    key = Buffer.concat([last.key, Buffer.of(0)]);
  }
}

function pageSize(entries: number, bytes: number): number {
  if (entries === 0) return FIRST_PAGE_ENTRIES;
  const average = Math.max(bytes / entries, 1);
  return Math.min(Math.max(Math.floor(PAGE_BYTES / average), 1), MAX_PAGE_ENTRIES);
}
