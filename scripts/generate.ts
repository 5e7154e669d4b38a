/**
 * Writes the TypeScript types and Schemas of every API type from `proto/` into `services/apimachinery/generated/`, the
 * contracts of services from `proto/services/` into `services/runtime/grpc/generated/`, the resource types of
 * `services/client/` and the table of docs/resources.md from the registry, and docs/metrics.md, docs/flags.md and docs/command-line.md from the tables of
 * metrics, flags and commands. With `--check` it writes nothing, and exits with 1 when a generated file is not current.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitPackage } from './generate/emit.js';
import { loadPackages } from './generate/load.js';
import { serviceModules } from './generate/services.js';
import { ProtoError, type ProtoFile } from './generate/source.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PROTO = join(ROOT, 'proto');
const TYPES = 'services/apimachinery/generated';
const CONTRACTS = 'services/runtime/grpc/generated';
const CLIENT = 'services/client';
const RESOURCES_PAGE = 'docs/resources.md';
const METRICS_PAGE = 'docs/metrics.md';
const FLAGS_PAGE = 'docs/flags.md';
const COMMANDS_PAGE = 'docs/command-line.md';

/** All files below `folder` whose names end in `ending`, sorted, with `/` as separator. */
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

/** An outdated file. Paths are relative to the root; a file without text should not exist. */
interface Change {
  readonly path: string;
  readonly text?: string;
}

async function changedCode(): Promise<Change[]> {
  const sources = await filesBelow(PROTO, '.proto');
  const types = loadPackages(sources).map((model) => ({ path: `${model.path}.ts`, text: emitPackage(model) }));
  return [...(await changedIn(TYPES, types)), ...(await changedIn(CONTRACTS, serviceModules(sources)))];
}

/** Outdated files of a folder that should contain exactly these generated files. */
async function changedIn(
  folder: string,
  wanted: readonly ProtoFile[],
  isGenerated: (file: ProtoFile) => boolean = () => true,
): Promise<Change[]> {
  const files = (await filesBelow(join(ROOT, folder), '.ts')).filter(isGenerated);
  const present = new Map(files.map(({ path, text }) => [path, text]));
  const paths = new Set(wanted.map(({ path }) => path));
  const changes: Change[] = [
    ...[...present.keys()].filter((path) => !paths.has(path)).map((path) => ({ path })),
    ...wanted.filter(({ path, text }) => present.get(path) !== text),
  ];
  return changes.map((change) => ({ ...change, path: `${folder}/${change.path}` }));
}

/**
 * Resource types are generated beside the client's modules, so that they are imported as `@pilothouse/client/apps.js`.
 */
async function changedClients(): Promise<Change[]> {
  const { clientModules, CLIENT_HEADER } = await import('./generate/clients.js');
  const wanted = await clientModules(loadPackages(await filesBelow(PROTO, '.proto')));
  return changedIn(CLIENT, wanted, ({ path, text }) => !path.includes('/') && text.startsWith(CLIENT_HEADER));
}

async function changedResources(): Promise<Change[]> {
  // Imported here, because the registry depends on the code generated above.
  const { withResources } = await import('./generate/resources.js');
  const present = await readFile(join(ROOT, RESOURCES_PAGE), 'utf8');
  const text = withResources(present);
  return text === present ? [] : [{ path: RESOURCES_PAGE, text }];
}

async function changedPages(): Promise<Change[]> {
  const [{ metricsPage }, { flagsPage }, { commandLinePage }] = await Promise.all([
    import('./generate/metrics.js'),
    import('./generate/flags.js'),
    import('./generate/command-line.js'),
  ]);
  const changes = await Promise.all([
    changedPage(METRICS_PAGE, metricsPage()),
    changedPage(FLAGS_PAGE, flagsPage()),
    changedPage(COMMANDS_PAGE, commandLinePage()),
  ]);
  return changes.flat();
}

async function changedPage(path: string, text: string): Promise<Change[]> {
  const present = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
  return text === present ? [] : [{ path, text }];
}

async function write({ path, text }: Change): Promise<void> {
  const file = join(ROOT, path);
  if (text === undefined) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  process.stdout.write(`wrote ${path}\n`);
}

async function main(check: boolean): Promise<number> {
  for (const changed of [changedCode, changedClients, changedResources, changedPages]) {
    const changes = await changed();
    if (check && changes.length > 0) {
      for (const { path } of changes) process.stderr.write(`stale: ${path}\n`);
      process.stderr.write('Run `npm run generate` and commit the result.\n');
      return 1;
    }
    for (const change of changes) await write(change);
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
