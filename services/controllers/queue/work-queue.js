import { backoff, systemTiming } from '@pilothouse/client/timing.js';
/** Works on keys: each is never worked on twice at a time, and tried again, less and less often, until it is done. */
export function createWorkQueue(options) {
  const { work, concurrency, retry, signal, onError, timing = systemTiming } = options;
  const ready = new Set();
  /** Being worked on; true where that must be done once more. */
  const running = new Map();
  const waiting = new Map();
  const failures = new Map();
  let end = () => undefined;
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const add = (key) => {
    waiting.delete(key);
    if (running.has(key)) running.set(key, true);
    else ready.add(key);
    startWork();
  };
  const startWork = () => {
    for (const key of ready) {
      if (signal.aborted || running.size >= concurrency) break;
      ready.delete(key);
      running.set(key, false);
      void run(key);
    }
  };
  const run = async (key) => {
    let error;
    const outcome = await work(key, signal).catch((thrown) => {
      error = thrown;
      return 'retry';
    });
    const again = running.get(key) === true;
    running.delete(key);
    if (outcome === 'done') failures.delete(key);
    else if (!signal.aborted) retryLater(key, error);
    if (again) add(key);
    if (signal.aborted && running.size === 0) end();
    startWork();
  };
  const retryLater = (key, error) => {
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    const wait = backoff(count, retry, timing.random);
    if (error !== undefined) onError?.(key, error, wait);
    const token = Symbol(key);
    waiting.set(key, token);
    timing.sleep(wait, signal).then(
      () => waiting.get(key) === token && add(key),
      () => undefined,
    );
  };
  const onAbort = () => {
    if (running.size === 0) end();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { add, ended };
}
//# sourceMappingURL=work-queue.js.map
