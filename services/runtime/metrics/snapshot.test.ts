import assert from 'node:assert/strict';
import type { MetricDefinition } from './definition.js';
import { histogram, numbers } from './series.js';
import { createExposition, exposedText } from './exposition.js';
import { createSnapshot } from './read.js';
import { lastingMetrics, mergeSnapshots, type Snapshot } from './snapshot.js';

const common = { help: 'Help.', stability: 'ALPHA' } as const;
const COUNTER = { ...common, name: 'asked_total', type: 'counter', labels: ['code'] } as const;
const SIZES = { ...common, name: 'sizes', type: 'histogram', labels: ['who'], buckets: [1, 10] } as const;
const NEWEST = { ...common, name: 'newest', type: 'gauge', labels: [], merge: 'max' } as const;
const EARLIEST = { ...common, name: 'earliest', type: 'gauge', labels: [], merge: 'min' } as const;
const OPEN = { ...common, name: 'open', type: 'gauge', labels: [] } as const satisfies MetricDefinition;

/** CPU time of this process in seconds. */
const USED_AT_LOAD = process.cpuUsage().user / 1e6;

/** Metrics of one process in which everything has this value. */
async function snapshotOf(value: number, code: string): Promise<Snapshot> {
  const metrics = [COUNTER, NEWEST, EARLIEST, OPEN].map(numbers);
  const sizes = histogram(SIZES);
  sizes.at('x').observe(value);
  for (const metric of metrics) metric.at(...(metric.definition === COUNTER ? [code] : [])).value = value;
  return structuredClone(await createSnapshot(() => [...metrics, sizes])());
}

const linesOf = (text: string, name: RegExp): string[] => text.split('\n').filter((line) => name.test(line));

describe('metrics of several processes', () => {
  let merged: Snapshot;
  before(async () => {
    merged = mergeSnapshots([await snapshotOf(1, '200'), await snapshotOf(5, '404'), await snapshotOf(20, '200')]);
  });

  it('are merged by the rule of each', async () => {
    const text = exposedText(await createExposition(async () => merged)('text'));
    assert.deepEqual(linesOf(text, /^(asked|sizes|newest|earliest|open)/), [
      'asked_total{code="200"} 21',
      'asked_total{code="404"} 5',
      'newest 20',
      'earliest 1',
      'open 26',
      'sizes_bucket{le="1",who="x"} 1',
      'sizes_bucket{le="10",who="x"} 2',
      'sizes_bucket{le="+Inf",who="x"} 3',
      'sizes_sum{who="x"} 26',
      'sizes_count{who="x"} 3',
    ]);
    const [used = '', ...more] = linesOf(text, /^process_cpu_seconds_total /);
    assert.deepEqual(more, []);
    assert.ok(Number(used.split(' ')[1]) >= USED_AT_LOAD, 'CPU time counts from the start of the process');
    assert.equal(linesOf(text, /^process_start_time_seconds /).length, 1);
  });

  it('are exposed as OpenMetrics', async () => {
    const exposition = await createExposition(async () => merged)('openmetrics');
    const text = exposedText(exposition);
    assert.match(exposition.contentType, /^application\/openmetrics-text/);
    assert.deepEqual(linesOf(text, /asked/), [
      '# HELP asked [ALPHA] Help.',
      '# TYPE asked counter',
      'asked_total{code="200"} 21',
      'asked_total{code="404"} 5',
    ]);
  });

  it('keep the counts of a process that has ended, and not its gauges', () => {
    const names = lastingMetrics(merged).map(({ name }) => name);
    assert.ok(names.includes('asked_total') && names.includes('sizes') && names.includes('process_cpu_seconds_total'));
    assert.ok(!names.includes('open') && !names.includes('process_resident_memory_bytes'));
  });
});
