import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WAYS_TO_REPLACE } from '@pilothouse/runtime/files/replace.test.helper.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { issueCertificate, newKeys } from '@pilothouse/runtime/certificates/issue.js';
import { pemPair } from './forge.test.helper.js';
import { watchTokenKeys, type KeySources } from './key-files.js';
import { isSigningKey, KeyError, readKeys, type TokenKeys } from './keys.js';

/**
 * Created and hashed by openssl: `openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | basenc
 * --base64url`.
 */
const SAMPLE = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBGiBX3tun3ctiJ8Mn1w6yWKTCHKx
4+mlodEMrJjnIDRpoL37OwloYTGgtWN4OKCSufDrfkCHDRXJOCpZkh5CWA==
-----END PUBLIC KEY-----`;
const SAMPLE_ID = 'h-raZPzN12cxCg0XVvGSzHuhB8qeYZbdSGBv5pCTlkM';

describe('token keys', () => {
  const kinds = [
    ['RSA', 'RS256'],
    ['P-256', 'ES256'],
    ['P-384', 'ES384'],
    ['P-521', 'ES512'],
  ] as const;
  for (const [kind, algorithm] of kinds) {
    it(`of type ${kind} sign with ${algorithm}, and have the same id in private and public form`, () => {
      const { privatePem, publicPem } = pemPair(kind);
      const [own, shown] = readKeys(privatePem + publicPem, 'f');
      assert.ok(own && shown && isSigningKey(own) && !isSigningKey(shown));
      assert.deepEqual([own.algorithm, shown.algorithm, own.id], [algorithm, algorithm, shown.id]);
    });
  }

  it('have the SHA-256 of the public key as id, as from openssl', () => {
    const [key] = readKeys(SAMPLE, 'f');
    assert.equal(key?.id, SAMPLE_ID);
  });

  it('are read from certificates', async () => {
    const { privateKey, publicKey } = await newKeys();
    const subject = { commonName: 'x' };
    const pem = issueCertificate({
      subject,
      publicKey,
      purpose: { type: 'client' },
      issuer: { subject, publicKey, privateKey },
      notBefore: new Date(0),
      notAfter: new Date(1e12),
    });
    const der = publicKey.export({ type: 'spki', format: 'der' });
    assert.deepEqual(
      readKeys(pem, 'f').map(({ id }) => id),
      [createHash('sha256').update(der).digest('base64url')],
    );
  });

  const bad: readonly (readonly [name: string, pem: string, message: RegExp])[] = [
    ['an empty file', '', /^f contains no key in PEM$/],
    ['no PEM', 'hello', /^f contains no key in PEM$/],
    [
      'an invalid key',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
      /^f: the PRIVATE KEY is unreadable/,
    ],
    ['an Ed25519 key', pemPair('Ed25519').privatePem, /^f: a key must be RSA, or ECDSA/],
    ['an RSA key that is too small', pemPair('RSA-1024').publicPem, /^f: an RSA key of 1024 bits is too small/],
  ];
  for (const [name, pem, message] of bad) {
    it(`are refused: ${name}`, () =>
      assert.throws(
        () => readKeys(pem, 'f'),
        (error) => error instanceof KeyError && message.test(error.message),
      ));
  }
});

describe('key files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'keys-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const loadTokenKeys = async (sources: KeySources): Promise<TokenKeys> => {
    const { signal } = new AbortController();
    const watched = await watchTokenKeys(sources, {
      onError: (error: unknown) => assert.fail(String(error)),
      signal,
      interval: 1_000_000,
    });
    return watched.current();
  };
  const idOf = (pem: string): string | undefined => readKeys(pem, 'f')[0]?.id;

  const [a, b, c] = [pemPair('P-256'), pemPair('P-256'), pemPair('P-256')];
  const cases: readonly (readonly [
    name: string,
    sources: { signing?: string; keys?: readonly string[]; serving?: string },
    ids: readonly string[],
  ])[] = [
    ['the signing key file comes first', { signing: a.privatePem, keys: [b.privatePem] }, [a.privatePem, b.privatePem]],
    ['the signing key is not repeated', { signing: a.privatePem, keys: [a.publicPem] }, [a.privatePem]],
    [
      'else the first private key',
      { keys: [a.publicPem + b.privatePem, c.privatePem] },
      [b.privatePem, a.publicPem, c.privatePem],
    ],
    ['else the serving key', { keys: [a.publicPem], serving: b.privatePem }, [b.privatePem, a.publicPem]],
  ];
  for (const [name, { signing, keys = [], serving }, ids] of cases) {
    it(name, async () => {
      const loaded = await loadTokenKeys({
        ...(signing !== undefined && { signingKeyFile: write('signing', signing) }),
        keyFiles: keys.map((pem, index) => write(`key-${index}`, pem)),
        servingKeyPem: () => serving,
      });
      assert.deepEqual(new Set(loaded.verification.map(({ id }) => id)), new Set(ids.map(idOf)));
      assert.equal(loaded.signing.id, idOf(ids[0] ?? ''));
    });
  }

  for (const [way, replace] of Object.entries(WAYS_TO_REPLACE)) {
    it(`follow their files, which are replaced ${way}`, async () => {
      const off = new AbortController();
      const errors: unknown[] = [];
      const changes: TokenKeys[] = [];
      replace(directory, { 'sa.signs': a.privatePem, 'sa.pub': b.publicPem });
      let serving = c.privatePem;
      const watched = await watchTokenKeys(
        {
          signingKeyFile: join(directory, 'sa.signs'),
          keyFiles: [join(directory, 'sa.pub')],
          servingKeyPem: () => serving,
        },
        {
          onError: (error) => errors.push(error),
          signal: off.signal,
          interval: 1,
        },
      );
      watched.onChange((keys) => changes.push(keys), off.signal);
      const ids = (): (string | undefined)[] => watched.current().verification.map(({ id }) => id);
      assert.deepEqual(
        ids(),
        [a, b].map(({ privatePem }) => idOf(privatePem)),
      );
      replace(directory, { 'sa.signs': b.privatePem, 'sa.pub': a.publicPem + c.publicPem });
      await until(() => ids().length >= 3);
      assert.deepEqual(
        ids(),
        [b, a, c].map(({ privatePem }) => idOf(privatePem)),
      );
      assert.equal(watched.current().signing.id, idOf(b.privatePem));
      replace(directory, { 'sa.signs': a.publicPem, 'sa.pub': a.publicPem });
      await until(() => errors.some((error) => /sa\.signs contains no private key/.test(String(error))));
      assert.equal(watched.current().signing.id, idOf(b.privatePem));
      serving = a.privatePem;
      off.abort();
      assert.ok(changes.length > 0);
    });
  }

  it('follow the serving key if it signs', async () => {
    const off = new AbortController();
    let serving = a.privatePem;
    const options = { onError: (error: unknown) => assert.fail(String(error)), signal: off.signal, interval: 1 };
    const watched = await watchTokenKeys({ directory, servingKeyPem: () => serving }, options);
    assert.equal(watched.current().signing.id, idOf(a.privatePem));
    serving = b.privatePem;
    await until(() => watched.current().signing.id === idOf(b.privatePem));
    off.abort();
    assert.deepEqual(readdirSync(directory), []);
  });

  it('are generated at the first start, with restricted permissions, and stored', async () => {
    const serving = pemPair('Ed25519').privatePem;
    const first = await loadTokenKeys({ directory, servingKeyPem: () => serving });
    const second = await loadTokenKeys({ directory });
    assert.equal(second.signing.id, first.signing.id);
    assert.deepEqual(readdirSync(directory), ['sa.key']);
    assert.equal(statSync(join(directory, 'sa.key')).mode & 0o777, 0o600);
  });

  it('are generated at each start without a directory', async () => {
    const [first, second] = await Promise.all([loadTokenKeys({}), loadTokenKeys({})]);
    assert.notEqual(first.signing.id, second.signing.id);
  });

  it('are never replaced if invalid', async () => {
    write('sa.key', 'oops');
    await assert.rejects(loadTokenKeys({ directory }), {
      message: `${join(directory, 'sa.key')} contains no key in PEM`,
    });
    write('sa.key', a.publicPem);
    await assert.rejects(loadTokenKeys({ directory }), { message: /sa\.key contains no private key$/ });
    assert.equal(readFileSync(join(directory, 'sa.key'), 'utf8'), a.publicPem);
    const signingKeyFile = write('public', a.publicPem);
    await assert.rejects(loadTokenKeys({ signingKeyFile }), { message: `${signingKeyFile} contains no private key` });
  });
});
