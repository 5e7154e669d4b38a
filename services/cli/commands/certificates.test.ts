import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../command-line.js';

const PLAN = `authorities: [{name: ca, commonName: Root}]
certificates: [{name: admin, authority: ca, commonName: ann, usages: [client]}]
keys: [{name: sa}]
kubeconfigs: [{name: config, certificate: admin, authority: ca, server: 'https://a:1'}]
`;

describe('pilothouse certificates', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'certificates-'));
    writeFileSync(join(directory, 'plan.yaml'), PLAN);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function run(...args: readonly string[]) {
    let [out, err] = ['', ''];
    const code = await runCommandLine(['certificates', ...args.map((arg) => arg.replace('@', directory))], {
      start: () => Promise.reject(new Error('started')),
      manage: () => Promise.reject(new Error('started')),
      review: () => Promise.reject(new Error('started')),
      show: () => Promise.reject(new Error('started')),
      showBeside: () => Promise.reject(new Error('started')),
      admit: () => Promise.reject(new Error('started')),
      terminal: { out: (text) => (out += text), err: (text) => (err += text) },
      signals: new EventEmitter(),
      elapsed: () => 0,
      exit: () => undefined,
    });
    return { code, out, err };
  }
  const CONFIG = '--config=@/plan.yaml';
  const DIRECTORY = '--directory=@/out';

  const wrong: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [[], 2, /^error: --config is required\nerror: exactly one of --directory and --namespace is required\n$/],
    [[CONFIG, DIRECTORY, '--namespace=n'], 2, /^error: exactly one of --directory and --namespace is required\n$/],
    [['--config=@/none', DIRECTORY], 2, /^error: --config ".*none": there is no such file\n$/],
    [[CONFIG, '--namespace=A'], 2, /^error: --namespace "A" must be the name of a namespace\n$/],
    [[CONFIG, DIRECTORY, '--kubeconfig=k'], 2, /^error: --kubeconfig requires --namespace\n$/],
    [[CONFIG, '--namespace=n', '--context=k'], 2, /^error: --context requires --kubeconfig\n$/],
    [[CONFIG, DIRECTORY, '--renew-before=a month'], 2, /^error: --renew-before "a month" must be a duration/],
    [[CONFIG, '--directory=@/plan.yaml'], 1, /^error: .*plan\.yaml/],
    [[CONFIG, '--namespace=n', '--kubeconfig=/no/such'], 1, /^error: \/no\/such: .*no such file/],
  ];
  for (const [args, code, err] of wrong) {
    it(`reports errors of ${args.join(' ')}`, async () => {
      const result = await run(...args);
      assert.match(result.err, err);
      assert.equal(result.code, code);
    });
  }

  it('reports errors of the plan', async () => {
    writeFileSync(join(directory, 'plan.yaml'), 'keys: [{nam: a}]');
    const { code, err } = await run(CONFIG, DIRECTORY);
    assert.equal(code, 1);
    assert.match(
      err,
      /^error: .*plan\.yaml: keys\[0\]\.nam: Unknown field\n.*plan\.yaml: keys\[0\]\.name: Required value\n$/,
    );
  });

  it('prints one line for each item and no secret', async () => {
    const planned = await run(CONFIG, DIRECTORY, '--dry-run');
    assert.match(
      planned.out,
      /^would make authority ca, until \S+Z\nwould make certificate admin, .*\n.*\nwould make key sa\n$/,
    );
    assert.deepEqual(readdirSync(directory), ['plan.yaml']);
    const made = await run(CONFIG, DIRECTORY);
    assert.deepEqual([made.code, made.err, made.out.split('\n').length], [0, '', 5]);
    const kept = await run(CONFIG, DIRECTORY, '--dry-run', '--rotate-keys');
    assert.match(
      kept.out,
      /^would keep authority ca, until .*\n.*\n.*\nwould update key sa: a new successor signs in a run after .*\n$/,
    );
    const { out } = await run(CONFIG, DIRECTORY, '--output=json');
    const { dryRun, items, problems } = JSON.parse(out) as { items: { action: string }[] } & Record<string, unknown>;
    assert.deepEqual([dryRun, items.map(({ action }) => action), problems], [false, Array(4).fill('kept'), []]);
    writeFileSync(join(directory, 'out', 'ca.crt'), 'x');
    const failed = await run(CONFIG, DIRECTORY);
    assert.equal(failed.code, 1);
    assert.match(
      failed.err,
      /^error: .*ca\.crt: the authority has no certificate that matches its key; restore it, or delete/,
    );
    const output = [planned, made, kept, failed].map(({ out, err }) => out + err).join('');
    for (const name of readdirSync(join(directory, 'out')).filter((each) => each.endsWith('.key'))) {
      const body = readFileSync(join(directory, 'out', name), 'utf8')
        .split('\n')
        .slice(1, 3);
      assert.ok(body.every((line) => !output.includes(line)));
    }
  });
});
