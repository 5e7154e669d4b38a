import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCachedStore, type CachedStore } from '../cache/store.js';
import { storeConformance } from '../conformance.js';
import { openEmbeddedStore } from '../embedded/store.js';
import { UnreadableListError, type Store } from '../store.js';
import { chainOf } from './chain.js';
import { aesCbc, aesGcm } from './ciphers.js';
import { identity, keyedProvider } from './providers.js';
import { createRandom } from './random.js';
import { loadSecretbox } from './secretbox.js';
import { encryptedStore } from './store.js';
import type { Provider, Transformer } from './transformer.js';

const fillRandom = createRandom();
const secretbox = await loadSecretbox();
const secret = (byte: number): Uint8Array => Buffer.alloc(32, byte);
const gcm = (...names: [string, ...string[]]): Provider => {
  const [first, ...others] = names.map((name) => ({
    name,
    cipher: aesGcm(secret(name.charCodeAt(0)), fillRandom),
  }));
  assert.ok(first !== undefined);
  return keyedProvider('k8s:enc:aesgcm:v1:', 'AES', [first, ...others]);
};
const cbc = keyedProvider('k8s:enc:aescbc:v1:', 'AES', [{ name: 'a', cipher: aesCbc(secret(1), fillRandom) }]);
const box = keyedProvider('k8s:enc:secretbox:v1:', 'Secretbox', [
  { name: 'a', cipher: secretbox(secret(1), fillRandom) },
]);
const chain = (...providers: [Provider, ...Provider[]]): Transformer =>
  chainOf(
    providers,
    () => undefined,
    () => 0,
  );

const places = new WeakMap<Store, string>();
const everything = { prefix: '', extract: () => ({ labels: {}, fields: {} }) };

for (const [name, isCached] of [
  ['an encrypted store', false],
  ['a watch cache in front of an encrypted store', true],
] as const) {
  const openIn = async (directory: string): Promise<Store> => {
    const backend = await openEmbeddedStore({ directory, revisionTimeoutMs: 300 });
    const encrypted = encryptedStore(backend, { prefix: '', transformerOf: () => chain(gcm('a')) });
    const store = isCached
      ? createCachedStore(encrypted, { collections: [everything], prefix: '', timeout: 300 })
      : encrypted;
    places.set(store, directory);
    return store;
  };
  storeConformance(name, {
    capabilities: { durable: true, keyBytes: 1900, ttlLateness: 1, deadlineMs: 0, lingerMs: 1000 },
    open: async () => openIn(await mkdtemp(join(tmpdir(), 'encrypted-test-'))),
    async reopen(store) {
      await store.close();
      return openIn(places.get(store) ?? '');
    },
    async dispose(store) {
      await store.close();
      await rm(places.get(store) ?? '', { recursive: true });
    },
  });
}

