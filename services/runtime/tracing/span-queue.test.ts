import assert from 'node:assert/strict';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { createSpanQueue, type EncodedSpans } from './span-queue.js';

const SPAN = { name: 'a' } as unknown as ReadableSpan;

describe('spans that wait for the collector', () => {
  /** A queue whose encoding has the given number of bytes for each span. `answer` settles the request in progress. */
  function queueOf(spanBytes: number) {
    const requests: EncodedSpans[] = [];
    const answers: ((error?: Error) => void)[] = [];
    const counts = { exported: 0, dropped: 0 };
    const reports: string[] = [];
    const queue = createSpanQueue({
      encode: (spans) => new Uint8Array(spans.length * spanBytes),
      send: (request) => {
        requests.push(request);
        return new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve())));
      },
      counts,
      onFailed: (error) => reports.push(String(error)),
      onRecovered: () => reports.push('recovered'),
    });
    const add = (count: number): void => {
      for (let index = 0; index < count; index += 1) queue.add(SPAN);
    };
    const answer = async (error?: Error): Promise<void> => {
      answers.shift()?.(error);
      await new Promise(setImmediate);
    };
    return { queue, requests, counts, reports, add, answer };
  }

  it('are sent together, and those that end during a request are sent with the next one', async () => {
    const { queue, requests, counts, add, answer } = queueOf(10);
    add(20);
    const closed = queue.close();
    add(3);
    await answer();
    assert.deepEqual(
      requests.map(({ bytes, count }) => [bytes.length, count]),
      [
        [200, 20],
        [30, 3],
      ],
    );
    await answer();
    await closed;
    assert.deepEqual(counts, { exported: 23, dropped: 0 });
  });

  it('are sent at once when they fill a request, and in requests of bounded size', async () => {
    const { requests, add, answer } = queueOf(30_000);
    add(100);
    assert.equal(requests.length, 1);
    await answer();
    assert.equal(requests.length, 2, 'without a further span');
    await answer();
    assert.ok(requests.every(({ bytes }) => bytes.length < 2_000_000));
  });

  it('are dropped and counted at the limit, and when the collector fails, which is reported once', async () => {
    const { queue, counts, reports, add, answer } = queueOf(10);
    add(5000);
    assert.deepEqual(counts, { exported: 0, dropped: 904 });
    const closed = queue.close();
    await answer(new Error('down'));
    await closed;
    add(1);
    const failed = queue.close();
    await answer(new Error('down'));
    await failed;
    assert.deepEqual(counts, { exported: 0, dropped: 5001 });
    assert.deepEqual(reports, ['Error: down']);
    add(1);
    const again = queue.close();
    await answer();
    await again;
    assert.deepEqual(reports, ['Error: down', 'recovered']);
  });
});
