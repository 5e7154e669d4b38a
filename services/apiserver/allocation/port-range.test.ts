import assert from 'node:assert/strict';
import { portCandidates } from './port-range.js';

describe('a range of node ports', () => {
  for (const [first, last, band] of [
    [30_000, 32_767, 86],
    [30_000, 30_015, 0],
    [30_000, 30_016, 16],
    [1, 65_535, 128],
    [30_000, 30_000, 0],
  ] as const) {
    it(`${first}-${last} offers each port once, the first ${band} last`, () => {
      const offered = [...portCandidates({ first, last }, (limit) => limit - 1)];
      assert.equal(offered.length, last - first + 1);
      assert.equal(new Set(offered).size, offered.length);
      assert.ok(offered.slice(offered.length - band).every((port) => port < first + band));
      assert.ok(offered.slice(0, offered.length - band).every((port) => port >= first + band));
    });
  }
});
