import assert from 'node:assert/strict';
import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import { CONTROLLER_NAMES } from '@pilothouse/controllers/names.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import type { FlagDefinition, FlagTable } from '@pilothouse/flags/definition.js';
import { LOGIN_FLAGS } from '@pilothouse/login/options/flags.js';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';
import { commandTester } from './command-line.test.helper.js';
import { flagHelp, withBooleans } from './flag-options.js';
import { SERVER_FLAGS, UP_FLAGS } from './options/flags.js';
import { VERSION } from '@pilothouse/runtime/version.js';

const run = commandTester();

describe('runCommandLine', () => {
  it('prints the version', async () => {
    for (const [word, printed] of [
      ['--version', `${VERSION}\n`],
      ['version', `pilothouse ${VERSION}\n`],
    ] as const) {
      const { code, out, err, options } = await run(word);
      assert.deepEqual([code, out, err, options], [0, printed, '', undefined]);
    }
  });

  const commands: readonly (readonly [name: string, table: FlagTable])[] = [
    ['up', UP_FLAGS],
    ['apiserver', SERVER_FLAGS],
    ['controller-manager', MANAGER_FLAGS],
    ['token-review', TOKEN_REVIEW_FLAGS],
    ['admission', ADMISSION_SERVICE_FLAGS],
    ['login', LOGIN_FLAGS],
  ];
  for (const [command, table] of commands) {
    it(`documents every flag of ${command}`, async () => {
      const { code, out } = await run(command, '--help');
      assert.equal(code, 0);
      const printed = [...out.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
      assert.deepEqual(new Set(printed), new Set([...table.map(({ name }) => name), 'version', 'help']));
    });

    it(`prints the version of ${command} without starting it`, async () => {
      const printed = (args: readonly string[]) => run(command, ...args).then(({ code, out, err }) => [code, out, err]);
      const line = `pilothouse ${VERSION}\n`;
      assert.deepEqual(await printed(['--version']), [0, line, '']);
      assert.deepEqual(await printed(['--version=false', '--version=true']), [0, line, '']);
      const [code, raw] = await printed(['--version=raw']);
      assert.deepEqual(
        [code, (JSON.parse(String(raw)) as { gitVersion: string }).gitVersion.split('.').at(-1)],
        [0, VERSION.split('.').at(-1)],
      );
      const [failed, , err] = await printed(['--version=x']);
      assert.equal(failed, 2);
      assert.match(String(err), /--version/);
    });
  }

  it('lists every controller in the help', async () => {
    const { out } = await run('controller-manager', '--help');
    for (const name of CONTROLLER_NAMES) assert.ok(out.replace(/\s+/g, ' ').includes(name), name);
  });

  it('shows the placeholder and the help of a flag', async () => {
    const { out } = await run('up', '--help');
    const help = 'Keep data in memory only. They are lost at shutdown. (default: false)';
    assert.ok(out.includes(`\n  --ephemeral [true|false]\n      ${help}\n`), out);
  });

  it('wraps the help to the width of the terminal', async () => {
    for (const [columns, most] of [
      [undefined, 80],
      [90, 90],
      [200, 100],
    ] as const) {
      const { out } = await commandTester({ columns })('up', '--help');
      const long = out.split('\n').filter((line) => line.length > most);
      // A longer line has no space to wrap at.
      assert.deepEqual(
        long.filter((line) => line.trim().includes(' ') && !line.startsWith('  -')),
        [],
      );
      assert.ok(out.split('\n').some((line) => line.length > most - 10));
    }
  });

  it('shows defaults and deprecations', () => {
    const flag: FlagDefinition = { name: 'x', type: 'text', group: 'API', help: 'Help.' };
    assert.equal(flagHelp(flag), 'Help.');
    assert.equal(flagHelp({ ...flag, default: 'a' }), 'Help. (default: a)');
    assert.equal(flagHelp({ ...flag, type: 'boolean', default: 'true' }), 'Help. (default: true)');
    assert.equal(flagHelp({ ...flag, default: 'a', defaultText: 'it depends' }), 'Help. (default: it depends)');
    const deprecated = { since: '1.26', removedIn: '1.28', advice: 'use --y' };
    assert.equal(flagHelp({ ...flag, deprecated }), 'Help. (deprecated: removed in 1.28; use --y)');
  });

  it('accepts only true and false as the separate value of a boolean flag', () => {
    const flags: readonly FlagDefinition[] = [
      { name: 'force', type: 'boolean', default: 'false', group: 'API', help: 'Help.' },
      { name: 'out', type: 'file', group: 'API', help: 'Help.' },
    ];
    const args = ['--force', 'jane', '--out', 'x', '--force', 'false', '--force=true', '--', '--force'];
    assert.deepEqual(withBooleans(args, flags), ['--force=true', ...args.slice(1)]);
  });

  const options: readonly { args: readonly string[]; expected: Partial<ServerOptions> }[] = [
    { args: [], expected: { securePort: 6443, bindAddress: '127.0.0.1', verbosity: 0 } },
    { args: ['--secure-port', '0', '--ephemeral'], expected: { securePort: 0, storage: { type: 'ephemeral' } } },
    { args: ['--secure-port=1', '--secure-port=2'], expected: { securePort: 2 } },
    { args: ['--ephemeral=true', '-v', '4'], expected: { storage: { type: 'ephemeral' }, verbosity: 4 } },
    { args: ['--ephemeral', 'true', '--v=4'], expected: { storage: { type: 'ephemeral' }, verbosity: 4 } },
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

  const chosen: readonly { args: readonly string[]; expected: readonly string[] | undefined }[] = [
    { args: ['up'], expected: CONTROLLER_NAMES },
    { args: ['up', '--controllers=namespace'], expected: ['namespace'] },
    {
      args: ['up', '--controllers=*', '--controllers=-namespace'],
      expected: CONTROLLER_NAMES.filter((name) => name !== 'namespace'),
    },
    { args: ['apiserver'], expected: undefined },
  ];
  for (const { args, expected } of chosen) {
    it(`runs ${expected?.length ?? 'no'} controllers beside the server of ${args.join(' ')}`, async () => {
      assert.deepEqual((await run(...args)).controllers, expected);
    });
  }

  it('runs a controller manager', async () => {
    const { code, err, manager } = await run(
      'controller-manager',
      '--kubeconfig',
      process.execPath,
      '--leader-elect=false',
    );
    assert.deepEqual([code, err, manager?.kubeconfigFile], [0, '', process.execPath]);
  });

  it('shows the help of any command', async () => {
    const { code, out } = await run('help', 'kubeconfig', 'user');
    assert.equal(code, 0);
    assert.equal(out, (await run('kubeconfig', 'user', '--help')).out);
    assert.match(out, /^Usage: pilothouse kubeconfig user /);
    assert.deepEqual([(await run('help')).out, (await run('help', 'help')).code], [(await run('--help')).out, 0]);
  });

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['help', 'kubeconfig', 'usr'], /^error: there is no command `pilothouse kubeconfig usr`; did you mean user\?\n$/],
    [['help', 'zzz'], /^error: there is no command `pilothouse zzz`; `pilothouse --help` lists all\n$/],
    [['completion', 'tcsh'], /^error: shell "tcsh" must be bash, zsh or fish\n$/],
    [['version', '-o', 'xml'], /^error: --output "xml" must be text or json\n$/],
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
    [['up', '--controllers=a'], /^error: --controllers "a" is none of clusterrole-aggregation, /],
    [['apiserver', '--controllers=namespace'], /^error: unknown option/],
    [['controller-manager'], /^error: --kubeconfig is required\n$/],
    [['up', '--bind-address', 'x', '--api-domain', '-'], /^error: --bind-address .*\nerror: --api-domain .*\n$/],
  ];
  for (const [args, text] of wrong) {
    it(`exits with 2 after ${JSON.stringify(args.join(' '))}`, async () => {
      const { code, err, options: given, manager } = await run(...args);
      assert.deepEqual([code, given, manager], [2, undefined, undefined]);
      assert.match(err, text);
    });
  }
});
