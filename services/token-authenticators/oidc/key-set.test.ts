import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { oidcKeySet, type KeySet } from './key-set.js';

const ISSUER = 'https://id.example/tenant';

describe('oidcKeySet', () => {
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

  it('finds the keys by discovery, once', async () => {
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(fetched, [`${ISSUER}/.well-known/openid-configuration`, 'https://keys.example/keys']);
  });

  it('fetches again for an unknown key id, after the cooldown', async () => {
    await ids('a');
    published = ['b'];
    now = 4_999;
    assert.deepEqual(await ids('b'), ['a']);
    now = 5_000;
    assert.deepEqual(await ids('b'), ['b']);
  });

  it('fetches again for a token without key id, after the cooldown', async () => {
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

  it('shares one fetch among concurrent callers', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => ids(`made up ${index}`)));
    assert.equal(questions(), 1);
  });

  it('keeps its keys while the provider is down', async () => {
    await ids('a');
    isDown = true;
    now = 3_600_000;
    assert.deepEqual(await ids('a'), ['a']);
    assert.deepEqual(await ids('b'), ['a']);
    assert.equal(errors.length, 1);
  });

  it('drops withdrawn keys after ten minutes', async () => {
    await ids('a');
    published = ['b'];
    now = 600_000;
    await ids('a');
    await new Promise(setImmediate);
    assert.deepEqual(await ids('a'), ['b']);
  });

  it('retries after the cooldown when the first fetch has failed', async () => {
    isDown = true;
    await assert.rejects(ids('a'), { message: 'down' });
    isDown = false;
    await assert.rejects(ids('a'), { message: 'down' });
    now = 5_000;
    assert.deepEqual(await ids('a'), ['a']);
  });

  const bad: readonly (readonly [name: string, discovery: object, message: RegExp])[] = [
    ['another issuer', { issuer: `${ISSUER}/`, jwks_uri: 'https://k/keys' }, /calls itself/],
    ['no jwks_uri', { issuer: ISSUER }, /names no jwks_uri/],
    ['jwks_uri without URL', { issuer: ISSUER, jwks_uri: 'keys' }, /names no jwks_uri/],
    ['no list of keys', { issuer: ISSUER, jwks_uri: 'https://k/none' }, /holds no keys/],
  ];
  for (const [name, document, message] of bad) {
    it(`rejects a discovery document: ${name}`, async () => {
      discovery = document;
      await assert.rejects(ids('a'), { message });
    });
  }
});
