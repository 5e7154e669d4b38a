import assert from 'node:assert/strict';
import { RefusedError, resending, StaleConnectionError } from './resend.js';
import type { TransportResponse } from './transport.js';

describe('resending', () => {
  const answer: TransportResponse = { status: 200, headers: {}, body: (async function* () {})() };
  const why = new Error('why');
  const refused = (): Error => new RefusedError('', { cause: why });
  const stale = (): Error => new StaleConnectionError('', { cause: why });

  interface Case {
    readonly method: string;
    readonly repeatable?: true;
    readonly failures: readonly Error[];
    readonly isClosed?: boolean;
    /** The number of attempts, and the waits between them. */
    readonly sent: number;
    readonly waits?: readonly number[];
    readonly isAnswered: boolean;
  }
  const cases: Readonly<Record<string, Case>> = {
    'sends an answered request once': { method: 'POST', failures: [], sent: 1, isAnswered: true },
    'resends a refused request at once': { method: 'POST', failures: [refused()], sent: 2, isAnswered: true },
    'backs off after further refusals': {
      method: 'GET',
      failures: [refused(), refused(), refused(), refused()],
      sent: 5,
      waits: [100, 200, 400],
      isAnswered: true,
    },
    'gives up after six refusals': {
      method: 'DELETE',
      failures: Array.from({ length: 7 }, refused),
      sent: 7,
      waits: [100, 200, 400, 800, 1600],
      isAnswered: false,
    },
    'resends a GET after a stale connection': { method: 'GET', failures: [stale()], sent: 2, isAnswered: true },
    'does not resend a GET twice': { method: 'GET', failures: [stale(), stale()], sent: 2, isAnswered: false },
    'does not resend a write after a stale connection': {
      method: 'PATCH',
      failures: [stale()],
      sent: 1,
      isAnswered: false,
    },
    'resends a repeatable request': {
      method: 'POST',
      repeatable: true,
      failures: [stale()],
      sent: 2,
      isAnswered: true,
    },
    'handles a refusal and a stale connection': {
      method: 'GET',
      failures: [refused(), stale()],
      sent: 3,
      isAnswered: true,
    },
    'does not resend after close': {
      method: 'GET',
      failures: [refused()],
      isClosed: true,
      sent: 1,
      isAnswered: false,
    },
    'does not resend after another error': { method: 'GET', failures: [why], sent: 1, isAnswered: false },
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

  it('fails with the abort reason during a wait', async () => {
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
