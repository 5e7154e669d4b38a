import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newProject, PACKAGES, PROJECT_TIMEOUT, subpathsOf, type Project } from './support/project.js';
import { ROOT } from './support/root.js';

/** Exact versions that run on the oldest supported Node. */
const RUNNERS = join(ROOT, 'test-e2e', 'fixtures', 'runners');

const IMPORTS = `import { startControlPlane } from '@pilothouse/testing';
import { configMaps } from '@pilothouse/client/core.js';
`;

const REQUIRES = `const { startControlPlane } = require('@pilothouse/testing');
const { configMaps } = require('@pilothouse/client/core.js');
`;

const TEST = `it('starts a control plane', async () => {
  const plane = await startControlPlane();
  try {
    const maps = plane.client.of(configMaps).namespace('default');
    const { data } = await maps.create({ metadata: { name: 'a' }, data: { b: 'c' } });
    if (data?.['b'] !== 'c') throw new Error('the data is lost');
  } finally {
    await plane.stop();
  }
});
`;

const GLOBAL_IT = `declare const it: (name: string, test: () => Promise<void>) => void;\n`;

const COMPILER = { target: 'ES2022', module: 'NodeNext', strict: true, types: ['node'] };
const NODE10 = { ...COMPILER, module: 'CommonJS', moduleResolution: 'node10', esModuleInterop: true };

interface Case {
  readonly name: string;
  readonly type: 'module' | 'commonjs';
  /** By their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Below `node_modules`, with its arguments; or options of Node itself. */
  readonly program: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: RegExp;
  /** Node can `require` an ES module: since 20.19 and 22.12. */
  readonly requires?: true;
}

/** Far above the duration of a test on a busy machine. */
const MOCHA = ['mocha/bin/mocha.js', '--timeout=60000'];
const JEST = ['jest/bin/jest.js', '--testTimeout=60000'];
const PASSED_MOCHA = /1 passing/;
const PASSED_NODE = /^# pass 1$/m;
const PASSED_JEST = /Tests: +1 passed/;
const nodeTest = `import { it } from 'node:test';\n${IMPORTS}${TEST}`;

const CASES: readonly Case[] = [
  {
    name: 'Mocha, ES modules',
    type: 'module',
    files: { 'a.js': IMPORTS + TEST },
    program: [...MOCHA, 'a.js'],
    says: PASSED_MOCHA,
  },
  {
    name: 'Mocha, CommonJS',
    type: 'commonjs',
    files: { 'a.js': REQUIRES + TEST },
    program: [...MOCHA, 'a.js'],
    says: PASSED_MOCHA,
    requires: true,
  },
  {
    name: 'Mocha with tsx, ES modules',
    type: 'module',
    files: { 'a.ts': IMPORTS + GLOBAL_IT + TEST },
    program: [...MOCHA, '--import=tsx', 'a.ts'],
    says: PASSED_MOCHA,
  },
  {
    name: 'Mocha with tsx, CommonJS',
    type: 'commonjs',
    files: { 'a.ts': IMPORTS + GLOBAL_IT + TEST },
    program: [...MOCHA, '--require=tsx/cjs', 'a.ts'],
    says: PASSED_MOCHA,
  },
  {
    name: 'Vitest',
    type: 'module',
    files: { 'a.test.ts': `import { it } from 'vitest';\n${IMPORTS}${TEST}` },
    program: ['vitest/vitest.mjs', 'run', '--testTimeout=60000'],
    says: /Tests +1 passed/,
  },
  {
    name: 'Jest, ES modules',
    type: 'module',
    files: { 'a.test.js': IMPORTS + TEST, 'jest.config.json': '{}' },
    program: JEST,
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
    says: PASSED_JEST,
  },
  {
    name: 'Jest with ts-jest, which compiles the packages to CommonJS',
    type: 'commonjs',
    files: {
      'a.test.ts': IMPORTS + GLOBAL_IT + TEST,
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...NODE10, allowJs: true, isolatedModules: true } }),
      'jest.config.json': JSON.stringify({
        transform: { '\\.[jt]s$': ['ts-jest', { diagnostics: false }] },
        transformIgnorePatterns: ['/node_modules/(?!@pilothouse/)'],
      }),
    },
    program: JEST,
    says: PASSED_JEST,
  },
  {
    name: 'node:test',
    type: 'module',
    files: { 'a.js': nodeTest },
    program: ['--test-reporter=tap', '--test', 'a.js'],
    says: PASSED_NODE,
  },
  {
    name: 'node:test with tsx, CommonJS',
    type: 'commonjs',
    files: { 'a.ts': nodeTest },
    program: ['--import=tsx', '--test-reporter=tap', '--test', 'a.ts'],
    says: PASSED_NODE,
  },
  {
    name: 'node:test with ts-node, ES modules',
    type: 'module',
    files: { 'a.ts': nodeTest, 'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER }) },
    program: ['--loader=ts-node/esm', '--test-reporter=tap', '--test', 'a.ts'],
    says: PASSED_NODE,
  },
  {
    name: 'node:test with ts-node, CommonJS and the module resolution node10',
    type: 'commonjs',
    files: { 'a.ts': nodeTest, 'tsconfig.json': JSON.stringify({ compilerOptions: NODE10 }) },
    program: ['--require=ts-node/register', '--test-reporter=tap', '--test', 'a.ts'],
    says: PASSED_NODE,
    requires: true,
  },
];

