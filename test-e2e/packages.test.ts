import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  examplesOf,
  manifestAt,
  newProject,
  PACKAGES,
  PROJECT_TIMEOUT,
  subpathsOf,
  type Project,
} from './support/project.js';
import { ROOT } from './support/root.js';
import { startServer, type Server } from './support/server.js';

describe('the packages, packed and installed in another project', function () {
  this.timeout(PROJECT_TIMEOUT);
  let project: Project;
  before(async () => {
    project = await newProject();
  });
  after(() => project.remove());
  const write = (name: string, text: string): Promise<void> => writeFile(join(project.directory, name), text);

  it('contain code, types, README and licence, and no sources or tests', () => {
    for (const name of PACKAGES) {
      const directory = project.installed(name);
      const { version, exports } = manifestAt(directory);
      assert.equal(version, manifestAt(ROOT).version);
      const { './*': all, ...others } = exports;
      assert.equal(all, './dist/*');
      for (const [path, conditions] of Object.entries(others)) {
        // CommonJS gets another module of the package for tests.
        const isDivided = name === 'testing' && path === '.';
        assert.deepEqual(Object.keys(conditions), isDivided ? ['types', 'import', 'default'] : ['types', 'default']);
      }
      const files = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(directory.length + 1)] : [],
      );
      const modules = files.filter((file) => /^dist\/(?!public\/)/.test(file));
      const outside = files.filter((file) => !file.startsWith('dist/'));
      assert.deepEqual(outside.sort(), ['LICENSE', 'README.md', 'package.json']);
      assert.deepEqual(
        modules.filter((file) => !/(\.js|\.d\.ts)$/.test(file) || /\.test\.|conformance|fixtures|testing/.test(file)),
        [],
      );
    }
  });

  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    it(`have types for every export with the module resolution ${moduleResolution ?? ''}`, async () => {
      const target = 'ES2023';
      const compilerOptions = { target, lib: [target], module, moduleResolution, strict: true, types: ['node'] };
      const imports = PACKAGES.flatMap((name) => subpathsOf(project.installed(name), name));
      const text = imports.map((path, index) => `export type * as m${index} from '${path}';\n`);
      await write('all.ts', text.join(''));
      const examples = ['testing', 'client'].flatMap((name) => examplesOf(project.installed(name)));
      for (const [index, example] of examples.entries()) await write(`example-${index}.ts`, example);
      const files = ['all.ts', ...examples.map((_, index) => `example-${index}.ts`)];
      await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
      const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const failed = (error: unknown): string => (error as { readonly stdout: string }).stdout;
      const lines = (await project.node(compiler, '--project', '.').catch(failed)).split('\n');
      // Errors in the declarations of dependencies are ignored.
      assert.deepEqual(
        lines.filter((line) => line !== '' && !line.startsWith('../')),
        [],
      );
    });
  }

  it('can be imported by plain JavaScript, every module of them', async () => {
    const imports = PACKAGES.flatMap((name) => subpathsOf(project.installed(name), name)).filter(
      (path) => path !== '@pilothouse/cli/main.js',
    );
    await write('all.js', imports.map((path) => `import '${path}';\n`).join(''));
    assert.equal(await project.node('all.js'), '');
  });

  it('start control planes as the README of @pilothouse/testing shows, and the process exits afterwards', async () => {
    const examples = examplesOf(project.installed('testing'));
    for (const [index, example] of examples.entries()) await write(`plane-${index}.js`, example);
    const imports = ['plane-0.js?1', ...examples.map((_, index) => `plane-${index}.js`)];
    await write('planes.js', `await Promise.all([${imports.map((path) => `import('./${path}')`).join(', ')}]);`);
    assert.equal(await project.node('planes.js'), '');
  });

  describe('include a command', () => {
    let server: Server;
    before(async () => {
      const command = join(project.directory, 'node_modules', '.bin', 'pilothouse');
      server = await startServer(['--ephemeral'], {}, 'up', command);
    });
    after(() => server.stop());

    it('that npx finds by the package name, with its version', async () => {
      const version = await project.npm('exec', '--offline', '--', '@pilothouse/cli', '--version');
      assert.match(version, /^\S*\b0\.\d+\.\d+\n$/);
    });

    it('that serves the requests of the other packages', async () => {
      copyFileSync(server.kubeconfig, join(project.directory, 'kubeconfig'));
      for (const name of ['apimachinery', 'client']) {
        for (const [index, example] of examplesOf(project.installed(name)).entries()) {
          await write(`${name}-${index}.js`, example);
          const said = [...example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
          assert.equal(await project.node(`${name}-${index}.js`), said.join(''));
        }
      }
    });
  });
});
