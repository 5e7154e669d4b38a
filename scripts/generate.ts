/**
 * Writes the TypeScript types and Schemas of every API type from `proto/` into `services/apimachinery/generated/`.
 * With `--check` it writes nothing, and exits with 1 when what is there is not what it would write.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitPackage } from './generate/emit.js';
import { loadPackages } from './generate/load.js';
import { ProtoError, type ProtoFile } from './generate/source.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PROTO = join(ROOT, 'proto');
const OUTPUT = join(ROOT, 'services/apimachinery/generated');

/** Every file below `folder` that ends in `ending`, sorted, with `/` between the parts of its path. */
async function filesBelow(folder: string, ending: string): Promise<ProtoFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = names.filter((name) => name.endsWith(ending)).sort();
  return Promise.all(
    paths.map(async (path) => ({
      path: path.replaceAll('\\', '/'),
      text: await readFile(join(folder, path), 'utf8'),
    })),
  );
}

async function main(check: boolean): Promise<number> {
  const packages = loadPackages(await filesBelow(PROTO, '.proto'));
  const wanted = new Map(packages.map((model) => [`${model.path}.ts`, emitPackage(model)]));
  const present = new Map((await filesBelow(OUTPUT, '.ts')).map((file) => [file.path, file.text]));
  const changed = [...wanted].filter(([path, text]) => present.get(path) !== text).map(([path]) => path);
  const left = [...present.keys()].filter((path) => !wanted.has(path));
  if (check) {
    const stale = [...changed, ...left];
    for (const path of stale) process.stderr.write(`stale: services/apimachinery/generated/${path}\n`);
    if (stale.length > 0) process.stderr.write('Run `npm run generate` and commit the result.\n');
    return stale.length > 0 ? 1 : 0;
  }
  for (const path of left) await rm(join(OUTPUT, path));
  for (const path of changed) {
    await mkdir(dirname(join(OUTPUT, path)), { recursive: true });
    await writeFile(join(OUTPUT, path), wanted.get(path) ?? '');
    process.stdout.write(`wrote services/apimachinery/generated/${path}\n`);
  }
  return 0;
}

try {
  process.exitCode = await main(process.argv.includes('--check'));
} catch (error) {
  if (!(error instanceof ProtoError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
