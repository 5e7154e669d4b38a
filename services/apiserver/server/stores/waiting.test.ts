import assert from 'node:assert/strict';
import { NotReadyError, StoreUnavailableError } from '@pilothouse/storage/store.js';
import { waitingLog, type WaitingOptions } from './waiting.js';

describe('the waiting log', () => {
  const away = new StoreUnavailableError('refused', false);
  const denied = new StoreUnavailableError('denied', false);
  const notReady = new NotReadyError('not read yet');
  const cases: readonly (readonly [
    what: string,
    errors: readonly (readonly [at: number, error: Error])[],
    lines: readonly string[],
  ])[] = [
    [
      'reports immediately, and every minute',
      [
        [0, away],
        [500, away],
        [59_999, away],
        [60_500, away],
        [61_000, away],
      ],
      ['refused after 0 s', 'refused after 61 s'],
    ],
    [
      'reports each reason',
      [
        [0, away],
        [500, denied],
        [1000, away],
        [1500, denied],
      ],
      ['refused after 0 s', 'denied after 1 s'],
    ],
    [
      'does not report that the watch cache is not ready if there is another reason',
      [
        [0, away],
        [3000, notReady],
        [59_000, notReady],
      ],
      ['refused after 0 s'],
    ],
    [
      'reports that the watch cache is not ready if there is no other reason',
      [
        [3000, notReady],
        [59_000, notReady],
        [60_000, notReady],
        [63_000, notReady],
      ],
      ['not read yet after 60 s'],
    ],
  ];
  for (const [what, errors, lines] of cases) {
    it(what, () => {
      let time = 0;
      const reported: string[] = [];
      const warn: WaitingOptions['warn'] = ({ reason, waited }, text) => {
        assert.equal(text, 'waiting for etcd at a, b');
        reported.push(`${reason} after ${waited}`);
      };
      const report = waitingLog({ warn, store: 'etcd at a, b', clock: () => time });
      for (const [at, error] of errors) {
        time = at;
        report(error);
      }
      assert.deepEqual(reported, lines);
    });
  }
});
