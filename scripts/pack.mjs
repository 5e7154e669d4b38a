// `npm run pack -- <directory>`: packs each package as a tarball, built from the current sources: `dist` may contain
// leftovers, tests, and maps of unpacked sources.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ensureBuilt, fail, ROOT } from './bootstrap.mjs';

const SERVICES = join(ROOT, 'services');
/** Files that only tests import: helpers, test servers, suites. */
const OF_TESTS = /\.test(\.helper)?\.ts$|\/(testing(-\w+)?|conformance)\.ts$|\/(fixtures|conformance)\//;
/** The page of the console is bundled. */
const PAGE = join(SERVICES, 'console', 'page');
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*\n?/m;

const directory = resolve(process.argv[2] ?? fail('name a directory for the tarballs'));
if (!ensureBuilt()) fail('the sources do not compile');
mkdirSync(directory, { recursive: true });
const stage = mkdtempSync(join(tmpdir(), 'pack-'));
try {
  const packages = readdirSync(SERVICES);
  for (const name of packages) stagePackage(name, join(stage, name));
  bundlePackages();
  pack(packages.map((name) => join(stage, name)));
} finally {
  rmSync(stage, { recursive: true });
}

function stagePackage(name, target) {
  const from = join(SERVICES, name);
  for (const source of sourcesBelow(from)) {
    const path = join('dist', relative(from, source)).replace(/\.ts$/, '');
    for (const extension of ['.js', '.d.ts']) {
      const text = readFileSync(join(from, `${path}${extension}`), 'utf8');
      write(join(target, `${path}${extension}`), text.replace(MAP_COMMENT, ''));
    }
  }
  if (name === 'console') cpSync(join(from, 'dist', 'public'), join(target, 'dist', 'public'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  write(join(target, 'package.json'), `${JSON.stringify(publishedManifest(manifest), undefined, 2)}\n`);
  cpSync(join(from, 'README.md'), join(target, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
}

/**
 * The published manifest: without sources, and with fields for older resolvers instead of `exports`. TypeScript's
 * `node10` reads `main`, `types` and `typesVersions`; the ES loader of ts-node only supports patterns that end in `*`.
 */
function publishedManifest({ exports, ...manifest }) {
  // `./*` includes subpaths of plain files.
  const modules = Object.fromEntries(Object.entries(exports).filter(([, target]) => typeof target === 'object'));
  for (const subpath of Object.values(modules)) delete subpath.source;
  const { '.': index } = modules;
  return {
    ...manifest,
    ...(index && { main: index.default, types: index.types }),
    typesVersions: { '*': { '*.js': ['./dist/*.d.ts'] } },
    exports: { ...modules, './*': './dist/*' },
  };
}

function sourcesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory())
      return ['dist', 'node_modules'].includes(entry.name) || path === PAGE ? [] : sourcesBelow(path);
    // Types of packages that have none are compiled into nothing.
    return path.endsWith('.ts') && !path.endsWith('.d.ts') && !OF_TESTS.test(path.replaceAll(sep, '/')) ? [path] : [];
  });
}

function bundlePackages() {
  run(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs'), stage]);
  for (const path of readdirSync(stage, { recursive: true }).map((name) => join(stage, name))) {
    if (path.endsWith('.js.map')) rmSync(path);
    else if (path.endsWith('.js')) writeFileSync(path, readFileSync(path, 'utf8').replace(MAP_COMMENT, ''));
  }
}

function pack(packages) {
  const script = process.env.npm_execpath;
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', directory, ...packages];
  if (script === undefined) run('npm', args, process.platform === 'win32');
  else run(process.execPath, [script, ...args]);
}

function run(program, args, shell = false) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], shell });
  if (status !== 0) fail(`${program} failed${error === undefined ? '' : `: ${error.message}`}`);
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
