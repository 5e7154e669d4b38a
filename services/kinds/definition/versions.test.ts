import assert from 'node:assert/strict';
import { compareVersions, stabilityOf, storageVersionOf, withVersions } from './versions.js';
import { widgets } from './widgets.test.helper.js';

describe('version names', () => {
  const levels = [
    ['v1', 'GA'],
    ['v12', 'GA'],
    ['v1beta1', 'beta'],
    ['v2alpha10', 'alpha'],
    ['v0', undefined],
    ['v1beta', undefined],
    ['v1beta0', undefined],
    ['1', undefined],
    ['v1gamma1', undefined],
  ] as const;
  for (const [name, level] of levels) {
    it(`${name} is ${level ?? 'not a stability level'}`, () => assert.equal(stabilityOf(name), level));
  }

  it('are preferred by maturity, then by age', () => {
    const order = ['v10', 'v2', 'v1', 'v11beta2', 'v3beta10', 'v3beta2', 'v12alpha1', 'v11alpha2', 'bar1', 'foo10'];
    assert.deepEqual([...order].sort().sort(compareVersions), order);
    assert.deepEqual([...order].reverse().sort(compareVersions), order);
  });
});

describe('a definition restricted to some versions', () => {
  const whole = widgets('both, stored as v2');
  it('keeps its storage version', () => {
    const fewer = withVersions(whole, ({ name }) => name === 'v1');
    assert.ok(fewer);
    assert.deepEqual([fewer.versions.map(({ name }) => name), storageVersionOf(fewer)], [['v1'], 'v2']);
  });

  it('is unchanged with all versions, and undefined without any', () => {
    assert.equal(
      withVersions(whole, () => true),
      whole,
    );
    assert.equal(
      withVersions(whole, () => false),
      undefined,
    );
  });
});
