import assert from 'node:assert/strict';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { createBackend, type Backend, type BackendOptions } from './backend.js';
import { createLedger } from './counts.js';

const BATCH = { bufferSize: 100, maxSize: 3, maxWait: 0 };
const FAR = 3_600_000;

function event(name: string, more: Partial<Event> = {}): Event {
  return { level: 'Request', auditID: name, stage: 'ResponseComplete', requestURI: '', verb: '', user: {}, ...more };
}

interface Logged {
  readonly failed: number;
  readonly dropped: number;
  readonly errors: readonly string[];
}

describe('an audit backend', () => {
  /** Event ids of each delivery. */
  let delivered: string[][];
  let logged: Logged[];
  /** The outcome of a delivery; success if undefined. */
  let deliver: (() => Promise<void>) | undefined;
  let hurried: boolean;
  beforeEach(() => {
    [delivered, logged, deliver, hurried] = [[], [], undefined, false];
  });

  function start(options: Partial<BackendOptions> = {}): Backend {
    return createBackend({
      name: 'test',
      mode: 'blocking',
      batch: BATCH,
      concurrency: 1,
      ledger: createLedger('test', { error: (entry: unknown) => void logged.push(entry as Logged) }),
      ...options,
      delivery: {
        async deliver(events) {
          delivered.push(events.map((text) => (JSON.parse(text) as Event).auditID));
          await deliver?.();
        },
        stopRetrying() {
          hurried = true;
        },
        close: async () => {},
      },
    });
  }

  const failing = (): Promise<void> => Promise.reject(new Error('the disk is full'));
  const recordAll = (backend: Backend, names: string): Promise<boolean[]> =>
    Promise.all(names.split('').map((name) => backend.record(event(name))));

  describe('that fails', () => {
    for (const [mode, goesOn] of [
      ['blocking', true],
      ['blocking-strict', false],
      ['batch', true],
    ] as const) {
      it(`lets a request ${goesOn ? '' : 'not '}proceed in the mode ${mode}, and counts and logs it`, async () => {
        deliver = failing;
        const backend = start({ mode });
        assert.equal(await backend.record(event('a')), goesOn);
        await backend.close();
        assert.deepEqual(backend.counts(), { written: 0, failed: 1, dropped: 0 });
        assert.deepEqual([logged[0]?.failed, logged[0]?.errors], [1, ['the disk is full']]);
      });
    }

    it('logs at once, and then once a second and at the end', async () => {
      deliver = failing;
      const backend = start();
      for (let failures = 0; failures < 100; failures++) await backend.record(event('a'));
      assert.deepEqual(
        logged.map(({ failed }) => failed),
        [1],
      );
      await backend.close();
      assert.deepEqual(
        logged.map(({ failed }) => failed),
        [1, 99],
      );
    });
  });

  describe('in a blocking mode', () => {
    it('records an event before the request proceeds', async () => {
      const backend = start();
      let isWritten = false;
      deliver = async () => {
        await new Promise(setImmediate);
        isWritten = true;
      };
      assert.equal(await backend.record(event('a')), true);
      assert.ok(isWritten);
      assert.deepEqual([delivered, backend.counts().written], [[['a']], 1]);
    });
  });

  describe('in the mode batch', () => {
    it('delivers a full batch at once, and the rest after the maximum wait or at the end', async () => {
      const backend = start({ mode: 'batch', batch: { ...BATCH, maxWait: FAR } });
      await recordAll(backend, 'ab');
      await new Promise(setImmediate);
      assert.deepEqual(delivered, []);
      await recordAll(backend, 'cd');
      await new Promise(setImmediate);
      assert.deepEqual(delivered, [['a', 'b', 'c']]);
      await backend.close();
      assert.deepEqual(delivered, [['a', 'b', 'c'], ['d']]);
      assert.equal(hurried, true);
      assert.deepEqual(backend.counts(), { written: 4, failed: 0, dropped: 0 });
    });

    it('delivers after the maximum wait', async () => {
      const backend = start({ mode: 'batch', batch: { ...BATCH, maxWait: 1 } });
      const isDelivered = new Promise<void>((resolve) => {
        deliver = async () => resolve();
      });
      await recordAll(backend, 'ab');
      await isDelivered;
      assert.deepEqual(delivered, [['a', 'b']]);
      await backend.close();
    });

    it('buffers up to its capacity while the destination is stuck, and counts dropped events', async () => {
      let release = (): void => undefined;
      deliver = () =>
        new Promise((resolve) => {
          release = resolve;
        });
      const backend = start({ mode: 'batch', batch: { bufferSize: 4, maxSize: 2, maxWait: 0 } });
      const taken = await recordAll(backend, 'abcdefgh');
      assert.ok(taken.every(Boolean));
      assert.deepEqual(backend.counts(), { written: 0, failed: 0, dropped: 4 });
      deliver = undefined;
      release();
      await backend.close();
      assert.deepEqual(delivered.flat().join(''), 'abcd');
      assert.deepEqual(backend.counts(), { written: 4, failed: 0, dropped: 4 });
      assert.equal(
        logged.reduce((sum, { dropped }) => sum + dropped, 0),
        4,
      );
    });

    it('takes no events after its end', async () => {
      const backend = start({ mode: 'batch' });
      await backend.close();
      await backend.record(event('a'));
      assert.equal(backend.counts().dropped, 1);
    });

    it('delivers batches concurrently', async () => {
      let [now, most] = [0, 0];
      deliver = async () => {
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now -= 1;
      };
      const backend = start({ mode: 'batch', concurrency: 2, batch: { ...BATCH, maxSize: 1 } });
      await recordAll(backend, 'abcdefgh');
      await backend.close();
      assert.equal(most, 2);
      assert.equal(backend.counts().written, 8);
    });

    it('throttles batches, except at the end', async () => {
      const batch = { ...BATCH, maxSize: 1, throttle: { qps: 0.001, burst: 2 } };
      const backend = start({ mode: 'batch', concurrency: 10, batch });
      await recordAll(backend, 'abcd');
      await new Promise(setImmediate);
      assert.deepEqual(delivered.flat(), ['a', 'b']);
      await backend.close();
      assert.deepEqual(delivered.flat(), ['a', 'b', 'c', 'd']);
    });

    it('throttles batches to the part of a worker', async () => {
      const batch = { ...BATCH, maxSize: 1, throttle: { qps: 0.001, burst: 2 } };
      const backend = start({ mode: 'batch', concurrency: 10, batch, part: { index: 0, workers: 2 } });
      await recordAll(backend, 'ab');
      await new Promise(setImmediate);
      assert.deepEqual(delivered.flat(), ['a']);
      await backend.close();
    });
  });

  describe('with truncation', () => {
    const truncate = { maxEventSize: 200, maxBatchSize: 400 };
    const large = 'x'.repeat(1000);

    it('removes the request and response objects from a large event', async () => {
      const texts: string[] = [];
      const backend = createBackend({
        name: 'test',
        mode: 'blocking',
        batch: BATCH,
        truncate: { maxEventSize: 300, maxBatchSize: 300 },
        concurrency: 1,
        ledger: createLedger('test', { error: () => {} }),
        delivery: { deliver: async (events) => void texts.push(...events), stopRetrying() {}, close: async () => {} },
      });
      await backend.record(event('a', { requestObject: large, responseObject: 1, annotations: { b: 'c' } }));
      await backend.close();
      const [short] = texts.map((text) => JSON.parse(text) as Event);
      assert.deepEqual(short, event('a', { annotations: { b: 'c', 'audit.k8s.io/truncated': 'true' } }));
    });

    it('counts an event that is still too large, and the request proceeds', async () => {
      const backend = start({ mode: 'blocking-strict', truncate });
      assert.equal(await backend.record(event('a', { requestURI: large })), true);
      assert.equal(await backend.record(event('a', { level: 'Metadata', requestURI: large })), true);
      assert.deepEqual([delivered, backend.counts()], [[], { written: 0, failed: 2, dropped: 0 }]);
      await backend.close();
    });

    it('divides a batch that is too large', async () => {
      const backend = start({ mode: 'batch', truncate, batch: { ...BATCH, maxSize: 5, maxWait: FAR } });
      await recordAll(backend, 'abcde');
      await backend.close();
      assert.deepEqual(delivered, [['a', 'b', 'c', 'd'], ['e']]);
    });
  });
});
