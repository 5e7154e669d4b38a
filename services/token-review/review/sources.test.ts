import assert from 'node:assert/strict';
import {
  UNKNOWN,
  type Authentication,
  type TokenAuthenticator,
} from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { joinSources } from './sources.js';

const ANN: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
const BOB: Authentication = { type: 'authenticated', user: authenticatedUser('bob') };

describe('joinSources', () => {
  let answers: Record<string, () => Authentication | Promise<Authentication>>;
  let reported: string[];
  let hits: number;
  beforeEach(() => {
    [answers, reported, hits] = [{ first: () => UNKNOWN, second: () => ANN }, [], 0];
  });
  const source = (name: string): TokenAuthenticator => ({
    name,
    authenticateToken: () => answers[name]?.() ?? UNKNOWN,
  });
  const create = () =>
    joinSources({
      sources: [source('first'), source('second')],
      successes: 1000,
      failures: 1000,
      timeout: 1000,
      onAnswer: (name, result) => reported.push(`${name} ${result}`),
      onFailure: (name, error) => reported.push(`${name} ${String(error)}`),
      onHit: () => hits++,
      now: () => new Date(0),
    });
  const ask = async (sources: TokenAuthenticator): Promise<Authentication> =>
    sources.authenticateToken('t', { audiences: ['a'], signal: () => new AbortController().signal });

  it('asks the sources in order up to the first match, and caches the answer', async () => {
    const sources = create();
    assert.equal(await ask(sources), ANN);
    assert.equal(await ask(sources), ANN);
    assert.deepEqual([reported, hits], [['first unknown', 'second authenticated'], 1]);
    answers['first'] = () => BOB;
    assert.equal(await ask(create()), BOB);
  });

  it('asks again after the cache was cleared', async () => {
    const sources = create();
    answers['second'] = () => UNKNOWN;
    assert.equal(await ask(sources), UNKNOWN);
    answers['second'] = () => ANN;
    assert.equal(await ask(sources), UNKNOWN);
    sources.clearCache();
    assert.equal(await ask(sources), ANN);
  });

  it('does not cache an answer that was in flight when the cache was cleared', async () => {
    const sources = create();
    let release: (answer: Authentication) => void = () => {};
    answers['first'] = () => new Promise((resolve) => (release = resolve));
    const before = ask(sources);
    sources.clearCache();
    answers = {};
    assert.equal(await ask(sources), UNKNOWN);
    release(ANN);
    assert.equal(await before, ANN);
    assert.equal(await ask(sources), UNKNOWN);
  });

  it('fails when a source fails and no other authenticates the token', async () => {
    answers['first'] = () => Promise.reject(new Error('down'));
    assert.equal(await ask(create()), ANN);
    answers['second'] = () => UNKNOWN;
    const sources = create();
    await assert.rejects(ask(sources), { message: 'down' });
    answers['first'] = () => BOB;
    assert.equal(await ask(sources), BOB);
    assert.equal(reported[0], 'first Error: down');
  });
});
