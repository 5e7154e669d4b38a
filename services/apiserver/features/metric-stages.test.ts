import assert from 'node:assert/strict';
import { isShown, metricStage, type MetricLife, type MetricStage } from './metric-stages.js';
import type { Release } from '@pilothouse/kinds/definition/releases.js';

/** 1.24 came in May 2022, 1.25 in August, 1.26 in December, 1.27 in April 2023, 1.28 in August. */
const table: readonly (readonly [MetricLife['stability'], since: Release | undefined, now: Release, MetricStage])[] = [
  ['STABLE', undefined, '1.32', 'shown'],
  ['STABLE', '1.26', '1.26', 'shown'],
  ['STABLE', '1.25', '1.26', 'shown'],
  ['STABLE', '1.24', '1.26', 'shown'],
  ['STABLE', '1.23', '1.26', 'hidden'],
  ['STABLE', '1.22', '1.26', 'gone'],
  ['STABLE', '1.9', '1.26', 'gone'],
  // Deprecated in a later release: not deprecated yet.
  ['STABLE', '1.27', '1.26', 'shown'],
  // Three releases, but only nine months: the longer period applies.
  ['STABLE', '1.8', '1.11', 'hidden'],
  ['STABLE', '1.10', '1.13', 'hidden'],
  ['ALPHA', undefined, '1.32', 'shown'],
  ['ALPHA', '1.26', '1.26', 'shown'],
  ['ALPHA', '1.25', '1.26', 'hidden'],
  ['ALPHA', '1.24', '1.26', 'gone'],
];

describe('a metric', () => {
  for (const [stability, since, now, stage] of table) {
    it(`that is ${stability} and ${since === undefined ? 'stays' : `deprecated in ${since}`} is ${stage} in ${now}`, () => {
      const metric = { stability, ...(since && { deprecatedSince: since }) };
      assert.equal(metricStage(metric, now), stage);
      assert.equal(isShown(metric, now, false), stage === 'shown');
      assert.equal(isShown(metric, now, true), true);
    });
  }
});
