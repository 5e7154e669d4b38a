import { readFile } from 'node:fs/promises';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';

export type Watching = Pick<WatchOptions<string>, 'signal' | 'onError'>;

/** The present text of a file, which is watched; always undefined without a file. Rejects if it cannot be read. */
export async function readAt(path: string | undefined, watching: Watching): Promise<() => string | undefined> {
  if (path === undefined) return () => undefined;
  const file = await watchFiles({ ...watching, read: () => readFile(path, 'utf8'), parse: (text) => text });
  return file.current;
}
