import assert from 'node:assert/strict';
import { controllerFailures } from './controller-failures.js';

describe('failures of controllers', () => {
  /** What is logged, each as its level and controller. */
  function logging(isPassing?: (error: unknown) => boolean) {
    const lines: string[] = [];
    const log = (level: string) => (fields: unknown) =>
      void lines.push(`${level} ${(fields as { controller: string }).controller}`);
    let time = 0;
    const failed = controllerFailures({ info: log('info'), warn: log('warn') } as never, isPassing, () => time);
    return { lines, failed, pass: (milliseconds: number) => void (time += milliseconds) };
  }

  it('are warned of once as long as they go on, each kind and controller for itself', () => {
    const { lines, failed, pass } = logging();
    for (let attempt = 0; attempt < 3; attempt++) {
      failed('a', new Error('away'), 30_000);
      pass(30_000);
    }
    failed('b', new Error('away'), 1);
    failed('a', new Error('forbidden'), 1);
    assert.deepEqual(lines, ['warn a', 'info a', 'info a', 'warn b', 'warn a']);
  });

  it('are warned of again when they were over', () => {
    const { lines, failed, pass } = logging();
    failed('a', new Error('away'), 1000);
    pass(61_001);
    failed('a', new Error('away'), Infinity);
    pass(60_000);
    failed('a', new Error('away'), 1000);
    assert.deepEqual(lines, ['warn a', 'warn a', 'info a']);
  });

  it('are never warned of where they pass by themselves', () => {
    const { lines, failed } = logging(() => true);
    failed('a', new Error('busy'), 1);
    assert.deepEqual(lines, ['info a']);
  });
});
