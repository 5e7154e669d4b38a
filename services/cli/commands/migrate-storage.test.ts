import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { runCommandLine } from '../command-line.js';

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(args, {
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

describe('pilothouse migrate-storage', () => {
  const wrong: readonly (readonly [args: readonly string[], code: number, err: RegExp])[] = [
    [['--page-size=0'], 2, /^error: --page-size must be at least 1\n$/],
    [['--page-size=x'], 2, /^error: --page-size "x" must be a whole number/],
    [['--resources='], 2, /^error: --resources "" must be non-empty texts/],
    [['secrets'], 2, /^error: too many arguments/],
    [
      ['--kubeconfig=/no/such'],
      1,
      /^error: \/no\/such does not exist; start the server first, or name another kubeconfig with --kubeconfig\n$/,
    ],
  ];
  for (const [args, code, err] of wrong) {
    it(`reports errors of ${args.join(' ')}`, async () => {
      const result = await run('migrate-storage', ...args);
      assert.equal(result.code, code);
      assert.match(result.err, err);
    });
  }
});

describe('deprecation warnings', () => {
  // The server is not started. Warnings are printed before the start.
  const start = (...args: readonly string[]) => run('apiserver', '--ephemeral', ...args);
  const WARNING = /^warning: setting GA feature gate DryRun=true; it will be removed in a future release\n/;

  it('are printed when a server starts', async () => {
    assert.match((await start('--feature-gates=DryRun=true')).err, WARNING);
  });

  it('are not printed with --deprecation-warnings=false', async () => {
    const { err } = await start('--feature-gates=DryRun=true', '--deprecation-warnings=false');
    assert.doesNotMatch(err, /warning/);
  });

  it('are always printed for flags without effect', async () => {
    const { code, err } = await start('--feature-gates=WatchBookmark=false');
    assert.equal(code, 2);
    assert.match(err, /cannot set feature gate WatchBookmark to false, feature is locked to true\n$/);
  });
});
