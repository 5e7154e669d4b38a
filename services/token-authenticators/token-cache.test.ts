import assert from 'node:assert/strict';
import { cacheTokens } from './token-cache.js';
import { UNKNOWN, type Authentication } from './token-authenticator.js';
import { authenticatedUser } from './user.js';

const START = Date.parse('2026-01-02T03:04:05Z');

describe('token cache', () => {
  let now: number;
  let asked: string[];
  let errors: string[];
  let answer: (token: string, signal: AbortSignal) => Authentication | Promise<Authentication>;
  beforeEach(() => {
    [now, asked, errors] = [START, [], []];
    answer = () => ann;
  });

  const ann: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
  const rejected: Authentication = { type: 'rejected', reason: 'r' };
  const create = (): ((token: string, signal?: AbortSignal, audiences?: string[]) => Promise<Authentication>) => {
    const tokens = cacheTokens(
      {
        name: 'test',
        authenticateToken(token, { signal }) {
          asked.push(token);
          return answer(token, signal());
        },
      },
      {
        successes: 10_000,
        failures: 5_000,
        timeout: 50,
        onError: (error) => errors.push(String(error)),
        now: () => new Date(now),
      },
    );
    return async (token, signal = new AbortController().signal, audiences = ['api']) =>
      tokens.authenticateToken(token, { audiences, signal: () => signal });
  };

  const spans: readonly (readonly [name: string, answer: Authentication, milliseconds: number])[] = [
    ['an authenticated token', ann, 10_000],
    ['an authenticated token with a later expiry', { ...ann, expires: START + 20_000 }, 10_000],
    ['an authenticated token until its expiry', { ...ann, expires: START + 3_000 }, 3_000],
    ['no expired token', { ...ann, expires: START - 1 }, 0],
    ['a rejection', rejected, 5_000],
    ['an unknown token', UNKNOWN, 5_000],
  ];
  for (const [name, given, milliseconds] of spans) {
    it(`keeps ${name}, for ${milliseconds} ms`, async () => {
      answer = () => given;
      const ask = create();
      await ask('t');
      now = START + milliseconds - 1;
      assert.deepEqual([await ask('t'), asked.length], [given, milliseconds === 0 ? 2 : 1]);
      const before = asked.length;
      now = START + milliseconds;
      await ask('t');
      assert.equal(asked.length, before + 1);
    });
  }

  it('does not extend entries when the clock is set back', async () => {
    const ask = create();
    await ask('t');
    now = START - 3_600_000;
    await ask('t');
    assert.equal(asked.length, 2);
  });

  it('has separate entries for each token and audience', async () => {
    const ask = create();
    await ask('t');
    await ask('u');
    await ask('t', undefined, ['other']);
    await ask('t', undefined, ['api']);
    assert.deepEqual(asked, ['t', 'u', 't']);
  });

  it('shares one request among concurrent callers', async () => {
    const ask = create();
    assert.deepEqual(
      await Promise.all(Array.from({ length: 100 }, () => ask('t'))),
      Array.from({ length: 100 }, () => ann),
    );
    assert.equal(asked.length, 1);
  });

  it('rejects a token after a failure, and does not cache that', async () => {
    answer = () => {
      throw new Error('down');
    };
    const ask = create();
    assert.deepEqual(await ask('t'), { type: 'rejected', reason: 'the token could not be checked: Error: down' });
    answer = () => ann;
    assert.equal(await ask('t'), ann);
    assert.deepEqual(errors, ['Error: down']);
  });

  it('passes a failure on to all callers without onError, and without callers too', async () => {
    let [hits, misses] = [0, 0];
    const failing = { name: 'test', authenticateToken: () => Promise.reject(new Error('down')) };
    const memory = {
      successes: 1,
      failures: 1,
      timeout: 50,
      onHit: () => (hits += 1),
      onMiss: () => (misses += 1),
      now: () => new Date(now),
    };
    const tokens = cacheTokens(failing, memory);
    const ask = async (signal: AbortSignal) =>
      tokens.authenticateToken('t', { audiences: ['api'], signal: () => signal });
    const waiting = new AbortController().signal;
    const results = await Promise.allSettled([ask(AbortSignal.abort(new Error('left'))), ask(waiting), ask(waiting)]);
    assert.deepEqual(
      results.map((each) => each.status === 'rejected' && String(each.reason)),
      ['Error: left', 'Error: down', 'Error: down'],
    );
    assert.deepEqual([hits, misses], [2, 1]);
  });

  it('rejects a token after the timeout', async () => {
    answer = (_token, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const keepAwake = setTimeout(() => undefined, 5_000);
    assert.equal((await create()('t')).type, 'rejected');
    clearTimeout(keepAwake);
    assert.match(errors.join(), /TimeoutError/);
  });

  it('ends the wait of an aborted caller only', async () => {
    let release: (answer: Authentication) => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const ask = create();
    const leaving = new AbortController();
    const [first, second] = [ask('t', leaving.signal), ask('t')];
    leaving.abort(new Error('left'));
    await assert.rejects(first, { message: 'left' });
    release(ann);
    assert.equal(await second, ann);
  });

  it('has a bounded size, and unknown tokens evict no authenticated ones', async () => {
    const ask = create();
    await ask('known');
    answer = () => rejected;
    for (let index = 0; index < 5_000; index++) await ask(`guess ${index}`);
    asked = [];
    await ask('known');
    await ask('guess 4999');
    assert.deepEqual(asked, []);
    await ask('guess 0');
    assert.deepEqual(asked, ['guess 0']);
  });
});
