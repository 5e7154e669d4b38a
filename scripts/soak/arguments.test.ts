import assert from 'node:assert/strict';
import { parseArguments } from './arguments.js';

describe('the arguments of the soak', () => {
  it('have defaults', () => {
    const parsed = parseArguments([], 7);
    assert.ok(parsed.ok);
    const { faults, ...settings } = parsed.settings;
    const rates = { writes: 200, lists: 5, watches: 300, workers: 1, rest: 20_000 };
    assert.deepEqual(settings, { milliseconds: 600_000, seed: 7, ...rates, out: '.cache/soak' });
    assert.ok(faults.test('anything'));
  });

  const durations = [
    ['--hours=8', 28_800_000],
    ['--hours=0.5', 1_800_000],
    ['--minutes=1.5', 90_000],
  ] as const;
  for (const [argument, milliseconds] of durations) {
    it(`accept ${argument}`, () => {
      const parsed = parseArguments([argument], 7);
      assert.ok(parsed.ok);
      assert.equal(parsed.settings.milliseconds, milliseconds);
    });
  }

  const wrong = [
    [['--hours=1', '--minutes=1'], /^--hours and --minutes exclude each other$/],
    [['--hours=0'], /^--hours "0" must be a positive number$/],
    [['--writes=-1'], /^--writes "-1" must be a positive number$/],
    [['--workers=0'], /^--workers "0" must be a positive number$/],
    [['--writes=many'], /^--writes "many" must be a positive number$/],
    [['--faults=('], /^--faults: Invalid regular expression/],
    [['--hour=1'], /Unknown option '--hour'/],
  ] as const;
  for (const [args, problem] of wrong) {
    it(`refuse ${args.join(' ')}`, () => {
      const parsed = parseArguments(args, 7);
      assert.ok(!parsed.ok);
      assert.match(parsed.problem, problem);
    });
  }
});
