import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from './support/eventually.js';
import { MAIN, runCommand, runToEnd } from './support/server.js';

/** An address without a listener. */
const NOWHERE = '127.0.0.1:1';
/** Milliseconds. Longer than a start needs to fail after its first error. */
const WHILE = 5000;

describe('messages of the command', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'messages-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  for (const name of ['up', 'apiserver']) {
    it(`report an etcd that is down in one line, as ${name}`, async () => {
      const command = runCommand([
        name,
        '--secure-port=0',
        `--data-dir=${directory}`,
        `--etcd-servers=http://${NOWHERE}`,
      ]);
      await eventually(async () => command.err().includes('\n'));
      await pause(WHILE);
      command.kill('SIGTERM');
      const { code, out, err } = await command.exited;
      assert.deepEqual([code, out, err.split('\n').length], [0, '', 2], err);
      const { msg, reason, waited } = JSON.parse(err) as Record<string, string>;
      assert.equal(msg, `waiting for etcd at http://${NOWHERE}`);
      assert.match(String(reason), /connect ECONNREFUSED 127\.0\.0\.1:1/);
      assert.match(String(waited), /^\d+ s$/);
    });
  }

  it('report an admission service that is down in one line without a stack', async () => {
    const command = runCommand([
      'apiserver',
      '--secure-port=0',
      `--data-dir=${directory}`,
      `--admission-service=grpc://${NOWHERE}`,
    ]);
    await command.printed(/is ready at/);
    await eventually(async () => command.err().includes('\n'));
    command.kill('SIGTERM');
    const { code, err } = await command.exited;
    assert.deepEqual([code, err.split('\n').length], [0, 2], err);
    const { msg, service, error } = JSON.parse(err) as Record<string, unknown>;
    assert.deepEqual([msg, service], ['admission service does not respond', `grpc://${NOWHERE}`]);
    const message = 'UNAVAILABLE: no connection established (connect ECONNREFUSED 127.0.0.1:1)';
    assert.deepEqual(error, { type: 'NoVerdictError', message });
  });

  it('say what to do when the server is down, for migrate-storage', async () => {
    const cluster = { name: 'a', cluster: { server: `https://${NOWHERE}` } };
    const context = { name: 'a', context: { cluster: 'a', user: 'a' } };
    const user = { name: 'a', user: { token: 'a' } };
    const path = join(directory, 'kubeconfig');
    await writeFile(
      path,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'a',
        clusters: [cluster],
        contexts: [context],
        users: [user],
      }),
    );
    const { code, out, err } = await runToEnd('migrate-storage', `--kubeconfig=${path}`);
    assert.deepEqual([code, out], [1, '']);
    const reason = `error: the API server at https://${NOWHERE} cannot be reached (connect ECONNREFUSED ${NOWHERE})`;
    assert.equal(err, `${reason}; start it and repeat the command, or name another kubeconfig with --kubeconfig\n`);
  });

  const unusable: readonly (readonly [directory: string, flags: readonly string[], problem: RegExp])[] = [
    ['/proc/pilothouse', [], /^error: cannot use \/proc\/pilothouse\/store: ENOENT: .*\n$/],
    ['/dev/null/pilothouse', [], /^error: cannot use \/dev\/null\/pilothouse\/store: ENOTDIR: .*\n$/],
    [
      '/proc/pilothouse',
      [`--etcd-servers=http://${NOWHERE}`],
      /^error: cannot write \/proc\/pilothouse\/certificates\/\S+: ENOENT: .*\n$/,
    ],
  ];
  for (const [dataDirectory, flags, problem] of unusable) {
    it(`report the data directory ${dataDirectory} in one line ${flags.join(' ')}`, async function () {
      if (process.platform !== 'linux') this.skip();
      const { code, out, err } = await runToEnd('up', '--secure-port=0', `--data-dir=${dataDirectory}`, ...flags);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, problem);
    });
  }

  it('name the required version in an old Node', async () => {
    const preload = join(directory, 'old.cjs');
    await writeFile(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.17.9' } });\n`,
    );
    const { code, out, err } = await runCommand(['--version'], { NODE_OPTIONS: `--require ${preload}` }).exited;
    assert.deepEqual([code, out, err], [1, '', 'error: Pilothouse needs Node 20.19 or newer; this is 20.17.9\n']);
    const text = await readFile(MAIN, 'utf8');
    assert.doesNotMatch(text, /=>|\bconst\b|\blet\b|\bawait\b|`|\?\.|\?\?|^import /m, 'syntax of a newer Node');
  });
});