describe('an encrypted store', () => {
  const clear = Buffer.from('a secret in the clear');
  let backend: Store;
  let transformer: Transformer;
  let store: Store;
  beforeEach(async () => {
    backend = await openEmbeddedStore({ ephemeral: true });
    transformer = chain(gcm('a'), identity);
    store = encryptedStore(backend, {
      prefix: '/registry',
      transformerOf: (key) => (key.startsWith('/secrets/') ? transformer : undefined),
    });
  });
  afterEach(() => store.close());

  const rawOf = async (key: string): Promise<string> => {
    const { entry } = await backend.get(key);
    return Buffer.from(entry?.value ?? []).toString('latin1');
  };
  const entryOf = async (key: string) => (await store.get(key)).entry;

  it('encrypts the values of configured keys, joined ones too, and no others', async () => {
    const joined = [
      { key: '/secrets/b', value: clear, expected: undefined },
      { key: '/pods/b', value: clear, expected: undefined },
    ];
    await store.create('/secrets/a', clear, { joined });
    for (const key of ['/secrets/a', '/secrets/b']) {
      assert.match(await rawOf(key), /^k8s:enc:aesgcm:v1:a:/);
      assert.ok(!(await rawOf(key)).includes('secret'));
      assert.deepEqual((await entryOf(key))?.value, clear);
    }
    assert.equal(await rawOf('/pods/b'), clear.toString());
  });

  it('reads what the first matching provider can read, and marks what a write would change', async () => {
    await backend.create('/secrets/clear', clear);
    await store.create('/secrets/a', clear);
    assert.equal((await entryOf('/secrets/clear'))?.outdated, true);
    assert.equal((await entryOf('/secrets/a'))?.outdated, undefined);
    for (const next of [
      chain(gcm('b', 'a')),
      chain(box, gcm('a')),
      chain(identity, gcm('a')),
      chain(gcm('b'), gcm('a')),
    ]) {
      transformer = next;
      const entry = await entryOf('/secrets/a');
      assert.deepEqual([entry?.value, entry?.outdated], [clear, true]);
      assert.notEqual(transformer.isCurrent(Buffer.from(await rawOf('/secrets/a'), 'latin1')), true);
    }
    const { entry } = await store.get('/secrets/a');
    const rewritten = await store.update('/secrets/a', entry?.value ?? clear, entry?.revision ?? 0);
    assert.ok(rewritten.ok);
    assert.match(await rawOf('/secrets/a'), /^k8s:enc:aesgcm:v1:b:/);
    assert.equal((await entryOf('/secrets/a'))?.outdated, undefined);
  });

  for (const [what, provider] of Object.entries({ aescbc: cbc, secretbox: box })) {
    it(`stores ${what}`, async () => {
      transformer = chain(provider);
      await store.create('/secrets/a', clear);
      assert.ok((await rawOf('/secrets/a')).startsWith(`k8s:enc:${what}:v1:a:`));
      assert.deepEqual((await entryOf('/secrets/a'))?.value, clear);
    });
  }

  it('returns the entry that the caller holds if it is current, without decryption', async () => {
    await store.create('/secrets/a', clear);
    const known = await entryOf('/secrets/a');
    assert.equal((await store.get('/secrets/a', {}, known)).entry, known);
    transformer = chain(gcm('b', 'a'));
    const { entry } = await store.get('/secrets/a', {}, known);
    assert.deepEqual([entry?.value, entry?.outdated], [clear, true]);
  });

  for (const [why, next, reason] of [
    ['no provider', chain(box), 'no matching prefix found'],
    ['no key with its name', chain(gcm('b')), 'no matching key was found for the provided AES transformer'],
    ['only identity', chain(identity), 'no matching prefix found'],
    ['no rule', identity as Transformer, 'identity transformer tried to read encrypted data'],
  ] as const) {
    it(`has an unreadable entry for a value that ${why} can read, and others`, async () => {
      await store.create('/secrets/a', clear);
      transformer = next;
      const { entries } = await store.list('/secrets/');
      assert.equal(entries.length, 1);
      assert.deepEqual([entries[0]?.problem?.message, entries[0]?.problem?.key], [reason, '/registry/secrets/a']);
      assert.throws(() => entries[0]?.value, { name: 'UnreadableError', message: reason });
      const revision = entries[0]?.revision ?? 0;
      assert.ok((await store.delete('/secrets/a', revision)).ok);
    });
  }

  it('refuses a value that was moved to another key', async () => {
    await store.create('/secrets/a', clear);
    await backend.create('/secrets/b', Buffer.from(await rawOf('/secrets/a'), 'latin1'));
    assert.equal((await entryOf('/secrets/b'))?.problem?.message, 'cipher: message authentication failed');
  });

  it('rejects a write that cannot be encrypted, and writes nothing', async () => {
    transformer = {
      ...transformer,
      write() {
        throw new Error('no key');
      },
    };
    await assert.rejects(store.create('/secrets/a', clear), { name: 'EncryptionError', message: 'no key' });
    assert.equal((await backend.get('/secrets/a')).entry, undefined);
  });

  it('leaves former values unread for a caller that holds them', async () => {
    const from = (await store.currentRevision()) + 1;
    await store.create('/secrets/c', clear);
    await store.delete('/secrets/c', (await entryOf('/secrets/c'))?.revision ?? 0);
    const stop = new AbortController();
    for await (const { events } of store.watch('/secrets/', { from, signal: stop.signal, holdsState: true })) {
      const former = events.find(({ type }) => type === 'delete')?.previous;
      if (former === undefined) continue;
      assert.deepEqual([former.key, former.problem?.message], ['/secrets/c', 'the value was not read']);
      assert.throws(() => former.value, { name: 'UnreadableError', key: '/registry/secrets/c' });
      stop.abort();
    }
  });

  it('delivers events in the clear, of its own writes and of others', async () => {
    const other = encryptedStore(backend, { prefix: '/registry', transformerOf: () => transformer });
    const stop = new AbortController();
    const from = (await store.currentRevision()) + 1;
    await store.create('/secrets/a', clear);
    await other.create('/secrets/b', clear);
    const found = await entryOf('/secrets/b');
    await other.delete('/secrets/b', found?.revision ?? 0);
    const seen: string[] = [];
    for await (const { events } of store.watch('/secrets/', { from, signal: stop.signal })) {
      for (const event of events) {
        const entry = event.type === 'put' ? event.entry : event.previous;
        seen.push(`${event.type} ${entry.key} ${Buffer.from(entry.value).toString()}`);
      }
      if (seen.length === 3) stop.abort();
    }
    assert.deepEqual(seen, [
      `put /secrets/a ${clear.toString()}`,
      `put /secrets/b ${clear.toString()}`,
      `delete /secrets/b ${clear.toString()}`,
    ]);
  });
});

