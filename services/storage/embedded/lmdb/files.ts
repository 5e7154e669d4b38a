import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDamagedError } from '../damage.js';
import { codeOf } from '../files.js';

/** The LMDB data file. */
export const DATA_FILE = 'data.mdb';
/** The LMDB lock file. */
export const LOCK_FILE = 'lock.mdb';

/** Offsets in LMDB's two meta pages, in machine byte order. The page with the later transaction is current. */
const MAGIC = { at: 24, value: 0xbeefc0de } as const;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const META_BYTES = 160;
const MIN_PAGE_SIZE = 256;

interface Meta {
  readonly pageSize: number;
  readonly lastPage: number;
  readonly transaction: number;
}

/**
 * Rejects with StoreDamagedError if the data file is invalid or shorter than its meta pages require. LMDB itself would
 * crash the process.
 */
export async function checkDataFile(directory: string): Promise<void> {
  const damaged = (what: string): StoreDamagedError => new StoreDamagedError(directory, `${DATA_FILE} ${what}`);
  const data = await open(join(directory, DATA_FILE), 'r').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? damaged('is missing') : error;
  });
  try {
    const { size } = await data.stat();
    const first = await readMeta(0);
    const pageSize = first?.pageSize ?? 0;
    const second = pageSize >= MIN_PAGE_SIZE ? await readMeta(pageSize) : undefined;
    if (first === undefined || second?.pageSize !== pageSize) throw damaged('is not an LMDB database of this store');
    const newest = first.transaction > second.transaction ? first : second;
    const needed = (newest.lastPage + 1) * pageSize;
    if (size < needed) throw damaged(`has ${size} bytes, expected ${needed}`);
  } finally {
    await data.close();
  }

  /** Undefined if the position holds no meta page. */
  async function readMeta(position: number): Promise<Meta | undefined> {
    const page = new DataView(new ArrayBuffer(META_BYTES));
    const { bytesRead } = await data.read(page, 0, page.byteLength, position);
    if (bytesRead < page.byteLength) return undefined;
    for (const littleEndian of [true, false]) {
      if (page.getUint32(MAGIC.at, littleEndian) !== MAGIC.value) continue;
      return {
        pageSize: page.getUint32(PAGE_SIZE_AT, littleEndian),
        lastPage: Number(page.getBigUint64(LAST_PAGE_AT, littleEndian)),
        transaction: Number(page.getBigUint64(TRANSACTION_AT, littleEndian)),
      };
    }
    return undefined;
  }
}
