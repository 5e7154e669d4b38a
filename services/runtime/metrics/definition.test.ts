import assert from 'node:assert/strict';
import { metricHelp, type MetricDefinition } from './definition.js';

const metric: MetricDefinition = { name: 'a_total', type: 'counter', help: 'Counts.', labels: [], stability: 'STABLE' };

describe('a metric', () => {
  it('states its stability in its help text', () => {
    assert.equal(metricHelp(metric), '[STABLE] Counts.');
    assert.equal(metricHelp({ ...metric, deprecatedSince: '1.26' }), '[STABLE] (Deprecated since 1.26.0) Counts.');
  });
});
