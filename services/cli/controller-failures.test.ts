import assert from 'node:assert/strict';
import { controllerFailures } from './controller-failures.js';

describe('controllerFailures', () => {
  /** The logged lines, each with level and controller. */
  function logging(isTransient?: (error: unknown) => boolean) {
    const lines: string[] = [];
    const log = (level: string) => (fields: unknown) =>
      void lines.push(`${level} ${(fields as { controller: string }).controller}`);
    let time = 0;
    const failed = controllerFailures({ info: log('info'), warn: log('warn') } as never, isTransient, () => time);
    return { lines, failed, pass: (milliseconds: number) => void (time += milliseconds) };
  }

  it('logs a repeated failure once as a warning, for each controller and error', () => {
    const { lines, failed, pass } = logging();
    for (let attempt = 0; attempt < 3; attempt++) {
      failed('a', new Error('away'), 30_000);
      pass(30_000);
    }
    failed('b', new Error('away'), 1);
    failed('a', new Error('forbidden'), 1);
    assert.deepEqual(lines, ['warn a', 'info a', 'info a', 'warn b', 'warn a']);
  });

  it('logs a failure as a warning again after it was over', () => {
    const { lines, failed, pass } = logging();
    failed('a', new Error('away'), 1000);
    pass(61_001);
    failed('a', new Error('away'), Infinity);
    pass(60_000);
    failed('a', new Error('away'), 1000);
    assert.deepEqual(lines, ['warn a', 'warn a', 'info a']);
  });

  it('never logs transient failures as warnings', () => {
    const { lines, failed } = logging(() => true);
    failed('a', new Error('busy'), 1);
    assert.deepEqual(lines, ['info a']);
  });
});
