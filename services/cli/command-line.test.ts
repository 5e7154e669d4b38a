import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { FlagDefinition } from '@pilothouse/apiserver/options/flags.js';
import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import { runCommandLine } from './command-line.js';
import { flagHelp } from './flag-options.js';
import { VERSION } from '@pilothouse/apiserver/version.js';

/** Runs the command; a server that it starts fails at once, so that nothing waits. */
async function run(...args: readonly string[]) {
  let out = '';
  let err = '';
  let options: ServerOptions | undefined;
  const code = await runCommandLine(args, {
    start: async (given) => {
      options = given;
      throw new Error('started');
    },
    terminal: { out: (text) => (out += text), err: (text) => (err += text) },
    signals: new EventEmitter(),
    elapsed: () => 0,
    exit: () => undefined,
  });
  return { code, out, err, options };
}

describe('the command line', () => {
  it('tells the version', async () => {
    assert.deepEqual(await run('--version'), { code: 0, out: `${VERSION}\n`, err: '', options: undefined });
    assert.deepEqual(await run('version'), { code: 0, out: `pilothouse ${VERSION}\n`, err: '', options: undefined });
  });

  it('explains every flag', async () => {
    const { code, out } = await run('up', '--help');
    assert.equal(code, 0);
    for (const { name } of FLAGS) assert.match(out, new RegExp(`^ +(-\\w, )?--${name} `, 'm'));
    assert.match(out, /--ephemeral \[true\|false\] +Keep everything in memory and forget it at the\s+end\.\n/);
  });

  it('explains defaults and deprecations', () => {
    const flag: FlagDefinition = { name: 'x', type: 'text', group: 'API', help: 'Help.' };
    assert.equal(flagHelp(flag), 'Help.');
    assert.equal(flagHelp({ ...flag, default: 'a' }), 'Help. (default: a)');
    assert.equal(flagHelp({ ...flag, default: 'a', defaultText: 'it depends' }), 'Help. (default: it depends)');
    assert.equal(flagHelp({ ...flag, deprecated: 'use --y' }), 'Help. (deprecated: use --y)');
  });

  const options: readonly { args: readonly string[]; expected: Partial<ServerOptions> }[] = [
    { args: [], expected: { securePort: 6443, bindAddress: '127.0.0.1', verbosity: 0 } },
    { args: ['--secure-port', '0', '--ephemeral'], expected: { securePort: 0, storage: { type: 'ephemeral' } } },
    { args: ['--secure-port=1', '--secure-port=2'], expected: { securePort: 2 } },
    { args: ['--ephemeral=true', '-v', '4'], expected: { storage: { type: 'ephemeral' }, verbosity: 4 } },
    { args: ['--v=4'], expected: { verbosity: 4 } },
    { args: ['-v=4'], expected: { verbosity: 4 } },
    { args: ['-v4'], expected: { verbosity: 4 } },
    {
      args: ['--etcd-servers', 'http://a:1', '--etcd-servers=http://b:1,http://c:1'],
      expected: { storage: { type: 'etcd', servers: ['http://a:1', 'http://b:1', 'http://c:1'], prefix: '/registry' } },
    },
  ];
  for (const { args, expected } of options) {
    it(`starts a server with ${args.join(' ') || 'no flags'}`, async () => {
      const { code, err, options: given } = await run('up', ...args);
      assert.deepEqual([code, err], [1, 'error: started\n']);
      assert.deepEqual({ ...given, ...expected }, given);
    });
  }

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /^Usage: pilothouse/],
    [['down'], /^error: unknown command 'down'/],
    [['up', 'now'], /^error: too many arguments/],
    [['up', '--bogus'], /^error: unknown option '--bogus'\n/],
    [['up', '--secure-prt', '1'], /Did you mean --secure-port\?/],
    [['up', '--secure-port'], /argument missing/],
    [['up', '--secure-port', '-1'], /^error: --secure-port "-1" must be a port/],
    [['up', '--ephemeral=maybe'], /^error: --ephemeral "maybe" must be true or false\n$/],
    [['up', '--ephemeral', '--data-dir', 'x'], /^error: --ephemeral and --data-dir contradict each other\n$/],
    [['up', '--client-ca-file', '/no/such'], /^error: --client-ca-file "\/no\/such": there is no such file\n$/],
    [['up', '--bind-address', 'x', '--api-domain', '-'], /^error: --bind-address .*\nerror: --api-domain .*\n$/],
  ];
  for (const [args, text] of wrong) {
    it(`ends with 2 after ${JSON.stringify(args.join(' '))}`, async () => {
      const { code, err, options: given } = await run(...args);
      assert.deepEqual([code, given], [2, undefined]);
      assert.match(err, text);
    });
  }
});
