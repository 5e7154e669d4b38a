import assert from 'node:assert/strict';
import { RefusedError, resending, StaleConnectionError } from './resend.js';
import type { TransportResponse } from './transport.js';

describe('a request that fails for no fault of its own', () => {
  const answer: TransportResponse = { status: 200, headers: {}, body: (async function* () {})() };
  const why = new Error('why');
  const refused = (): Error => new RefusedError('', { cause: why });
  const stale = (): Error => new StaleConnectionError('', { cause: why });

  interface Case {
    readonly method: string;
    readonly repeatable?: true;
    readonly failures: readonly Error[];
    readonly isClosed?: boolean;
    /** How often it is sent, and for how long it waits in between. */
    readonly sent: number;
    readonly waits?: readonly number[];
    readonly isAnswered: boolean;
  }
  const cases: Readonly<Record<string, Case>> = {
    'is sent once where it is answered': { method: 'POST', failures: [], sent: 1, isAnswered: true },
    'is sent again at once where it was refused': { method: 'POST', failures: [refused()], sent: 2, isAnswered: true },
    'waits longer and longer where it is refused again': {
      method: 'GET',
      failures: [refused(), refused(), refused(), refused()],
      sent: 5,
      waits: [100, 200, 400],
      isAnswered: true,
    },
    'is given up after six refusals': {
      method: 'DELETE',
      failures: Array.from({ length: 7 }, refused),
      sent: 7,
      waits: [100, 200, 400, 800, 1600],
      isAnswered: false,
    },
    'is read once more where its connection broke': { method: 'GET', failures: [stale()], sent: 2, isAnswered: true },
    'is not read a third time': { method: 'GET', failures: [stale(), stale()], sent: 2, isAnswered: false },
    'is written once where its connection broke': { method: 'PATCH', failures: [stale()], sent: 1, isAnswered: false },
    'is sent once more where it can be repeated': {
      method: 'POST',
      repeatable: true,
      failures: [stale()],
      sent: 2,
      isAnswered: true,
    },
    'may meet both': { method: 'GET', failures: [refused(), stale()], sent: 3, isAnswered: true },
    'is not sent again by whom nobody needs any more': {
      method: 'GET',
      failures: [refused()],
      isClosed: true,
      sent: 1,
      isAnswered: false,
    },
    'is not sent again where it was its fault': { method: 'GET', failures: [why], sent: 1, isAnswered: false },
  };
  for (const [name, { method, repeatable, failures, isClosed = false, sent, waits = [], isAnswered }] of Object.entries(
    cases,
  )) {
    it(name, async () => {
      let count = 0;
      const waited: number[] = [];
      const result = resending(
        { method, target: '/', headers: {}, ...(repeatable && { repeatable }) },
        {
          async send() {
            const failure = failures[count++];
            if (failure !== undefined) throw failure;
            return answer;
          },
          isClosed: () => isClosed,
          timing: { now: () => 0, random: () => 0, sleep: async (ms) => void waited.push(ms) },
        },
      );
      if (isAnswered) assert.equal(await result, answer);
      else await assert.rejects(result, (error) => error === why);
      assert.deepEqual([count, waited], [sent, waits]);
    });
  }

  it('ends with the reason of its signal while it waits', async () => {
    const stop = new AbortController();
    const request = { method: 'POST', target: '/', headers: {}, signal: stop.signal };
    const reason = new Error('enough');
    const result = resending(request, {
      send: () => Promise.reject(refused()),
      isClosed: () => false,
      timing: {
        now: () => 0,
        random: () => 0,
        sleep(_ms, signal) {
          stop.abort(reason);
          return Promise.reject(signal.reason as Error);
        },
      },
    });
    await assert.rejects(result, (error) => error === reason);
  });
});
