import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTester } from '../command-line.test.helper.js';

const run = commandTester();

describe('a configuration file', () => {
  let directory: string;
  let path: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'config-'));
    path = join(directory, 'server.yaml');
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('has flags of a server, and the command line replaces them', async () => {
    await writeFile(path, 'secure-port: 1\nv: 2\nservice-account-issuer:\n- https://a\n- https://b\nephemeral: true\n');
    const { code, options } = await run(
      'up',
      '--config',
      path,
      '--secure-port=3',
      '--service-account-issuer=https://c',
    );
    assert.equal(code, 1);
    assert.deepEqual([options?.securePort, options?.verbosity, options?.storage.type], [3, 2, 'ephemeral']);
    assert.deepEqual(options?.flags?.['service-account-issuer'], ['https://c']);
    assert.equal(options?.flags?.['config'], path);
  });

  const wrong: readonly (readonly [yaml: string, args: readonly string[], err: string])[] = [
    ['secure-prt: 1', [], 'PATH:1: there is no flag "secure-prt"; did you mean secure-port?'],
    ['v: 2\nsecure-port: x', [], 'PATH:2: secure-port "x" must be a port between 0 and 65535'],
    ['data-dir: x', ['--ephemeral'], '--ephemeral and --data-dir contradict each other (--data-dir is in PATH:1)'],
    [
      'v: 0\nclient-ca-file: /no/such',
      [],
      '--client-ca-file "/no/such": there is no such file (--client-ca-file is in PATH:2)',
    ],
  ];
  for (const [yaml, args, err] of wrong) {
    it(`prevents the start: ${JSON.stringify(yaml)}`, async () => {
      await writeFile(path, yaml);
      const result = await run('up', `--config=${path}`, ...args);
      assert.deepEqual([result.code, result.err], [2, `error: ${err.replaceAll('PATH', path)}\n`]);
    });
  }

  it('must be a file', async () => {
    for (const [file, err] of [
      [join(directory, 'none'), 'there is no such file'],
      [directory, 'is a directory'],
      ['/dev/zero', 'is larger than 1 MiB'],
    ] as const) {
      const result = await run('admission', `--config=${file}`);
      assert.deepEqual([result.code, result.err], [2, `error: --config ${JSON.stringify(file)}: ${err}\n`]);
    }
  });

  it('is not read by a worker, which has the flags from its supervisor', async () => {
    await writeFile(path, 'secure-port: 1');
    let port: number | undefined;
    const code = await commandTester({
      work: async ({ server }) => {
        port = server.securePort;
        return 0;
      },
    })('apiserver', `--config=${path}`, '--secure-port=3');
    assert.deepEqual([code.code, port], [0, 3]);
    await rm(path);
    assert.equal((await commandTester({ work: async () => 0 })('apiserver', `--config=${path}`)).err, '');
  });

  it('is printed by pilothouse config with the origin of each flag', async () => {
    await writeFile(path, 'ephemeral: true\nkubeconfig-out: https://user:secret@issuer\n');
    const args = ['config', 'up', `--config=${path}`, '--v=4', '--controllers=namespace,job'];
    const { code, out, err } = await run(...args);
    assert.deepEqual([code, err], [2, `error: --controllers "job" is none of ${err.split(' none of ')[1] ?? ''}`]);
    assert.match(out, /^FLAG +VALUE +FROM\n/);
    assert.match(out, new RegExp(`^ephemeral +true +${path}:1$`, 'm'));
    assert.match(out, /^v +4 +flag$/m);
    assert.match(out, /^secure-port +6443 +default$/m);
    assert.ok(!out.includes('secret'));

    const json = await run('config', 'up', '--v=4', '--controllers=namespace', '--output=json');
    assert.equal(json.code, 0);
    const { program, flags } = JSON.parse(json.out) as { program: string; flags: readonly { name: string }[] };
    const byName = new Map(flags.map((flag) => [flag.name, flag]));
    assert.equal(program, 'up');
    assert.deepEqual(byName.get('v'), { name: 'v', value: 4, origin: { type: 'flag' } });
    assert.deepEqual(byName.get('controllers'), {
      name: 'controllers',
      value: ['namespace'],
      origin: { type: 'flag' },
    });
    assert.deepEqual(byName.get('ephemeral'), { name: 'ephemeral', value: false, origin: { type: 'default' } });
  });

  it('can be made of the output', async () => {
    const flags = ['--ephemeral', '--secure-port=3', '--feature-gates=AllAlpha=false', '--kubeconfig-out=a: b #c'];
    const { code, out, err } = await run('config', 'up', ...flags, '--output=yaml');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^# v: 0 # default$/m);
    await writeFile(path, out);
    const again = await run('up', '--config', path);
    const direct = await run('up', ...flags);
    assert.deepEqual({ ...again.options?.flags, config: undefined }, { ...direct.options?.flags, config: undefined });
  });
});
