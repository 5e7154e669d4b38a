import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainOf } from '../chain.js';
import { createRandom } from '../random.js';
import type { Transformer } from '../transformer.js';
import { decodeEncryptedObject } from './encrypted-object.js';
import { followKmsPlugin, type KmsPlugin } from './plugin.js';
import { startTestPlugin, type TestPlugin } from './plugin.test.helper.js';
import { kmsProvider } from './provider.js';
import { kmsService } from './service.js';

const fillRandom = createRandom();
const key = Buffer.from('/registry/secrets/default/a');
const value = Buffer.from('value');
/** Milliseconds for a call of the plugin: more than a busy machine takes, and what a test of a plugin that hangs or is away waits. */
const [PATIENT, IMPATIENT] = [10_000, 2_000];

describe('a KMS provider', () => {
  let directory: string;
  let socket: string;
  let service: TestPlugin;
  let plugin: KmsPlugin;
  let chain: Transformer;
  let off: AbortController;
  let now: number;
  let misses: number;
  let generated: number;
  let codes: string[];
  let invalid: string[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kms-'));
    socket = join(directory, 'kms.sock');
    service = await startTestPlugin(socket);
    now = 1_000_000;
    await open();
  });
  afterEach(async () => {
    off.abort();
    await service.stop();
    await rm(directory, { recursive: true });
  });

  /** Like a start of a server. */
  async function open(timeout = PATIENT): Promise<void> {
    off?.abort();
    off = new AbortController();
    misses = 0;
    generated = 0;
    codes = [];
    invalid = [];
    const connection = kmsService(
      { endpoint: `unix://${socket}`, timeout },
      { observe: (_method, _seconds, code) => void codes.push(code), clock: () => 0 },
    );
    const common = { name: 'plug', service: connection, fillRandom, now: () => now };
    plugin = await followKmsPlugin({
      ...common,
      onKeyId: () => undefined,
      onInvalidKeyId: (code) => void invalid.push(code),
      onGenerated: () => void (generated += 1),
      clock: () => 0,
      onError: () => undefined,
      signal: off.signal,
    });
    const provider = kmsProvider({
      ...common,
      plugin,
      onKeyUsed: () => undefined,
      onMiss: () => (misses += 1),
      onSize: () => undefined,
    });
    chain = chainOf(
      [provider],
      () => undefined,
      () => 0,
    );
  }

  const write = (): Buffer => Buffer.from(chain.write(value, key));
  const read = async (stored: Uint8Array) => chain.read(stored, key);
  const objectOf = (stored: Uint8Array) => decodeEncryptedObject(stored.subarray('k8s:enc:kms:v2:plug:'.length));
  /** Asks the plugin after the time for which an answer is remembered. */
  const check = (): Promise<void> => {
    now += 30_000;
    return plugin.check();
  };

  it('encrypts many values with one call', async () => {
    service.annotations = { 'a.example.com': Buffer.from('note') };
    await open();
    const before = service.calls.length;
    const stored = [write(), write()];
    for (const each of stored) assert.deepEqual(await read(each), { value, isStale: false });
    assert.equal(service.calls.length, before);
    assert.equal(generated, 1);
    const [first] = stored.map(objectOf);
    assert.deepEqual(
      [first?.keyId, Buffer.from(first?.annotations['a.example.com'] ?? []).toString()],
      ['key-1', 'note'],
    );
  });

  it('asks once for each seed after a start, however many values are read at a time', async () => {
    const stored = [write(), write(), write()];
    await open();
    const clear = await Promise.all(stored.map(read));
    assert.ok(clear.every((each) => Buffer.compare(each.value, value) === 0 && !each.isStale));
    assert.equal(misses, 1);
    assert.equal(service.calls.filter((name) => name === 'Decrypt').length, 1);
  });

  it('makes a new seed when the key of the plugin changes, and reads values of the former', async () => {
    const former = write();
    service.keyId = 'key-2';
    await check();
    assert.equal(objectOf(write()).keyId, 'key-2');
    assert.deepEqual(await read(former), { value, isStale: true });
    assert.deepEqual([chain.isCurrent(former), chain.isCurrent(write())], [false, true]);
  });

  for (const [what, change, message] of [
    ['a status that is not ok', { healthz: 'sealed' }, 'got unexpected healthz status: sealed'],
    ['another version', { version: 'v3' }, 'expected KMSv2 API version v2, got v3'],
    [
      'a version that changes',
      { version: 'v2beta1' },
      'KMSv2 API version should not change after the initial status response version v2, got v2beta1',
    ],
    ['no key id', { keyId: '' }, 'got invalid KMSv2 KeyID hash "": keyID is empty'],
  ] as const) {
    it(`is not healthy for ${what}, and still writes with the present seed`, async () => {
      Object.assign(service, change);
      await assert.rejects(check(), { message: `kmsv2 Provider plug is not healthy, error: ${message}` });
      assert.equal(objectOf(write()).keyId, 'key-1');
      assert.deepEqual(invalid, what === 'no key id' ? ['empty'] : []);
    });
  }

  for (const [what, change, message] of [
    [
      'an oversize ciphertext',
      { extraBytes: 2000 },
      /encrypted DEK source is \d+ bytes, which exceeds the max size of 1024/,
    ],
    [
      'more than an answer may have',
      { extraBytes: 100_000 },
      /errGen=failed to encrypt DEK, error: rpc error: code = ResourceExhausted/,
    ],
    [
      'a name of an annotation',
      { annotations: { wrong: Buffer.from('') } },
      /failed to validate annotations: annotations: Invalid value: "wrong": should be a domain with at least two segments/,
    ],
    [
      'too long annotations',
      { annotations: { 'a.example.com': Buffer.alloc(33_000) } },
      /total size of annotations is 33013, which exceeds the max size of 32768/,
    ],
  ] as const) {
    it(`keeps the present seed when the plugin answers with ${what}`, async () => {
      Object.assign(service, { keyId: 'key-2', ...change });
      await assert.rejects(check(), message);
      assert.equal(objectOf(write()).keyId, 'key-1');
    });
  }

  it('has no seed before the plugin answers, and works when it does', async () => {
    await service.stop();
    await open(IMPATIENT);
    const why = new RegExp(
      `failed to perform status section .* plug, error: rpc error: code = DeadlineExceeded desc = no connection established \\(connect ENOENT ${socket}\\) \\(endpoint unix://${socket}\\)$`,
    );
    const noKey = /^Error: the KMS plugin "plug" has given no usable key yet: failed to perform status section /;
    assert.throws(write, noKey);
    assert.throws(write, why);
    await assert.rejects(check(), why);
    service = await startTestPlugin(socket);
    // The connection is tried again after at most a second.
    while (
      await check().then(
        () => false,
        () => true,
      )
    );
    assert.deepEqual(await read(write()), { value, isStale: false });
  });

  it('stops to write three minutes after the last status, and reads what it knows', async () => {
    await open(IMPATIENT);
    const stored = write();
    service.hangs = true;
    await assert.rejects(
      check(),
      /code = DeadlineExceeded desc = Deadline exceeded .* \(endpoint unix:\/\/.*\/kms\.sock\)$/,
    );
    now += 160_000;
    assert.throws(
      write,
      /^Error: encryptedDEKSource with keyID hash "sha256:[0-9a-f]{64}" expired at .*Z \(current time is .*Z\)$/,
    );
    assert.deepEqual((await read(stored)).value, value);
    service.hangs = false;
    await check();
    assert.equal(objectOf(write()).keyId, 'key-1');
  });

  it('fails values at once while the plugin does not answer, and recovers', async () => {
    const stored = write();
    await open(IMPATIENT);
    service.hangs = true;
    await assert.rejects(
      read(stored),
      /^Error: failed to decrypt DEK, error: rpc error: code = DeadlineExceeded desc = /,
    );
    const calls = service.calls.length;
    await assert.rejects(read(stored), /DeadlineExceeded/);
    assert.equal(service.calls.length, calls);
    service.hangs = false;
    now += 2_000;
    assert.deepEqual((await read(stored)).value, value);
    assert.ok(codes.includes('DeadlineExceeded'));
  });

  it('asks again, after a pause, for a seed that does not open a value', async () => {
    const stored = [write(), write()] as const;
    await open();
    service.isWrong = true;
    await Promise.all(stored.map((each) => assert.rejects(read(each), /message authentication failed/)));
    await assert.rejects(read(stored[0]), /message authentication failed/);
    assert.equal(misses, 1);
    service.isWrong = false;
    now += 1_000;
    for (const each of stored) assert.deepEqual((await read(each)).value, value);
    assert.equal(misses, 2);
  });

  it('keeps a seed that does not open a broken value, and asks for none that it made', async () => {
    const [stored, broken] = [write(), write()];
    // In the encrypted data, after the prefix, the tag and the length.
    const at = 'k8s:enc:kms:v2:plug:'.length + 5;
    broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
    await assert.rejects(read(broken), /message authentication failed/);
    assert.equal(misses, 0);
    await open();
    assert.deepEqual((await read(stored)).value, value);
    for (let time = 0; time < 3; time++) {
      await assert.rejects(read(broken), /message authentication failed/);
      assert.ok(!(chain.read(stored, key) instanceof Promise));
    }
    assert.equal(misses, 2);
  });

  it('fails only values whose key is lost', async () => {
    const lost = write();
    service.keyId = 'key-2';
    await check();
    const kept = write();
    service.lost.add('key-1');
    await open();
    await assert.rejects(read(lost), /rpc error: code = InvalidArgument desc = Error: there is no key key-1/);
    assert.deepEqual((await read(kept)).value, value);
  });

  it('refuses malformed values', async () => {
    const stored = write();
    const broken = [
      stored.subarray(0, 30),
      Buffer.concat([stored.subarray(0, 20), Buffer.from([8, 1])]),
      stored.subarray(0, 20),
    ];
    for (const each of broken) await assert.rejects(read(each));
  });
});
