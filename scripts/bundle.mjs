// Bundles `pilothouse` into few files from the sources of all packages, because reading and linking hundreds of modules
// takes longer than the rest of a start. Third-party packages stay external, and lazy imports stay in separate files.
// Output: the directory given as an argument, or the default location of the command.
import { existsSync, chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bootstrap.mjs';
import { bundlePage } from './page.mjs';

const CLI = join(ROOT, 'services', 'cli');
const OUT = resolve(process.argv[2] ?? join(CLI, 'dist', 'bin'));

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: { main: join(CLI, 'main.ts') },
  outdir: OUT,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['source'],
  external: foreignPackages().flatMap((name) => [name, `${name}/*`]),
  sourcemap: 'linked',
  metafile: true,
}).catch(() => process.exit(1)); // It has said why.

writeFileSync(join(OUT, 'pilothouse.js'), launcher(manifest('cli').engines.node));
chmodSync(join(OUT, 'pilothouse.js'), 0o755);
removeFormer();
await bundlePage();
const { dependencies } = manifest('cli');
const undeclared = importedPackages().filter((name) => !(name in dependencies));
if (undeclared.length > 0) {
  throw new Error(`services/cli/package.json does not declare what its command imports: ${undeclared.join(', ')}`);
}

/**
 * The entry file: rejects an old Node, in syntax that it can parse, before it loads the other files. `range` is that of
 * package.json.
 */
function launcher(range) {
  const wanted = range.replace(/[^\d.]/g, '');
  const [major, minor] = wanted.split('.');
  return `#!/usr/bin/env node
var version = process.versions.node.split('.').map(Number);
if (version[0] > ${major} || (version[0] === ${major} && version[1] >= ${minor})) {
  import('./main.js');
} else {
  process.stderr.write('error: Pilothouse needs Node ${wanted} or newer; this is ' + process.versions.node + '\\n');
  process.exitCode = 1;
}
`;
}

/** Files of previous builds. A running server may still import those of the last day. */
function removeFormer() {
  const chunks = join(OUT, 'chunks');
  const isFormer = (path) => Date.now() - statSync(path).mtimeMs > 24 * 60 * 60_000;
  for (const path of readdirSync(chunks).map((name) => join(chunks, name))) if (isFormer(path)) rmSync(path);
}

function importedPackages() {
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const paths = imports.flatMap(({ external, path }) => (external && !path.startsWith('node:') ? [path] : []));
  return [...new Set(paths.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]))];
}

function foreignPackages() {
  // A renamed package leaves a folder with only its old build.
  const services = readdirSync(join(ROOT, 'services')).filter((service) =>
    existsSync(join(ROOT, 'services', service, 'package.json')),
  );
  const names = services.flatMap((service) => Object.keys(manifest(service).dependencies ?? {}));
  return [...new Set(names)].filter((name) => !name.startsWith('@pilothouse/'));
}

function manifest(service) {
  return JSON.parse(readFileSync(join(ROOT, 'services', service, 'package.json'), 'utf8'));
}
