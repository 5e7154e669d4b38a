import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailableError } from '../store.js';

/** LMDB stamps each of its two meta pages with this, behind a page header of 24 bytes and in the machine's byte order. */
const MAGIC = 0xbeefc0de;
const MAGIC_OFFSET = 24;
const PAGE_SIZE_OFFSET = 48;
const LEAST_PAGE_SIZE = 256;

/**
 * Makes LMDB's files where they are missing, readable by their owner only, and rejects with StoreUnavailableError when
 * the data file is none: LMDB itself would take the whole process down.
 */
export async function prepareDataFiles(directory: string): Promise<void> {
  const lock = await open(join(directory, 'lock.mdb'), 'a', 0o600);
  await lock.close();
  const data = await open(join(directory, 'data.mdb'), 'a+', 0o600);
  try {
    const { size } = await data.stat();
    if (size === 0) return;
    const first = await readMeta(0);
    const pageSize = first?.pageSize ?? 0;
    const second = pageSize >= LEAST_PAGE_SIZE ? await readMeta(pageSize) : undefined;
    if (second?.pageSize === pageSize && size >= 2 * pageSize) return;
  } finally {
    await data.close();
  }
  throw new StoreUnavailableError(`cannot open ${directory}: data.mdb is damaged, or no database of this store`, false);

  /** Undefined where there is no meta page. */
  async function readMeta(position: number): Promise<{ readonly pageSize: number } | undefined> {
    const page = new DataView(new ArrayBuffer(64));
    const { bytesRead } = await data.read(page, 0, page.byteLength, position);
    if (bytesRead < page.byteLength) return undefined;
    for (const littleEndian of [true, false]) {
      if (page.getUint32(MAGIC_OFFSET, littleEndian) === MAGIC) {
        return { pageSize: page.getUint32(PAGE_SIZE_OFFSET, littleEndian) };
      }
    }
    return undefined;
  }
}
