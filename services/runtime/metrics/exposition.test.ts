import assert from 'node:assert/strict';
import type { MetricDefinition } from './definition.js';
import { createExposition, exposedText, type Exposition } from './exposition.js';
import { histogram, numbers, reading } from './series.js';
import { createSnapshot } from './read.js';
import { writeMetrics, type MetricsFormat } from './text.js';

const common = { help: 'Help.', stability: 'ALPHA' } as const;
const COUNTER = {
  ...common,
  name: 'asked_total',
  type: 'counter',
  labels: ['who', 'code'],
} as const satisfies MetricDefinition;
const SIZES = {
  ...common,
  name: 'sizes',
  type: 'histogram',
  labels: ['who'],
  buckets: [1, 10],
} as const satisfies MetricDefinition;
const GAUGE = { ...common, name: 'there', type: 'gauge', labels: [] } as const satisfies MetricDefinition;

describe('metrics exposition', () => {
  const counter = numbers(COUNTER);
  const sizes = histogram(SIZES);
  let there = 3;
  const expose = createExposition(
    createSnapshot(() => [counter, sizes, reading(GAUGE, async () => [{ labels: [], value: there }])]),
  );
  const read = async (format: MetricsFormat): Promise<Pick<Exposition, 'contentType'> & { readonly text: string }> => {
    const exposition = await expose(format);
    return { contentType: exposition.contentType, text: exposedText(exposition) };
  };
  counter.at('a"b\n', '200').value += 2;
  for (const size of [0, 1, 2, 11]) sizes.at('x').observe(size);

  /** The lines that contain the metric's name. */
  const linesOf = (text: string, name: string): string[] => text.split('\n').filter((line) => line.includes(name));

  it('writes the Prometheus text format', async () => {
    const { text, contentType } = await read('text');
    assert.equal(contentType, 'text/plain; version=0.0.4; charset=utf-8');
    assert.deepEqual(linesOf(text, 'asked'), [
      '# HELP asked_total [ALPHA] Help.',
      '# TYPE asked_total counter',
      'asked_total{who="a\\"b\\n",code="200"} 2',
    ]);
    assert.deepEqual(linesOf(text, 'sizes'), [
      '# HELP sizes [ALPHA] Help.',
      '# TYPE sizes histogram',
      'sizes_bucket{le="1",who="x"} 2',
      'sizes_bucket{le="10",who="x"} 3',
      'sizes_bucket{le="+Inf",who="x"} 4',
      'sizes_sum{who="x"} 14',
      'sizes_count{who="x"} 4',
    ]);
    assert.match(text, /^process_cpu_seconds_total /m);
    assert.match(text, /^nodejs_version_info\{version="v\d+\.\d+\.\d+",major="\d+",minor="\d+",patch="\d+"\} 1$/m);
  });

  it('writes OpenMetrics, whose counters end in _total but are described without it', async () => {
    const { text, contentType } = await read('openmetrics');
    assert.equal(contentType, 'application/openmetrics-text; version=1.0.0; charset=utf-8');
    assert.deepEqual(linesOf(text, 'asked'), [
      '# HELP asked [ALPHA] Help.',
      '# TYPE asked counter',
      'asked_total{who="a\\"b\\n",code="200"} 2',
    ]);
    assert.match(text, /\n# EOF\n$/);
  });

  it('reads current values in both formats', async () => {
    there = 4;
    counter.at('c', '500').value += 1;
    const { text } = await read('text');
    assert.deepEqual(linesOf(text, 'there'), ['# HELP there [ALPHA] Help.', '# TYPE there gauge', 'there 4']);
    assert.ok(text.includes('asked_total{who="c",code="500"} 1'));
    assert.match(text, /^process_cpu_seconds_total /m);
  });

  it('writes many samples in steps and chunks', async () => {
    const many = histogram(SIZES);
    for (let index = 0; index < 1000; index++) many.at(`who-${index}`).observe(index);
    const steps = writeMetrics(await createSnapshot(() => [many], { ofProcess: false })(), 'text');
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    assert.ok(count >= 1000, `${count} steps`);
    assert.ok(step.value.length > 3);
    const text = exposedText({ chunks: step.value, contentType: '' });
    assert.equal(linesOf(text, 'sizes_count').length, 1000);
    assert.ok(text.endsWith('sizes_sum{who="who-999"} 999\nsizes_count{who="who-999"} 1\n'));
  });

  it('rejects undeclared labels', () => {
    assert.throws(() => counter.at('only one'), /asked_total has different labels/);
  });
});
