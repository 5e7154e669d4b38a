import assert from 'node:assert/strict';
import { startCollector, type Collector } from './collector.test.helper.js';
import type { SpanCounts } from './span-queue.js';
import { createTracing, type Tracing } from './open-telemetry.js';
import type { RootOptions, Span } from './span.js';
import { remoteContext } from './trace-context.js';

const SENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('tracing', () => {
  let collector: Collector;
  let counts: SpanCounts;
  let failures: unknown[];
  let open: Tracing[];
  beforeEach(async () => {
    collector = await startCollector();
    [counts, failures, open] = [{ exported: 0, dropped: 0 }, [], []];
  });
  afterEach(async () => {
    await Promise.all(open.map((tracing) => tracing.close()));
    collector.stop();
  });

  function tracing(samplingRatePerMillion: number, endpoint = collector.endpoint): Tracing {
    const created = createTracing({
      configuration: { endpoint, samplingRatePerMillion },
      service: 'test',
      instance: 'one',
      counts,
      onFailed: (error) => void failures.push(error),
      onRecovered: () => undefined,
    });
    open.push(created);
    return created;
  }

  const rootOf = (tracer: Tracing, more: Partial<RootOptions> = {}): Span =>
    tracer.root({
      isSampled: tracer.samples(),
      name: () => 'GET',
      begin: performance.now(),
      continues: false,
      ...more,
    });

  it('sends spans with their parents, attributes and times', async () => {
    const tracer = tracing(1_000_000);
    const since = Date.now();
    const root = rootOf(tracer);
    const part = root.start('part', { kind: 'client', attributes: { count: 3 } });
    part.event('done', { bytes: 5 });
    part.fail('broken');
    part.end();
    root.end();
    await tracer.close();
    const [sentPart, sentRoot] = collector.spans;
    assert.equal(sentRoot?.name, 'GET');
    assert.equal(sentRoot.parentId, '');
    assert.equal(sentPart?.parentId, sentRoot.spanId);
    assert.equal(sentPart.traceId, sentRoot.traceId);
    assert.deepEqual(sentPart.attributes, { count: '3' });
    assert.deepEqual([sentPart.events, sentPart.isFailed, sentPart.service], [['done'], true, 'test']);
    assert.ok(sentRoot.begin <= sentPart.begin && sentPart.end <= sentRoot.end);
    assert.ok(sentRoot.begin >= since - 1 && sentRoot.end <= Date.now() + 1);
    assert.deepEqual(counts, { exported: 2, dropped: 0 });
  });

  it('continues a sampled trace, or links it and decides itself', () => {
    const sent = remoteContext(SENT, 'a=1');
    const continued = rootOf(tracing(0), { isSampled: true, sent, continues: true });
    assert.equal(continued.isRecorded, true);
    const { traceparent, tracestate } = continued.headers();
    assert.match(traceparent, /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[\da-f]{16}-01$/);
    assert.equal(tracestate, 'a=1');
    const own = rootOf(tracing(0), { sent });
    assert.equal(own.isRecorded, false);
    assert.match(own.headers().traceparent, /^00-(?!4bf92f35)[\da-f]{32}-[\da-f]{16}-00$/);
  });

  it('passes on that a trace is not sampled, with the trace of the client if it continues that', () => {
    const sent = remoteContext(SENT.replace(/01$/, '00'), undefined);
    const { unsampled } = tracing(0);
    for (const [span, traceparent] of [
      [rootOf(tracing(0), { sent, continues: true }), /^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-00$/],
      [unsampled, /^00-(?!4bf92f35)[\da-f]{32}-[\da-f]{16}-00$/],
    ] as const) {
      assert.equal(span.isRecorded, false);
      assert.equal(span.start('part'), span);
      assert.match(span.headers().traceparent, traceparent);
    }
    assert.notEqual(unsampled.headers().traceparent, unsampled.headers().traceparent);
  });

  it('links the trace of a client that it does not continue', async () => {
    const tracer = tracing(1_000_000);
    rootOf(tracer, { sent: remoteContext(SENT, undefined) }).end();
    await tracer.close();
    assert.deepEqual(collector.spans[0]?.links, ['4bf92f3577b34da6a3ce929d0e0e4736']);
    assert.notEqual(collector.spans[0]?.traceId, '4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('samples the configured part', () => {
    const tracer = tracing(500_000);
    const all = Array.from({ length: 400 }, () => rootOf(tracer));
    const sampled = all.filter(({ isRecorded }) => isRecorded).length;
    assert.ok(sampled > 100 && sampled < 300, `${sampled} of 400`);
  });

  it('drops and counts spans of a collector that is down, and reports it once', async () => {
    collector.stop();
    const tracer = tracing(1_000_000);
    const total = 10_000;
    for (let count = 0; count < total; count += 1) rootOf(tracer).end();
    assert.ok(counts.dropped >= total - 4096, `${counts.dropped} dropped at once`);
    await tracer.close();
    assert.ok(failures.length <= 1, `${failures.length} reports`);
  }).timeout(10_000);
});
