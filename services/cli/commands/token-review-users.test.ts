import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../command-line.js';

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(['token-review', ...args], {
    start: () => Promise.reject(new Error('started')),
    manage: () => Promise.reject(new Error('started')),
    review: () => Promise.reject(new Error('started')),
    show: () => Promise.reject(new Error('started')),
    showBeside: () => Promise.reject(new Error('started')),
    admit: async () => undefined,
    terminal: { out: (text) => (out += text), err: (text) => (err += text) },
    signals: new EventEmitter(),
    elapsed: () => 0,
    exit: () => undefined,
  });
  return { code, out, err };
}

describe('pilothouse token-review users', () => {
  let directory: string;
  let file: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'users-'));
    file = `--users-file=${join(directory, 'users.json')}`;
  });
  after(() => rm(directory, { recursive: true }));

  const TOKEN = /^pht_[0-9a-f]{20}\.[\w-]{43}\n$/;
  it('adds, rotates, lists and removes users, and prints only the token to standard output', async () => {
    const added = await run('users', 'add', 'ann', '--group', 'a', '--group=b', '--uid', '1', file);
    assert.equal(added.code, 0);
    assert.match(added.out, TOKEN);
    assert.match(added.err, /^Added ann\. The token [0-9a-f]{20} does not expire\. It is shown only once:\n$/);
    const rotated = await run('users', 'rotate', 'ann', '--grace=1h', '--expires=24h', file);
    assert.match(rotated.out, TOKEN);
    assert.match(rotated.err, /^The former tokens of ann expire within 3600 seconds\. The token \w+ expires at 2/);
    const { out } = await run('users', 'list', file);
    const id = added.out.slice('pht_'.length).split('.')[0] ?? '';
    assert.match(out, /^NAME +UID +GROUPS +TOKEN +EXPIRES\nann +1 +a,b +\w+ +2\S+Z\nann +1 +a,b +\w+ +2\S+Z\n$/);
    assert.ok(out.includes(id) && !out.includes(added.out.trim().split('.')[1] ?? ''));
    const [user] = JSON.parse((await run('users', 'list', '-o', 'json', file)).out) as [{ name: string; tokens: [] }];
    assert.deepEqual([user.name, user.tokens.length], ['ann', 2]);
    assert.deepEqual(await run('users', 'remove', 'ann', file), { code: 0, out: '', err: 'Removed ann.\n' });
    assert.equal((await run('users', 'list', file)).out, 'NAME   UID   GROUPS   TOKEN   EXPIRES\n');
  });

  const wrong: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [['users', 'remove', 'missing'], 1, /^error: there is no user "missing"\n$/],
    [['users', 'add', ''], 2, /^error: the name of the user must not be empty\n$/],
    [['users', 'add', 'a', 'b'], 2, /^error: too many arguments/],
    [['users', 'add'], 2, /^error: missing required argument 'name'/],
    [['users', 'list', '--output=xml'], 2, /^error: --output "xml" must be table or json\n$/],
    [['users', 'rotate', 'a', '--grace=x'], 2, /^error: --grace "x" must be a duration/],
    [['users', 'drop', 'a'], 2, /^error: (unknown option|unknown command)/],
  ];
  for (const [args, code, err] of wrong) {
    it(`reports errors of ${args.join(' ')}`, async () => {
      const reported = await run(...args, file);
      assert.deepEqual([reported.code, reported.out], [code, '']);
      assert.match(reported.err, err);
    });
  }

  it('requires a valid users file', async () => {
    assert.deepEqual(await run('users', 'list'), { code: 2, out: '', err: 'error: --users-file is required\n' });
    const broken = join(directory, 'broken');
    await writeFile(broken, '{');
    const { code, err } = await run('users', 'list', '--users-file', broken);
    assert.deepEqual([code, err], [1, `error: ${broken}: unexpected end of JSON input (line 1, column 2)\n`]);
  });

  it('does not affect the flags of the service', async () => {
    const { code, err } = await run();
    assert.equal(code, 2);
    assert.match(err, /^error: --tls-cert-file and --tls-private-key-file are required\nerror: at least one of /);
  });
});
