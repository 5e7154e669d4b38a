import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support/root.js';
import { runCommand, type Command } from './support/server.js';

describe('npm start', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'e2e-npm-'));
  });
  after(() => rm(directory, { recursive: true }));

  const npm = (...args: readonly string[]): Command => {
    const main = process.env['npm_execpath'] ?? assert.fail('npm test runs this file');
    // The log level of the npm that runs the tests would apply otherwise.
    const settings = { npm_config_update_notifier: 'false', npm_config_loglevel: 'notice' };
    return runCommand(['--prefix', ROOT, 'start', ...args], settings, main);
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`stops the server when only npm gets ${signal}`, async () => {
      const kubeconfig = join(directory, 'kubeconfig');
      const command = npm('--', '--ephemeral', '--secure-port=0', `--kubeconfig-out=${kubeconfig}`);
      await command.printed(/ is ready at /);
      command.kill(signal);
      // The output ends when all processes that hold it open have exited: npm and the server.
      const { code, out } = await command.exited;
      assert.match(out, /\nStopping\.\n$/);
      assert.equal(code, 0);
    });
  }

  it('writes only the output of the command with --silent, and otherwise warns if standard output is not a terminal', async () => {
    const silent = await npm('--silent', '--', 'kubeconfig', '--help').exited;
    assert.match(silent.out, /^Usage: pilothouse kubeconfig /);
    assert.equal(silent.err, '');
    const loud = await npm('--', 'kubeconfig', '--help').exited;
    assert.equal(loud.out.slice(loud.out.indexOf('Usage: ')), silent.out);
    assert.notEqual(loud.out, silent.out);
    assert.match(loud.err, /^warning: npm writes lines of its own .* npm start --silent -- kubeconfig …$/m);
  });
});
