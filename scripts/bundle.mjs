// Bundles `pilothouse` and @pilothouse/testing into few files from the sources of all packages, because reading and linking
// hundreds of modules takes longer than the rest of a start. Third-party packages stay external, and lazy imports stay in
// separate files. Output: below the packages in the directory given as an argument, or in services/.
import { existsSync, chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bootstrap.mjs';
import { joinedChunks } from './chunks.mjs';
import { bundlePage } from './page.mjs';
import { sharedErrors } from './shared-errors.mjs';

/** The directory of the packages that get the bundles. */
const PACKAGES = resolve(process.argv[2] ?? join(ROOT, 'services'));

const COMMAND = await bundle({ name: 'cli', entries: { main: 'main' }, out: 'bin' });
writeFileSync(join(COMMAND, 'pilothouse.js'), launcher(manifest('cli').engines.node));
chmodSync(join(COMMAND, 'pilothouse.js'), 0o755);
// A test suite imports the shared packages itself, and compares errors with their classes. A test runner that compiles packages to
// CommonJS requires `plain`, since `index` has the syntax `import.meta`.
await bundle({
  name: 'testing',
  entries: { index: 'bundled', plain: 'index' },
  out: 'bundle',
  shared: ['apimachinery', 'client', 'http2'],
});
await bundlePage();

/**
 * Bundles a package into a folder of its `dist`, which it returns. `entries` are the sources by the name of their output. Imports of
 * errors of `shared` packages stay.
 */
async function bundle({ name, entries, out, shared = [] }) {
  const outdir = join(PACKAGES, name, 'dist', out);
  const options = {
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([output, source]) => [output, join(ROOT, 'services', name, `${source}.ts`)]),
    ),
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['source'],
    external: foreignPackages().flatMap((each) => [each, `${each}/*`]),
    sourcemap: 'linked',
    metafile: true,
    plugins: shared.length === 0 ? [] : [sharedErrors(shared)],
  };
  const { metafile } = await joinedChunks(options)
    .then((plugin) => build({ ...options, plugins: [...options.plugins, plugin] }))
    .catch(() => process.exit(1)); // It has said why.
  removeFormer(outdir);
  const { dependencies } = manifest(name);
  const undeclared = importedPackages(metafile).filter((each) => !(each in dependencies));
  if (undeclared.length > 0) {
    throw new Error(`services/${name}/package.json does not declare what its bundle imports: ${undeclared.join(', ')}`);
  }
  return outdir;
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

/** Files of previous builds. A running server may still import modules of the last day. */
function removeFormer(directory) {
  rmSync(join(directory, 'compiled'), { recursive: true, force: true });
  const chunks = join(directory, 'chunks');
  const isFormer = (path) => Date.now() - statSync(path).mtimeMs > 24 * 60 * 60_000;
  for (const path of readdirSync(chunks).map((name) => join(chunks, name))) if (isFormer(path)) rmSync(path);
}

function importedPackages(metafile) {
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
