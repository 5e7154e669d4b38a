import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { oidcKeySet, type KeySet } from './key-set.js';

const ISSUER = 'https://id.example/tenant';

describe('the keys of a provider', () => {
  let now: number;
  let published: readonly string[];
  let isDown: boolean;
  let fetched: string[];
  let errors: unknown[];
  let discovery: object;
  let set: KeySet;
  beforeEach(() => {
    [now, published, isDown, fetched, errors] = [0, ['a'], false, [], []];
    discovery = { issuer: ISSUER, jwks_uri: 'https://keys.example/keys' };
    set = oidcKeySet({
      issuer: ISSUER,
      async fetchJson(url) {
        fetched.push(url.href);
        if (isDown) throw new Error('down');
        const answer = url.pathname === '/keys' ? { keys: published.map((kid) => ({ kid })) } : discovery;
        return parseJson(JSON.stringify(answer)).value as JsonObject;
      },
      onError: (error) => errors.push(error),
      now: () => new Date(now),
    });
  });
  const ids = async (id?: string): Promise<unknown[]> => (await set.keysFor(id)).map(({ kid }) => kid);
  const questions = (): number => fetched.filter((href) => href.endsWith('/keys') || isDown).length;

  it('are found by discovery, once', async () => {
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(fetched, [`${ISSUER}/.well-known/openid-configuration`, 'https://keys.example/keys']);
  });

  it('are read again for a new id, but not at once', async () => {
    await ids('a');
    published = ['b'];
    now = 4_999;
    assert.deepEqual(await ids('b'), ['a']);
    now = 5_000;
    assert.deepEqual(await ids('b'), ['b']);
  });

  it('are read again for a token that names none, but not at once', async () => {
    await ids();
    published = ['b'];
    now = 4_999;
    assert.equal(await set.newKeys(), undefined);
    now = 5_000;
    assert.deepEqual(
      (await set.newKeys())?.map(({ kid }) => kid),
      ['b'],
    );
  });

  it('are asked for once by all who wait', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => ids(`made up ${index}`)));
    assert.equal(questions(), 1);
  });

  it('keep working while the provider is down, and unknown ones are no error', async () => {
    await ids('a');
    isDown = true;
    now = 3_600_000;
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(await ids('b'), ['a']);
    assert.equal(errors.length, 1);
  });

  it('that are withdrawn go after ten minutes', async () => {
    await ids('a');
    published = ['b'];
    now = 600_000;
    await ids('a');
    await new Promise(setImmediate);
    assert.deepEqual(await ids('a'), ['b']);
  });

  it('are asked for again some seconds after the provider was down from the beginning', async () => {
    isDown = true;
    await assert.rejects(ids('a'), { message: 'down' });
    isDown = false;
    await assert.rejects(ids('a'), { message: 'down' });
    now = 5_000;
    assert.deepEqual(await ids('a'), ['a']);
  });

  const bad: readonly (readonly [name: string, discovery: object, message: RegExp])[] = [
    ['of a provider that calls itself otherwise', { issuer: `${ISSUER}/`, jwks_uri: 'https://k/keys' }, /calls itself/],
    ['that are nowhere', { issuer: ISSUER }, /names no jwks_uri/],
    ['at no address', { issuer: ISSUER, jwks_uri: 'keys' }, /names no jwks_uri/],
    ['that are none', { issuer: ISSUER, jwks_uri: 'https://k/none' }, /holds no keys/],
  ];
  for (const [name, document, message] of bad) {
    it(`are not taken: ${name}`, async () => {
      discovery = document;
      await assert.rejects(ids('a'), { message });
    });
  }
});
