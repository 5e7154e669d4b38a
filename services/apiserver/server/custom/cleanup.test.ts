import assert from 'node:assert/strict';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { terminatingCondition, type TerminatingState } from '@pilothouse/kinds/apiextensions/conditions.js';
import { takeOverDelay } from './cleanup.js';

describe('the take-over of the cleanup of a definition', () => {
  const NOW = '2026-01-02T03:04:05Z';
  const cases: readonly (readonly [
    type: TerminatingState['type'],
    since: string | undefined,
    delay: number | undefined,
  ])[] = [
    ['pending', '2026-01-02T03:00:00Z', undefined],
    ['inProgress', NOW, 5000],
    ['inProgress', '2026-01-02T03:04:02Z', 2000],
    ['inProgress', '2026-01-02T03:00:00Z', 0],
    ['inProgress', '2026-01-02T03:05:00Z', 5000],
    ['inProgress', undefined, 0],
  ];
  for (const [type, since, delay] of cases) {
    it(`of ${type} since ${since} is ${delay === undefined ? 'a claim' : `after ${delay} ms`}`, () => {
      const state = { type } as TerminatingState;
      const condition = { ...terminatingCondition(state), ...(since !== undefined && { lastTransitionTime: since }) };
      const definition = { status: { conditions: [condition] } } as unknown as CustomResourceDefinition;
      assert.equal(takeOverDelay(definition, new Date(NOW)), delay);
    });
  }
});
