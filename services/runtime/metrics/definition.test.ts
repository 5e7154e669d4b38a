import assert from 'node:assert/strict';
import { isShown, metricHelp, type MetricDefinition } from './definition.js';

const metric: MetricDefinition = { name: 'a_total', type: 'counter', help: 'Counts.', labels: [], stability: 'STABLE' };

describe('a metric', () => {
  it('says in its help what it promises', () => {
    assert.equal(metricHelp(metric), '[STABLE] Counts.');
    assert.equal(metricHelp({ ...metric, deprecatedSince: '1.26' }), '[STABLE] (Deprecated since 1.26.0) Counts.');
  });

  const cases: readonly (readonly [
    deprecatedSince: MetricDefinition['deprecatedSince'],
    shown: boolean,
    withHidden: boolean,
  ])[] = [
    [undefined, true, true],
    ['1.27', true, true],
    ['1.26', true, true],
    ['1.25', false, true],
    ['1.9', false, true],
  ];
  for (const [deprecatedSince, shown, withHidden] of cases) {
    const since = deprecatedSince === undefined ? 'not deprecated' : `deprecated in ${deprecatedSince}`;
    it(`${since} is ${shown ? 'shown' : 'hidden'} in 1.26`, () => {
      const definition = { ...metric, ...(deprecatedSince && { deprecatedSince }) };
      assert.equal(isShown(definition, '1.26', false), shown);
      assert.equal(isShown(definition, '1.26', true), withHidden);
    });
  }
});
