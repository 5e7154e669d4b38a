import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { createIdleBudget, type Kept } from '@pilothouse/runtime/limits/idle-budget.js';
import { combineCrc32, shiftOf } from './crc32.js';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** The fastest level, as in Kubernetes. Each chunk ends at a byte, so that the chunks can be joined. */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH } as const;
/** RFC 1952: magic number, deflate, no flags, no time, fastest level, unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** RFC 1951: a last block without content. */
const LAST_BLOCK = [3, 0];
/** Shorter chunks become a block without compression. */
const SHORT_BYTES = 1024;
/** Chunks of a stream that are compressed at the same time: as many as the thread pool has threads. */
const AHEAD = 4;

/** Compresses bodies to one gzip member. Their chunks do not change. */
export interface Gzip {
  readonly chunks: (chunks: readonly Uint8Array[]) => Promise<Uint8Array[]>;
  /** Fails when the body fails, and closes the body when it is left early. */
  readonly stream: (body: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
}

export interface GzipOptions {
  /** Limit in bytes of the compressed chunks that are kept; 32 MiB when absent. */
  readonly maxBytes?: number;
  /** Milliseconds without use after which a compressed chunk is dropped; 30 seconds when absent. */
  readonly idle?: number;
}

interface Compressed {
  readonly bytes: Uint8Array;
  /** The checksum of the chunk, and what appending it does to the checksum of the bytes before: see {@link shiftOf}. */
  readonly sum: number;
  readonly shift: number;
}

/** A chunk that is being compressed, or has been. */
interface Known extends Kept {
  compressed: Promise<Compressed> | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
const IDLE = 30_000;

/**
 * Compresses in the thread pool, and each chunk once: responses that share chunks share the result, as long as it is used
 * and there is room.
 */
export function createGzip({ maxBytes = MAX_BYTES, idle = IDLE }: GzipOptions = {}): Gzip {
  const known = new WeakMap<Uint8Array, Known>();
  const { admit } = createIdleBudget({ maxBytes, idle });

  async function keep(item: Known, compressed: Promise<Compressed>): Promise<void> {
    try {
      const { bytes } = await compressed;
      if (!admit(item, bytes.buffer.byteLength)) item.release();
    } catch {
      // The response fails.
      item.release();
    }
  }

  function compressedOnce(chunk: Uint8Array): Promise<Compressed> {
    const found = known.get(chunk);
    if (found?.compressed !== undefined) {
      found.isUsed = true;
      return found.compressed;
    }
    const compressed = compress(chunk);
    const item: Known = { compressed, size: 0, isUsed: true, release: () => (item.compressed = undefined) };
    known.set(chunk, item);
    void keep(item, compressed);
    return compressed;
  }

  return {
    async chunks(chunks) {
      const sum = createSum();
      const compressed = await Promise.all(chunks.map(compressedOnce));
      for (const [index, { byteLength }] of chunks.entries()) sum.add(compressed[index] as Compressed, byteLength);
      return [HEAD, ...compressed.map(({ bytes }) => bytes), sum.end()];
    },
    async *stream(body) {
      const sum = createSum();
      const ahead: { readonly compressed: Promise<Compressed>; readonly length: number }[] = [];
      yield HEAD;
      for await (const chunk of body) {
        const compressed = compressedOnce(chunk);
        // The failure is thrown when its turn comes.
        compressed.catch(() => undefined);
        ahead.push({ compressed, length: chunk.byteLength });
        const next = ahead.length === AHEAD ? ahead.shift() : undefined;
        if (next !== undefined) yield sum.add(await next.compressed, next.length);
      }
      for (const { compressed, length } of ahead) yield sum.add(await compressed, length);
      yield sum.end();
    },
  };
}

async function compress(chunk: Uint8Array): Promise<Compressed> {
  const bytes = chunk.byteLength < SHORT_BYTES ? uncompressed(chunk) : ownBytes(await deflate(chunk, OPTIONS));
  return { bytes, sum: crc32(chunk), shift: shiftOf(chunk.byteLength) };
}

/** The bytes in a buffer of their size: zlib's are the beginning of a larger one. */
function ownBytes(bytes: Buffer): Uint8Array {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** RFC 1951, section 3.2.4: a block that is not the last, with the bytes as they are. */
function uncompressed(chunk: Uint8Array): Buffer {
  const block = Buffer.alloc(5 + chunk.byteLength);
  block.writeUInt16LE(chunk.byteLength, 1);
  block.writeUInt16LE(0xffff - chunk.byteLength, 3);
  block.set(chunk, 5);
  return block;
}

/** The checksum and the length of all chunks, in order, for the end of the member. */
function createSum() {
  let [sum, length] = [0, 0];
  return {
    /** Returns the bytes to send. */
    add({ bytes, sum: own, shift }: Compressed, size: number): Uint8Array {
      sum = combineCrc32(sum, own, shift);
      length += size;
      return bytes;
    },
    end(): Uint8Array {
      const end = Buffer.from([...LAST_BLOCK, 0, 0, 0, 0, 0, 0, 0, 0]);
      end.writeUInt32LE(sum, LAST_BLOCK.length);
      end.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4);
      return end;
    },
  };
}
