import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS, type FlagValues } from './flags.js';
import { operationsOptions, operationsProblems } from './operations.js';

function flagsOf(texts: Readonly<Record<string, string>>): FlagValues {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return parsed.values;
}

describe('operations options', () => {
  it('are absent without flags', () => {
    assert.equal(operationsOptions(flagsOf({})), undefined);
    assert.deepEqual(
      operationsOptions(
        flagsOf({
          'livez-grace-period': '10s',
          'shutdown-delay-duration': '1m',
          profiling: 'false',
          'show-hidden-metrics-for-version': '1.25',
        }),
      ),
      { livezGracePeriod: 10_000, shutdownDelay: 60_000, profiling: false, showHiddenMetrics: true },
    );
  });

  it('refuse a delay beyond the maximum of a timer', () => {
    const problems = (delay: string): string[] => operationsProblems(flagsOf({ 'shutdown-delay-duration': delay }));
    assert.deepEqual(problems('596h'), []);
    assert.deepEqual(problems('597h'), ['--shutdown-delay-duration must be at most 2147483s']);
  });

  const versions: readonly (readonly [version: string, ok: boolean])[] = [
    ['1.35', true],
    ['1.36', false],
    ['1.34', false],
    ['1.35.0', false],
  ];
  for (const [version, ok] of versions) {
    it(`${ok ? 'take' : 'refuse'} hidden metrics of ${JSON.stringify(version)}`, () => {
      const problems = operationsProblems(flagsOf({ 'show-hidden-metrics-for-version': version }));
      assert.equal(problems.length, ok ? 0 : 1);
      for (const problem of problems) {
        assert.match(problem, /^--show-hidden-metrics-for-version ".*" must be omitted or have the value 1\.35: only/);
      }
    });
  }
});
