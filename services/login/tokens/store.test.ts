import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keyring } from './keyring.js';
import type { SavedLogin } from './saved-login.js';
import { loginDirectory, loginStore } from './store.js';

const LOGIN: SavedLogin = {
  server: 'https://api.example',
  issuer: { issuer: 'https://id.example', clientId: 'c', scopes: ['openid'] },
  tokens: { idToken: 'i', expires: 5, subject: 'ada', refreshToken: 'r' },
  keyring: false,
};

describe('saved sign-ins', () => {
  let directory: string;
  let secrets: Map<string, string>;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sign-ins-'));
    secrets = new Map();
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const keyring: Keyring = {
    read: async (key) => secrets.get(key),
    write: async (key, secret) => void secrets.set(key, secret),
    remove: async (key) => void secrets.delete(key),
  };
  const store = () => loginStore({ directory, keyring });
  function file(): string {
    const [folder = ''] = readdirSync(directory);
    return join(directory, folder, 'login.json');
  }

  it('are found by server, issuer and client', async () => {
    await store().write(LOGIN);
    const others = [
      { ...LOGIN, server: 'https://b' },
      { ...LOGIN, issuer: { ...LOGIN.issuer, clientId: 'd' } },
      { ...LOGIN, issuer: { ...LOGIN.issuer, issuer: 'https://x' } },
    ];
    for (const other of others) assert.equal(await store().read(other), undefined);
    assert.deepEqual(await store().read(LOGIN), LOGIN);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.deepEqual(await store().list(), [LOGIN]);
    await store().remove(LOGIN);
    assert.deepEqual([await store().read(LOGIN), await store().list()], [undefined, []]);
  });

  it('have no secret in a file with the keyring', async () => {
    await store().write({ ...LOGIN, keyring: true });
    assert.deepEqual(await store().read(LOGIN), { ...LOGIN, keyring: true });
    assert.equal(secrets.size, 1);
    await store().remove({ ...LOGIN, keyring: true });
    assert.equal(secrets.size, 0);
  });

  it('are not read from files of others, through links, or with other modes', async () => {
    await store().write(LOGIN);
    for (const mode of [0o644, 0o640, 0o602]) {
      chmodSync(file(), mode);
      await assert.rejects(store().read(LOGIN), /is not used, since other users may read it/);
    }
    chmodSync(file(), 0o600);
    writeFileSync(join(directory, 'elsewhere'), '{}', { mode: 0o600 });
    rmSync(file());
    symlinkSync(join(directory, 'elsewhere'), file());
    await assert.rejects(store().read(LOGIN), /cannot be read: ELOOP/);
  });

  for (const text of ['', '{', 'null', '5', '{}', '{"server":"s","issuer":{"issuer":"i"}}']) {
    it(`count as missing when they are damaged: ${JSON.stringify(text)}`, async () => {
      await store().write(LOGIN);
      writeFileSync(file(), text);
      assert.equal(await store().read(LOGIN), undefined);
    });
  }

  it('are changed by one process at a time', async () => {
    const { signal } = new AbortController();
    let [inside, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside--;
    };
    await Promise.all([1, 2, 3].map(() => store().alone(LOGIN, signal, work)));
    assert.equal(most, 1);
    await assert.rejects(
      store().alone(LOGIN, signal, () => Promise.reject(new Error('of the work'))),
      { message: 'of the work' },
    );
  });

  it('are in the directory for state', () => {
    assert.equal(loginDirectory({ XDG_STATE_HOME: '/s', HOME: '/h' }), '/s/pilothouse/login');
    assert.equal(loginDirectory({ XDG_STATE_HOME: '', HOME: '/h' }), '/h/.local/state/pilothouse/login');
  });
});
