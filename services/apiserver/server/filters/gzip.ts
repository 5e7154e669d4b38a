import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** The fastest level, as in Kubernetes. Each chunk ends at a byte, so that the chunks can be joined. */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH } as const;
/** RFC 1952: magic number, deflate, no flags, no time, fastest level, unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** RFC 1951: a last block without content. */
const LAST_BLOCK = Buffer.from([3, 0]);

/**
 * Returns a function that makes one gzip member of chunks, which do not change. It compresses in the thread pool, and each
 * chunk once: responses that share chunks share the result, which lives as long as the chunk.
 */
export function createGzip(): (chunks: readonly Uint8Array[]) => Promise<Uint8Array[]> {
  const compressed = new WeakMap<Uint8Array, Promise<Buffer>>();
  const compressedOnce = (chunk: Uint8Array): Promise<Buffer> => {
    let found = compressed.get(chunk);
    if (found === undefined) compressed.set(chunk, (found = deflate(chunk, OPTIONS)));
    return found;
  };
  return async (chunks) => {
    const trailer = Buffer.alloc(8);
    let [sum, length] = [0, 0];
    for (const chunk of chunks) {
      sum = crc32(chunk, sum);
      length += chunk.byteLength;
    }
    trailer.writeUInt32LE(sum, 0);
    trailer.writeUInt32LE(length % 2 ** 32, 4);
    return [HEAD, ...(await Promise.all(chunks.map(compressedOnce))), LAST_BLOCK, trailer];
  };
}
