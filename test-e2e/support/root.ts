import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, for tests that run from source and compiled. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(directory: string): string {
  return existsSync(join(directory, 'package-lock.json')) ? directory : findRoot(dirname(directory));
}
