import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** The progress of a migration. */
export interface Progress {
  /** The URL of the server. */
  readonly server: string;
  /** The server's release. Another release may have other storage versions. */
  readonly release: string;
  /** Finished resources with their groups, such as `leases.coordination.k8s.io`. */
  readonly finished: readonly string[];
  /** Number of objects that could not be written so far. */
  readonly failed: number;
  /** The continue token of the current resource; absent before its second page. */
  readonly current?: { readonly resource: string; readonly continue: string };
}

/** Stores the progress, so that a stopped migration can resume. */
export interface CursorFile {
  /** The saved progress; undefined if there is none. Rejects with an Error for users. */
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
        throw new Error(`${path} is not a cursor file of a migration; use another --cursor-file`);
      return progress;
    },
    async save(progress) {
      // The rename is atomic: after an interruption the file has the old or the new content.
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
