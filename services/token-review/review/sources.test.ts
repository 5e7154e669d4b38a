import assert from 'node:assert/strict';
import {
  UNKNOWN,
  type Authentication,
  type TokenAuthenticator,
} from '@pilothouse/authentication/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/authentication/user.js';
import { joinSources } from './sources.js';

const ANN: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
const BOB: Authentication = { type: 'authenticated', user: authenticatedUser('bob') };

describe('sources of tokens', () => {
  let answers: Record<string, () => Authentication | Promise<Authentication>>;
  let told: string[];
  let hits: number;
  beforeEach(() => {
    [answers, told, hits] = [{ first: () => UNKNOWN, second: () => ANN }, [], 0];
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
      onAnswer: (name, result) => told.push(`${name} ${result}`),
      onFailure: (name, error) => told.push(`${name} ${String(error)}`),
      onHit: () => hits++,
      now: () => new Date(0),
    });
  const ask = async (sources: TokenAuthenticator): Promise<Authentication> =>
    sources.authenticateToken('t', { audiences: ['a'], signal: () => new AbortController().signal });

  it('are asked in order, up to the first that knows the user, and once for as long as that is remembered', async () => {
    const sources = create();
    assert.equal(await ask(sources), ANN);
    assert.equal(await ask(sources), ANN);
    assert.deepEqual([told, hits], [['first unknown', 'second authenticated'], 1]);
    answers['first'] = () => BOB;
    assert.equal(await ask(create()), BOB);
  });

  it('are asked anew once they have changed', async () => {
    const sources = create();
    answers['second'] = () => UNKNOWN;
    assert.equal(await ask(sources), UNKNOWN);
    answers['second'] = () => ANN;
    assert.equal(await ask(sources), UNKNOWN);
    sources.forget();
    assert.equal(await ask(sources), ANN);
  });

  it('do not leave an answer that was under way when they changed', async () => {
    const sources = create();
    let release: (answer: Authentication) => void = () => {};
    answers['first'] = () => new Promise((resolve) => (release = resolve));
    const before = ask(sources);
    sources.forget();
    answers = {};
    assert.equal(await ask(sources), UNKNOWN);
    release(ANN);
    assert.equal(await before, ANN);
    assert.equal(await ask(sources), UNKNOWN);
  });

  it('that fail are no answer, unless another one knows the user', async () => {
    answers['first'] = () => Promise.reject(new Error('down'));
    assert.equal(await ask(create()), ANN);
    answers['second'] = () => UNKNOWN;
    const sources = create();
    await assert.rejects(ask(sources), { message: 'down' });
    answers['first'] = () => BOB;
    assert.equal(await ask(sources), BOB);
    assert.equal(told[0], 'first Error: down');
  });
});
