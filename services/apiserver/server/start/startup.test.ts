import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { NotReadyError, StoreUnavailableError } from '@pilothouse/storage/store.js';
import { beginStart, type Startup } from './startup.js';

describe('startup', () => {
  let reported: string[];
  let off: AbortController;
  beforeEach(() => {
    [reported, off] = [[], new AbortController()];
  });
  const begin = (...runs: readonly (() => Promise<unknown>)[]): Startup =>
    beginStart(
      runs.map((run, index) => ({ name: `step-${index}`, run })),
      { onError: (error, step) => reported.push(`${step}: ${String(error)}`), signal: off.signal, retryAfter: 1 },
    );
  const finished = ({ steps }: Startup): string[] =>
    steps.filter(({ isFinished }) => isFinished()).map(({ name }) => name);

  it('runs all steps concurrently, and is done when all are', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const startup = begin(
      async () => undefined,
      () => gate,
    );
    await new Promise(setImmediate);
    assert.deepEqual([finished(startup), startup.isDone()], [['step-0'], false]);
    open();
    await startup.done;
    assert.deepEqual([finished(startup), startup.isDone()], [['step-0', 'step-1'], true]);
  });

  const passing = [
    new StoreUnavailableError('etcd is unavailable', false),
    new StoreUnavailableError('etcd became unavailable', true),
    new NotReadyError('the cache is being read'),
    new StatusError('ServiceUnavailable', 'not now'),
  ];
  for (const error of passing) {
    it(`retries after ${error.name}: ${error.message}, and reports it once`, async () => {
      let failures = 3;
      const startup = begin(async () => {
        if (failures-- > 0) throw error;
      });
      await startup.done;
      assert.deepEqual([reported, startup.isDone()], [[`step-0: ${String(error)}`], true]);
    });
  }

  it('reports the same error again every minute', async () => {
    let [failures, time] = [5, 0];
    const run = async (): Promise<void> => {
      time += 30_000;
      if (failures-- > 0) throw new NotReadyError('not yet');
    };
    const onError = (error: unknown): void => void reported.push(`${time}: ${String(error)}`);
    const clock = (): number => time;
    await beginStart([{ name: 'a', run }], { onError, signal: off.signal, retryAfter: 1, clock }).done;
    const text = String(new NotReadyError('not yet'));
    assert.deepEqual(reported, [`30000: ${text}`, `90000: ${text}`, `150000: ${text}`]);
  });

  it('fails for a permanent error', async () => {
    const startup = begin(
      () => Promise.reject(new StatusError('Invalid', 'never')),
      async () => undefined,
    );
    await assert.rejects(startup.done, /never/);
    assert.deepEqual([finished(startup), reported], [['step-1'], []]);
  });

  it('ends when it is aborted', async () => {
    const startup = begin(() => Promise.reject(new NotReadyError('not yet')));
    const ended = assert.rejects(startup.done, { name: 'AbortError' });
    off.abort();
    await ended;
  });
});