const RESOLUTIONS: readonly (readonly [name: string, type: Case['type'], compilerOptions: object])[] = [
  ['NodeNext in a CommonJS project', 'commonjs', COMPILER],
  ['node10', 'commonjs', NODE10],
];

/** npm's messages for an unreachable registry. The tests are skipped then, except in CI. */
const NO_REGISTRY = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED)\b/;

/** Whether this Node can `require` ES modules without a flag. */
const canRequire = process.features.require_module;

describe('the packages under other test runners', function () {
  this.timeout(PROJECT_TIMEOUT);
  let project: Project;
  before(async function () {
    project = await newProject({ extra: RUNNERS }).catch((error: unknown) => {
      if (process.env['CI'] || !NO_REGISTRY.test(String(error))) throw error;
      return this.skip();
    });
  });
  after(() => project.remove());

  async function write(folder: string, type: Case['type'], files: Case['files']): Promise<void> {
    for (const [name, text] of Object.entries({ 'package.json': JSON.stringify({ type }), ...files })) {
      const path = join(project.directory, folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }

  for (const [index, { name, type, files, program, env = {}, says, requires }] of CASES.entries()) {
    const run = requires && !canRequire ? it.skip : it;
    run(`run: ${name}`, async () => {
      const folder = `case-${index}`;
      await write(folder, type, files);
      const [first = '', ...rest] = program;
      const start = first.startsWith('-') ? first : join(project.directory, 'node_modules', first);
      assert.match(await project.run(process.execPath, [start, ...rest], { folder, env }), says);
    });
  }

  for (const [index, [name, type, compilerOptions]] of RESOLUTIONS.entries()) {
    it(`have types for every export with the module resolution ${name}`, async () => {
      const folder = `types-${index}`;
      const imports = PACKAGES.flatMap((each) => subpathsOf(project.installed(each), each));
      const all = imports.map((path, at) => `export type * as m${at} from '${path}';\n`).join('');
      const options = { ...compilerOptions, noEmit: true, skipLibCheck: true };
      await write(folder, type, {
        'all.ts': all,
        'a.ts': IMPORTS + GLOBAL_IT + TEST,
        'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['all.ts', 'a.ts'] }),
      });
      const compiler = join(project.directory, 'node_modules', 'typescript', 'bin', 'tsc');
      const failed = (error: unknown): string => (error as { readonly stdout: string }).stdout;
      assert.equal(await project.run(process.execPath, [compiler, '--project', '.'], { folder }).catch(failed), '');
    });
  }
});