describe('a watch cache over an encrypted store', () => {
  const clear = Buffer.from('value');
  let backend: Store;
  let transformer: Transformer;
  let reads: number;
  let cache: CachedStore;
  const open = (repairInterval: number): void => {
    const encrypted = encryptedStore(backend, {
      prefix: '/registry',
      transformerOf: () => ({
        ...transformer,
        read(data, key) {
          reads += 1;
          return transformer.read(data, key);
        },
        isCurrent: (data) => transformer.isCurrent(data),
        write: (value, key) => transformer.write(value, key),
      }),
    });
    const collections = ['/secrets/', '/pods/'].map((prefix) => ({ ...everything, prefix }));
    cache = createCachedStore(encrypted, { collections, repairInterval });
  };
  beforeEach(async () => {
    backend = await openEmbeddedStore({ ephemeral: true });
    transformer = chain(gcm('a'));
    reads = 0;
  });
  afterEach(() => cache.close());

  it('decrypts a value once when it enters, and none that it wrote', async () => {
    open(60_000);
    const writer = encryptedStore(backend, { prefix: '/registry', transformerOf: () => transformer });
    await writer.create('/secrets/a', clear);
    await cache.ready();
    await cache.list('/secrets/');
    const before = reads;
    for (let time = 0; time < 3; time++) {
      await cache.get('/secrets/a');
      await cache.get('/secrets/a', { atLeast: 0 });
      await cache.list('/secrets/');
    }
    const written = await cache.create('/secrets/b', clear);
    assert.ok(written.ok);
    await cache.list('/secrets/', { atLeast: written.revision });
    assert.equal(reads, before);
  });

  it('gets the events of other values while a key service hangs, and reads the late ones when it answers', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const known = transformer;
    transformer = {
      ...known,
      read: async (data, key) => {
        if (Buffer.from(key).includes('/secrets/')) await answered;
        return known.read(data, key);
      },
    };
    open(20);
    await cache.ready();
    const writer = encryptedStore(backend, { prefix: '/registry', transformerOf: () => known });
    await writer.create('/secrets/a', clear);
    await writer.create('/pods/a', clear);
    // The cache waits for the event.
    assert.equal((await cache.list('/pods/')).entries.length, 1);
    await assert.rejects(cache.list('/secrets/'), /the key service has not answered yet/);
    answer();
    for (;;) {
      const listed = await cache.list('/secrets/').catch(() => undefined);
      if (listed !== undefined) {
        assert.deepEqual(Buffer.from(listed.entries[0]?.value ?? []), clear);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  it('refuses lists with an unreadable value, serves others, and reads it again until it can', async () => {
    open(20);
    await cache.create('/secrets/a', clear);
    await cache.create('/pods/a', clear);
    await cache.close();
    transformer = chain(gcm('b'));
    backend = await openEmbeddedStore({ ephemeral: true });
    const sealed = chain(gcm('a')).write(clear, Buffer.from('/registry/secrets/a'));
    await backend.create('/secrets/a', sealed);
    open(20);
    await cache.create('/secrets/b', clear);
    await assert.rejects(cache.list('/secrets/'), (error) => {
      assert.ok(error instanceof UnreadableListError);
      const reason = 'no matching key was found for the provided AES transformer';
      assert.equal(error.message, `unable to transform key "/registry/secrets/a": ${reason}`);
      return true;
    });
    assert.deepEqual((await cache.get('/secrets/b')).entry?.value, clear);
    assert.deepEqual((await cache.list('/pods/')).entries, []);
    transformer = chain(gcm('b', 'a'));
    assert.deepEqual((await cache.get('/secrets/a')).entry?.value, clear);
    for (;;) {
      const listed = await cache.list('/secrets/').catch(() => undefined);
      if (listed !== undefined) {
        assert.deepEqual(
          listed.entries.map(({ key, value }) => [key, Buffer.from(value).toString()]),
          [
            ['/secrets/a', 'value'],
            ['/secrets/b', 'value'],
          ],
        );
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal((await cache.get('/secrets/a')).entry?.outdated, true);
  });
});
