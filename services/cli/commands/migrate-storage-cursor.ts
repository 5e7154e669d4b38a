import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** How far a migration has come. */
export interface Progress {
  /** The URL of the server. */
  readonly server: string;
  /** The server's own version: another one may have other storage versions. */
  readonly release: string;
  /** Resources that are done, with their groups, such as `leases.coordination.k8s.io`. */
  readonly finished: readonly string[];
  /** How many objects of theirs, and of the pages behind it, could not be written. */
  readonly failed: number;
  /** Where the next page of the resource under way begins; absent at its beginning. */
  readonly current?: { readonly resource: string; readonly continue: string };
}

/** Where progress is kept, so that a migration that was ended goes on. */
export interface CursorFile {
  /** What was saved; undefined where nothing was. Throws Error with a sentence. */
  readonly load: () => Promise<Progress | undefined>;
  readonly save: (progress: Progress) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export function cursorFile(path: string): CursorFile {
  return {
    async load() {
      let text: string;
      try {
        text = await readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw new Error(`${path} cannot be read: ${String(error)}`, { cause: error });
      }
      const progress = progressIn(text);
      if (progress === undefined)
        throw new Error(`${path} holds no progress of a migration; name another --cursor-file`);
      return progress;
    },
    async save(progress) {
      // Whoever ends the program halfway finds the old one or the new one.
      await writeFile(`${path}.new`, `${JSON.stringify(progress)}\n`);
      await rename(`${path}.new`, path);
    },
    remove: () => rm(path, { force: true }),
  };
}

function progressIn(text: string): Progress | undefined {
  let value: JsonValue;
  try {
    ({ value } = parseJson(text));
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { server, release, finished, failed, current } = value;
  if (typeof server !== 'string' || typeof release !== 'string' || typeof failed !== 'number') return undefined;
  if (!Array.isArray(finished) || !finished.every((each) => typeof each === 'string')) {
    return undefined;
  }
  if (current === undefined) return { server, release, finished, failed };
  if (!isObject(current)) return undefined;
  const { resource, continue: token } = current;
  if (typeof resource !== 'string' || typeof token !== 'string') return undefined;
  return { server, release, finished, failed, current: { resource, continue: token } };
}
