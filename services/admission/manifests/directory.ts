import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** A file of manifests. */
export interface ManifestFile {
  readonly path: string;
  readonly text: string;
}

const EXTENSIONS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** Reads the YAML and JSON files of a directory, sorted by name. Rejects with an Error that names what cannot be read. */
export async function readManifestFiles(directory: string): Promise<readonly ManifestFile[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`failed to read manifest directory "${directory}": ${errorMessage(cause)}`, { cause });
  });
  const names = entries
    .filter((entry) => !entry.isDirectory() && EXTENSIONS.has(extname(entry.name).toLowerCase()))
    .map(({ name }) => name)
    .sort();
  return Promise.all(names.map(async (name) => ({ path: join(directory, name), text: await read(directory, name) })));
}

async function read(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`failed to read file "${path}": ${errorMessage(cause)}`, { cause });
  }
}

/** The documents of a YAML file, without empty ones. A line of `---` separates them, as for kubectl. */
export function documentsOf(text: string): readonly string[] {
  return text.split(/^---[ \t]*(?:#.*)?\r?$/m).filter((document) => document.trim() !== '');
}
