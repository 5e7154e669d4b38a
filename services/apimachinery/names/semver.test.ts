import assert from 'node:assert/strict';
import { compareSemver, readSemver } from './semver.js';

describe('a semantic version', () => {
  const ordered = [
    '0.0.0',
    '1.0.0-1',
    '1.0.0-9',
    '1.0.0-10',
    '1.0.0-a',
    '1.0.0-a.1',
    '1.0.0-a.b',
    '1.0.0-b',
    '1.0.0',
    '1.9.0',
    '1.10.0',
    '18446744073709551617.0.0',
  ];

  it('is ordered by its numbers, then by its pre-release', () => {
    for (const [index, text] of ordered.entries()) {
      for (const [at, other] of ordered.entries()) {
        const [a, b] = [readSemver(text), readSemver(other)];
        assert.ok(a && b);
        assert.equal(Math.sign(compareSemver(a, b)), Math.sign(index - at), `${text} and ${other}`);
      }
    }
  });

  it('has no order by its build', () => {
    const [a, b] = [readSemver('1.2.3+a'), readSemver('1.2.3+b.1')];
    assert.ok(a && b);
    assert.equal(compareSemver(a, b), 0);
  });

  for (const text of ['', '1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3+', ' 1.2.3', '1.2.3.4']) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(readSemver(text), undefined));
  }
});
