import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { KEY_BYTES } from './seal.js';

/** More keys would make a forged cookie expensive to reject. */
const MAX_KEYS = 8;

/** The keys of a file, which is watched, or a random key without a file. Rejects for a file without valid keys. */
export async function sessionKeys(
  path: string | undefined,
  options: Pick<WatchOptions<unknown>, 'onError' | 'onReload' | 'signal'>,
): Promise<Changing<readonly Buffer[]>> {
  if (path === undefined) return changing([randomBytes(KEY_BYTES)]);
  return watchFiles({ ...options, read: () => readFile(path, 'utf8'), parse: (text) => parseKeys(text, path) });
}

/** Reads keys in base64, one on each line. Empty lines and lines with `#` are ignored. Throws for an invalid key. */
export function parseKeys(text: string, path: string): readonly Buffer[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const key = Buffer.from(line, 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`${path}: line ${index + 1} is not ${KEY_BYTES} bytes in base64`);
    return [key];
  });
  if (keys.length === 0 || keys.length > MAX_KEYS) throw new Error(`${path} must have 1 to ${MAX_KEYS} keys`);
  return keys;
}
