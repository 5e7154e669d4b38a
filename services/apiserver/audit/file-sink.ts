import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import type { LineSink } from './log-delivery.js';
import { SEALED_MODE } from './rotation.js';

export interface FileSinkOptions {
  readonly path: string;
  /** Limit for the file in bytes, except for a single larger write. */
  readonly maxBytes: number;
  /** Renames the full file with this inode. If that fails, it grows. */
  readonly rotate: (inode: number) => Promise<void>;
  /** Called when rotation fails. */
  readonly onError: (error: unknown) => void;
}

interface Pending {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The open file. */
interface Current {
  readonly handle: FileHandle;
  /** Identifies the file, whatever its name. */
  readonly inode: number;
  size: number;
}

const NEWLINE = Buffer.from('\n');
/** Readable only by the server's own user. */
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/**
 * Appends to a file. Writes during a running write are combined into the next one. After a failure the file is
 * reopened, and a truncated line is terminated first, so that later lines are whole. Other processes may append to the
 * file too, and rotate it: the new file at the path is opened then. Rejects if the file cannot be opened.
 */
export async function openFileSink(options: FileSinkOptions): Promise<LineSink> {
  const { path, maxBytes, rotate, onError } = options;
  await makeDirectory(dirname(path), DIRECTORY_MODE);
  let current: Current | undefined = await openFile(path);
  let pending: Pending[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (pending.length > 0) {
      const group = firstGroup(pending, maxBytes - (current?.size ?? 0), maxBytes);
      pending = pending.slice(group.length);
      try {
        await append(Buffer.concat(group.map(({ bytes }) => bytes)));
        for (const { resolve } of group) resolve();
      } catch (error) {
        await current?.handle.close().catch(() => undefined);
        current = undefined;
        for (const { reject } of group) reject(error);
      }
    }
    running = undefined;
  }

  async function append(bytes: Buffer): Promise<void> {
    current = await followed(current);
    if (current.size > 0 && current.size + bytes.byteLength > maxBytes) current = await renewed(current);
    for (;;) {
      await writeAll(current, bytes);
      if (!(await isSealed(current.handle))) return;
      const { inode } = current;
      current = await replaced(current);
      if (current.inode === inode) return;
    }
  }

  /** The file at the path, with its present size. A missing one is only being rotated, or cannot be replaced. */
  async function followed(former: Current | undefined): Promise<Current> {
    if (former === undefined) return openFile(path);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return former;
    return former.inode === found.ino ? { ...former, size: found.size } : replaced(former);
  }

  async function renewed(full: Current): Promise<Current> {
    try {
      await rotate(full.inode);
    } catch (error) {
      // Another process may have taken the file.
      const next = await replaced(full).catch(() => full);
      if (next.inode === full.inode) onError(error);
      return next;
    }
    return replaced(full);
  }

  async function replaced(former: Current): Promise<Current> {
    const next = await openFile(path);
    await former.handle.close();
    return next;
  }

  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        pending.push({ bytes: Buffer.from(text), resolve, reject });
        running ??= run();
      }),
    async close() {
      await running;
      await current?.handle.close();
      current = undefined;
    },
  };
}

/** The leading writes that fit into the room; if there is none, those that fit into a new file; at least one. */
function firstGroup(pending: readonly Pending[], room: number, most: number): readonly Pending[] {
  const [first] = pending;
  const limit = first !== undefined && first.bytes.byteLength > room ? most : room;
  let length = 0;
  const end = pending.findIndex(({ bytes }, index) => {
    length += bytes.byteLength;
    return index > 0 && length > limit;
  });
  return end === -1 ? pending : pending.slice(0, end);
}

async function writeAll(current: Current, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const { bytesWritten } = await current.handle.write(bytes, written);
    written += bytesWritten;
    current.size += bytesWritten;
  }
}

/** Whether another process has begun to compress the file, or deleted it, so that what was written before may be lost. */
async function isSealed(handle: FileHandle): Promise<boolean> {
  const { mode, nlink } = await handle.stat();
  return (mode & 0o777) === SEALED_MODE || nlink === 0;
}

async function openFile(path: string): Promise<Current> {
  const handle = await open(path, 'a', FILE_MODE);
  try {
    const found = await handle.stat();
    const isWithinLine = await endsWithinLine(path, found);
    if (isWithinLine) await handle.write(NEWLINE);
    return { handle, inode: found.ino, size: found.size + (isWithinLine ? 1 : 0) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether the opened file lacks a line feed at its end, as after a crash or on a full disk. */
async function endsWithinLine(path: string, opened: Stats): Promise<boolean> {
  if (!opened.isFile() || opened.size === 0) return false;
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return false;
  try {
    // Another process may have rotated the opened file.
    if ((await handle.stat()).ino !== opened.ino) return false;
    const last = Buffer.alloc(1);
    await handle.read(last, 0, 1, opened.size - 1);
    return !last.equals(NEWLINE);
  } finally {
    await handle.close();
  }
}
