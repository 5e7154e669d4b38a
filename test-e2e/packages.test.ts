import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './support/root.js';
import { startServer, type Server } from './support/server.js';

const TIMEOUT = 240_000;
const PACKAGES = readdirSync(join(ROOT, 'services'));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const manifestAt = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

describe('the packages, packed and installed in a project of others', function () {
  this.timeout(TIMEOUT);
  let project: string;
  const installed = (name: string): string => join(project, 'node_modules', '@pilothouse', name);

  /** A program, with what it wrote; rejects where it fails. */
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, NODE_OPTIONS: '', npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
    const { stdout, stderr } = await promisify(execFile)(program, [...args], { cwd: project, env, timeout: TIMEOUT });
    return stdout + stderr;
  };
  const node = (...args: readonly string[]): Promise<string> => run(process.execPath, ...args);
  const npm = (...args: readonly string[]): Promise<string> => {
    const script = process.env['npm_execpath'];
    return script === undefined ? run('npm', ...args) : node(script, ...args);
  };

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'e2e-project-'));
    const tarballs = join(project, 'tarballs');
    await mkdir(tarballs);
    await node(join(ROOT, 'scripts', 'pack.mjs'), tarballs);
    // Packages of others are those of the repository, so that no registry is asked for anything.
    const foreign = PACKAGES.flatMap((name) => Object.keys(manifestAt(join(ROOT, 'services', name)).dependencies ?? {}))
      .concat('@types/node')
      .filter((name) => !name.startsWith('@pilothouse/'));
    const dependencies = Object.fromEntries([
      ...readdirSync(tarballs).map((file) => [`@pilothouse/${nameIn(file)}`, `file:tarballs/${file}`]),
      ...foreign.map((name) => [name, `file:${join(ROOT, 'node_modules', name)}`]),
    ]) as Record<string, string>;
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module', dependencies }));
    await npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--install-links=false');
  });
  after(() => rm(project, { recursive: true }));

  it('hold what runs, its types, a word of what it is, and the licence, and no sources or tests', () => {
    for (const name of PACKAGES) {
      const directory = installed(name);
      const { version, exports } = manifestAt(directory);
      assert.equal(version, manifestAt(ROOT).version);
      for (const conditions of Object.values(exports)) assert.deepEqual(Object.keys(conditions), ['types', 'default']);
      const files = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(directory.length + 1)] : [],
      );
      const [inDist, others] = [true, false].map((is) => files.filter((file) => file.startsWith('dist') === is));
      assert.deepEqual(others?.sort(), ['LICENSE', 'README.md', 'package.json']);
      assert.deepEqual(
        inDist?.filter((file) => !/(\.js|\.d\.ts)$/.test(file) || /\.test\.|conformance|fixtures|testing/.test(file)),
        [],
      );
    }
  });

  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    it(`have types for everything that can be imported, with the module resolution ${moduleResolution ?? ''}`, async () => {
      const target = 'ES2023';
      const compilerOptions = { target, lib: [target], module, moduleResolution, strict: true, types: ['node'] };
      const imports = PACKAGES.flatMap((name) => subpathsOf(installed(name), name));
      const text = imports.map((path, index) => `export type * as m${index} from '${path}';\n`);
      await writeFile(join(project, 'all.ts'), text.join(''));
      await writeFile(join(project, 'example.ts'), exampleOf(installed('testing')));
      const files = ['all.ts', 'example.ts'];
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const failed = (error: unknown): string => (error as { readonly stdout: string }).stdout;
      const lines = (await node(compiler, '--project', '.').catch(failed)).split('\n');
      // What is wrong in the declarations of others is not ours to mend.
      assert.deepEqual(
        lines.filter((line) => line !== '' && !line.startsWith('../')),
        [],
      );
    });
  }

  it('can be imported by plain JavaScript, every module of them', async () => {
    const imports = PACKAGES.flatMap((name) => subpathsOf(installed(name), name)).filter(
      (path) => path !== '@pilothouse/cli/main.js',
    );
    await writeFile(join(project, 'all.js'), imports.map((path) => `import '${path}';\n`).join(''));
    assert.equal(await node('all.js'), '');
  });

  it('start control planes for tests as @pilothouse/testing says, and the process ends by itself after them', async () => {
    const example = exampleOf(installed('testing'));
    await writeFile(
      join(project, 'two.js'),
      "await Promise.all([import('./example.js?1'), import('./example.js?2')]);",
    );
    await writeFile(join(project, 'example.js'), example);
    assert.equal(await node('two.js'), '');
  });

  describe('have a command', () => {
    let server: Server;
    before(async () => {
      const command = join(project, 'node_modules', '.bin', 'pilothouse');
      server = await startServer(['--ephemeral'], {}, 'up', command);
    });
    after(() => server.stop());

    it('that npx finds, and that knows its version', async () => {
      assert.match(await npm('exec', '--offline', '--', 'pilothouse', '--version'), /^\S*\b0\.\d+\.\d+\n$/);
    });

    it('that serves what the other packages ask for as they say', async () => {
      copyFileSync(server.kubeconfig, join(project, 'kubeconfig'));
      for (const name of ['apimachinery', 'client']) {
        const example = exampleOf(installed(name));
        await writeFile(join(project, `${name}.js`), example);
        const said = [...example.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
        assert.equal(await node(`${name}.js`), said.join(''));
      }
    });
  });
});

const nameIn = (tarball: string): string => /^pilothouse-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(tarball)?.[1] ?? tarball;

/** All that can be imported of a package by its `exports`. */
function subpathsOf(directory: string, name: string): string[] {
  const dist = join(directory, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.js') && !file.startsWith('bin/'));
  const main = '.' in manifestAt(directory).exports ? [`@pilothouse/${name}`] : [];
  return [...main, ...modules.map((file) => `@pilothouse/${name}/${file}`)];
}

/** The program in a package's README. */
function exampleOf(directory: string): string {
  const readme = readFileSync(join(directory, 'README.md'), 'utf8');
  return /^```[jt]s\n([^]*?)^```$/m.exec(readme)?.[1] ?? assert.fail(`${directory} shows no program`);
}
