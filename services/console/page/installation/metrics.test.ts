import assert from 'node:assert/strict';
import { parseMetrics, quantile, sum, sumBy } from './metrics.js';

const text = (first: number, second: number, all: number): string => `# HELP x text
# TYPE x counter
x{verb="GET",path="a \\"b\\" {c}"} 3
x{verb="LIST"} 4.5e1
x_other 7
plain 2
d_bucket{verb="GET",le="0.1"} ${first}
d_bucket{verb="GET",le="1"} ${second}
d_bucket{verb="GET",le="+Inf"} ${all}
d_bucket{verb="WATCH",le="+Inf"} 1000
`;
const NAMES = new Set(['x', 'plain', 'd_bucket']);

describe('metrics', () => {
  it('are read with their labels', () => {
    const metrics = parseMetrics(text(0, 0, 0), NAMES);
    assert.deepEqual(metrics.get('x')?.[0], { labels: { verb: 'GET', path: 'a "b" {c}' }, value: 3 });
    assert.equal(sum(metrics, 'x'), 48);
    assert.equal(sum(metrics, 'plain'), 2);
    assert.ok(!metrics.has('x_other'));
    assert.deepEqual(
      [...sumBy(metrics, 'x', 'verb')],
      [
        ['GET', 3],
        ['LIST', 45],
      ],
    );
  });

  it('give quantiles of what came between two readings, without watches', () => {
    const at = (first: number, second: number, all: number) => parseMetrics(text(first, second, all), NAMES);
    assert.equal(quantile(at(5, 5, 5), at(5, 5, 5), 'd', 0.5), undefined);
    assert.equal(quantile(at(5, 5, 5), at(15, 15, 15), 'd', 0.5), 0.05);
    assert.equal(quantile(at(5, 5, 5), at(5, 15, 15), 'd', 0.5), 0.55);
    assert.equal(quantile(at(5, 5, 5), at(5, 5, 15), 'd', 0.99), 1);
  });
});
