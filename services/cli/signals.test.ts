import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { listenForSignals } from './signals.js';

describe('listenForSignals', () => {
  /** Sends signals at these milliseconds and returns the calls. */
  function send(...signals: readonly (readonly [number, 'SIGINT' | 'SIGTERM'])[]): string[] {
    const source = new EventEmitter();
    const reported: string[] = [];
    let now = 0;
    const end = listenForSignals({
      source,
      now: () => now,
      onStop: (signal) => reported.push(`stop ${signal}`),
      onSecond: (code) => reported.push(`exit ${code}`),
    });
    for (const [time, signal] of signals) {
      now = time;
      source.emit(signal, signal);
    }
    end();
    assert.deepEqual(source.eventNames(), []);
    return reported;
  }

  it('stops at the first signal', () => assert.deepEqual(send([0, 'SIGTERM']), ['stop SIGTERM']));
  it('ignores its echo', () => assert.deepEqual(send([0, 'SIGINT'], [499, 'SIGINT']), ['stop SIGINT']));
  it('exits at a second signal', () => {
    assert.deepEqual(send([0, 'SIGINT'], [500, 'SIGINT']), ['stop SIGINT', 'exit 130']);
    assert.deepEqual(send([0, 'SIGINT'], [600, 'SIGTERM']), ['stop SIGINT', 'exit 143']);
  });
});
