import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PROGRAM = `
import assert from 'node:assert/strict';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { configMaps } from '@pilothouse/client/core.js';

const [first, second]: readonly ControlPlane[] = await Promise.all([startControlPlane(), startControlPlane()]);
if (first === undefined || second === undefined) throw new Error('not started');
assert.notEqual(first.url, second.url);
const maps = first.client.of(configMaps).namespace('default');
const created = await maps.create({ metadata: { name: 'a' }, data: { x: '1' } });
const text: string | undefined = created.data?.['x'];
assert.equal(text, '1');
const { items } = await second.client.of(configMaps).list({ fieldSelector: 'metadata.name=a' });
assert.equal(items.length, 0);
assert.match(first.kubeconfig, /^apiVersion: v1$/m);
await first.stop();
await second[Symbol.asyncDispose]();
console.log('done');
`;

describe('@pilothouse/testing in a project of others', () => {
  let project: string;
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'e2e-project-'));
    const modules = join(project, 'node_modules');
    await mkdir(join(modules, '@types'), { recursive: true });
    for (const name of ['@pilothouse', '@types/node'])
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    const compilerOptions = { target: 'ES2023', module: 'NodeNext', strict: true, types: ['node'], outDir: 'dist' };
    await Promise.all([
      writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module' })),
      writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] })),
      writeFile(join(project, 'main.ts'), PROGRAM),
    ]);
  });
  after(() => rm(project, { recursive: true }));

  const node = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd: project, env: { ...process.env, NODE_OPTIONS: '' }, timeout: 30_000 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], options);
    return stdout + stderr;
  };

  it('type-checks with the declarations it ships', async () => {
    assert.equal(await node(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', '.'), '');
  });

  it('starts control planes that know nothing of each other, and the process ends by itself after them', async () => {
    assert.equal(await node(join('dist', 'main.js')), 'done\n');
  });
});
