import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the repository is: tests run both as they are and compiled. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(directory: string): string {
  return existsSync(join(directory, 'package-lock.json')) ? directory : findRoot(dirname(directory));
}
