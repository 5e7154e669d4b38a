// Links our own packages into node_modules, so that a pull with a new package needs no installation. Plain Node without
// dependencies.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Creates missing links of the lock file. Does nothing before the first installation, which creates all of them. */
export function linkPackages() {
  if (!existsSync(join(ROOT, 'node_modules'))) return;
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [name, { link, resolved }] of Object.entries(packages)) {
    const path = join(ROOT, name);
    if (link !== true || existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), join(ROOT, resolved)), path, 'junction');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) linkPackages();
