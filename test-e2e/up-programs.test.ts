import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './support/eventually.js';
import { startServer } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

/**
 * Stands in for the programs of Kubernetes, which cannot be installed here. It reads its kubeconfig, asks the server for its
 * own user, writes a line with the user, its pid and its flags, and runs until SIGTERM.
 */
const PROGRAM = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { request } = require('node:https');
const path = process.argv.find((each) => each.startsWith('--kubeconfig=')).slice('--kubeconfig='.length);
const text = readFileSync(path, 'utf8');
const value = (key) => JSON.parse(new RegExp(' ' + key + ': (.*)').exec(text)[1].replace(/^([^"].*)$/, '"$1"'));
const file = (key) => readFileSync(join(dirname(path), value(key)));
const asked = request(value('server') + '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  ca: Buffer.from(value('certificate-authority-data'), 'base64'),
  cert: file('client-certificate'),
  key: file('client-key'),
}, async (response) => {
  const { status } = JSON.parse(Buffer.concat(await response.toArray()).toString());
  const line = { user: status.userInfo.username, pid: process.pid, flags: process.argv.slice(2) };
  appendFileSync(__filename + '.started', JSON.stringify(line) + '\\n');
});
asked.end('{"kind":"SelfSubjectReview","apiVersion":"authentication.k8s.io/v1"}');
setInterval(() => {}, 1000);
`;

interface Started {
  readonly user: string;
  readonly pid: number;
  readonly flags: readonly string[];
}

describe('pilothouse up with programs of Kubernetes', () => {
  let storage: TestStorage;
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
  });
  afterEach(() => storage.remove());

  interface Program {
    readonly path: string;
    /** Resolves to its latest start, once it was started `count` times. */
    readonly started: (count: number) => Promise<Started>;
  }

  async function program(name: string): Promise<Program> {
    const path = join(storage.directory, `${name}.cjs`);
    await writeFile(path, PROGRAM);
    await chmod(path, 0o700);
    const starts = async (): Promise<Started[]> => {
      const text = await readFile(`${path}.started`, 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Started]));
    };
    return {
      path,
      async started(count) {
        await eventually(async () => (await starts()).length === count, `${count} starts of ${name}`);
        const last = (await starts()).at(-1);
        assert.ok(last);
        return last;
      },
    };
  }

  it('runs them with credentials of their own, starts them again, and stops them with the server', async () => {
    const manager = await program('manager');
    const scheduler = await program('scheduler');
    const flags = [`--kube-controller-manager=${manager.path}`, `--kube-scheduler=${scheduler.path}`];
    const server = await startServer([...flags, ...storage.flags]);
    const first = await manager.started(1);
    assert.equal(first.user, 'system:kube-controller-manager');
    const controllers = first.flags.find((flag) => flag.startsWith('--controllers='));
    assert.match(controllers ?? '', /^--controllers=\*,(?:-[-a-z]+-controller,?)+$/);
    const other = await scheduler.started(1);
    assert.equal(other.user, 'system:kube-scheduler');

    process.kill(first.pid, 'SIGKILL');
    const second = await manager.started(2);
    await server.stop(/the program ended and is started again/);
    for (const { pid } of [second, other]) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });

  it('give the key of the authority only to kube-controller-manager', async () => {
    const scheduler = await program('scheduler');
    const server = await startServer([`--kube-scheduler=${scheduler.path}`, ...storage.flags]);
    await scheduler.started(1);
    const files = await readdir(join(storage.directory, 'data', 'programs'));
    await server.stop();
    const prefix = 'kube-scheduler';
    assert.deepEqual(files.sort(), [`${prefix}.crt`, `${prefix}.key`, `${prefix}.kubeconfig`, `${prefix}.log`]);
  });
});
