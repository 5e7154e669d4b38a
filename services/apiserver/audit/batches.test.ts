import assert from 'node:assert/strict';
import { createBatches } from './batches.js';

describe('buffered events', () => {
  it('are limited in memory, even during delivery, except for a single event', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const delivered: string[] = [];
    const batches = createBatches({
      batch: { bufferSize: 100, maxSize: 1, maxWait: 0 },
      concurrency: 1,
      maxCharacters: 10,
      async deliver(events) {
        await released;
        delivered.push(...events);
      },
    });
    const large = 'x'.repeat(11);
    assert.equal(batches.add(large), true);
    await new Promise(setImmediate);
    assert.equal(batches.add('a'), false);
    release();
    await new Promise(setImmediate);
    assert.deepEqual(['abcde', 'fghij', 'k'].map(batches.add), [true, true, false]);
    await batches.close();
    assert.deepEqual(delivered, [large, 'abcde', 'fghij']);
  });
});
