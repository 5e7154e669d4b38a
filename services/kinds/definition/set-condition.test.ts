import assert from 'node:assert/strict';
import { setCondition } from './set-condition.js';

const NOW = '2026-01-02T03:04:05Z';
const THEN = '2025-01-01T00:00:00Z';
const OTHER = { type: 'Other', status: 'True' };

describe('setCondition', () => {
  const cases: readonly (readonly [what: string, old: object[], expected: object[]])[] = [
    ['adds a condition at the end', [OTHER], [OTHER, { type: 'Ready', status: 'True', lastTransitionTime: NOW }]],
    [
      'replaces one in its position, with a new time if the status changes',
      [{ type: 'Ready', status: 'False', lastTransitionTime: THEN, reason: 'Old' }, OTHER],
      [{ type: 'Ready', status: 'True', lastTransitionTime: NOW }, OTHER],
    ],
    [
      'keeps the time of an equal status',
      [{ type: 'Ready', status: 'True', lastTransitionTime: THEN, reason: 'Old' }],
      [{ type: 'Ready', status: 'True', lastTransitionTime: THEN }],
    ],
    [
      'sets the time of a condition without one',
      [{ type: 'Ready', status: 'True' }],
      [{ type: 'Ready', status: 'True', lastTransitionTime: NOW }],
    ],
  ];
  for (const [what, old, expected] of cases) {
    it(what, () => {
      const before = old as { type: string; status: string }[];
      assert.deepEqual(setCondition(before, { type: 'Ready', status: 'True' }, NOW), expected);
    });
  }
});
