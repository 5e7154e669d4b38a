import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { MAIN, runToEnd, startServer, type Server } from './support/server.js';

describeWith(['KUBECTL'], 'pilothouse kubeconfig', () => {
  let storage: TestStorage;
  let server: Server;
  const file = (name: string): string => join(storage.directory, name);

  before(async () => {
    storage = await createTestStorage('embedded');
    await writeFile(file('tokens.csv'), 's3cret,bob,7,dev\n');
    server = await startServer([...storage.flags, `--token-auth-file=${file('tokens.csv')}`]);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  /** The user that the server derives from the credentials of a kubeconfig. */
  async function whoIs(name: string): Promise<{ readonly username: string; readonly groups: readonly string[] }> {
    const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: file(name), home: storage.directory });
    const { status } = JSON.parse(await kubectl(['auth', 'whoami', '-o', 'json'])) as {
      status: { userInfo: { username: string; groups: string[] } };
    };
    const { username, groups } = status.userInfo;
    return { username, groups };
  }
  async function write(name: string, ...args: readonly string[]): Promise<void> {
    const out = ['--data-dir', file('data'), '--out', file(name)];
    const { code, err } = await runToEnd('kubeconfig', ...args, ...out);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(statSync(file(name)).mode & 0o777, 0o600);
  }

  it('issues a certificate with a user name and groups', async () => {
    await write('jane', 'user', 'jane doe', '--group=dev', '--group=qa');
    assert.deepEqual(await whoIs('jane'), { username: 'jane doe', groups: ['dev', 'qa', 'system:authenticated'] });
  });

  it('embeds a given token', async () => {
    await writeFile(file('bob.token'), 's3cret\n');
    await write('bob', 'token', 'bob', '--token-file', file('bob.token'));
    assert.deepEqual(await whoIs('bob'), { username: 'bob', groups: ['dev', 'system:authenticated'] });
    const args = [MAIN, 'kubeconfig', 'token', 'bob', '--token-file=-', '--from', server.kubeconfig];
    const { stdout, status } = spawnSync(process.execPath, args, { input: 's3cret\n', encoding: 'utf8' });
    assert.equal(status, 0);
    await writeFile(file('piped'), stdout);
    assert.equal((await whoIs('piped')).username, 'bob');
  });

  it('requests a token of a service account', async () => {
    const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
    await kubectl(['create', 'namespace', 'work']);
    await kubectl(['create', 'serviceaccount', 'robot', '-n', 'work']);
    await write('robot', 'service-account', 'robot', '-n', 'work', '--duration=10m');
    assert.deepEqual(await whoIs('robot'), {
      username: 'system:serviceaccount:work:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:work', 'system:authenticated'],
    });
    const refused: readonly (readonly [args: readonly string[], problem: string])[] = [
      [['nobody', '-n', 'work'], 'serviceaccounts "nobody" not found'],
      [['robot', '-n', 'none'], 'namespaces "none" not found'],
      [
        ['robot', '-n', 'work', '--from', file('jane')],
        'serviceaccounts "robot" is forbidden: User "jane doe" cannot create resource "serviceaccounts/token" in API group "" in the namespace "work"',
      ],
    ];
    for (const [args, problem] of refused) {
      const { code, out, err } = await runToEnd('kubeconfig', 'service-account', '--data-dir', file('data'), ...args);
      assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `error: ${problem}\n` });
    }
  });
});
