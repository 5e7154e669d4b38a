import assert from 'node:assert/strict';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { signerOf } from '@pilothouse/runtime/certificates/signer.js';
import { WAYS_TO_REPLACE } from '@pilothouse/runtime/files/replace.test.helper.js';
import { bytes, collect, create, eventText, within, written } from '../conformance/support.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';
import { startProxy, type TestProxy } from './testing-proxy.js';

describe('etcd client credentials', function () {
  this.timeout(60_000);
  let etcd: TestEtcd;
  let proxy: TestProxy;
  let directory: string;
  before(async () => {
    etcd = await startEtcd({ tls: true });
    proxy = await startProxy(etcd.endpoints[0] ?? '');
  });
  after(async () => {
    await proxy.stop();
    await etcd.stop();
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'etcd-credentials-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** A new client certificate from etcd's CA. */
  async function newPair(): Promise<Record<string, string>> {
    const { caFile } = etcd.tls ?? assert.fail('etcd does not use TLS');
    const [certPem, keyPem] = [caFile, caFile.replace(/crt$/, 'key')].map((path) => readFileSync(path, 'utf8'));
    assert.ok(certPem !== undefined && keyPem !== undefined);
    const issuer = signerOf({ certPem, keyPem, cert: new X509Certificate(certPem), key: createPrivateKey(keyPem) });
    const pair = await testCertificate({ commonName: 'client' }, { purpose: { type: 'client' }, issuer });
    return { 'ca.crt': certPem, 'client.crt': pair.certPem, 'client.key': pair.keyPem };
  }

  const until = async (what: string, holds: () => boolean): Promise<void> => {
    const deadline = Date.now() + 30_000;
    while (!holds()) {
      assert.ok(Date.now() < deadline, what);
      await delay(5);
    }
  };

  it('are reloaded after any way of replacing their files, without failed calls or lost events', async () => {
    const [inPlace] = Object.values(WAYS_TO_REPLACE);
    inPlace?.(directory, await newPair());
    const errors: unknown[] = [];
    const file = (name: string): string => join(directory, name);
    const store = await openEtcdStore({
      endpoints: [proxy.endpoint.replace('http:', 'https:')],
      prefix: '/renewed/',
      tls: { caFile: file('ca.crt'), certFile: file('client.crt'), keyFile: file('client.key') },
      onError: (error) => errors.push(error),
      watchInterval: 5,
    });
    const from = await create(store, 'first');
    const watching = collect(store, '', from, (events) => events.some((event) => eventText(event).includes('last')));
    const made = ['first'];
    const off = new AbortController();
    const writing = (async () => {
      for (let index = 0; !off.signal.aborted; index++) {
        written(await store.create(`k${index}`, bytes('v')));
        made.push(`k${index}`);
      }
    })();

    for (const [way, replace] of Object.entries(WAYS_TO_REPLACE)) {
      // A certificate that etcd rejects is reported once, and the connections stay.
      errors.length = 0;
      const stranger = await newStranger();
      replace(directory, { ...(await newPair()), 'client.crt': stranger.certPem, 'client.key': stranger.keyPem });
      await until(`etcd rejects the certificate ${way}`, () => refusals(errors).length > 0);
      const attempts = proxy.opened();
      await until('the connection is retried', () => proxy.opened() > attempts);
      assert.equal(refusals(errors).length, 1, String(errors));
      const pair = await newPair();
      const before = proxy.opened();
      replace(directory, pair);
      await until(`a new connection is made ${way}`, () => proxy.opened() > before);
      const count = made.length;
      await until(`writes succeed ${way}`, () => made.length > count + 20);
    }
    // The replaced connections have ended by then.
    await delay(RETIREMENT);
    off.abort();
    await writing;
    await create(store, 'last');
    const events = await within(20_000, 'the watch', watching);
    assert.deepEqual(
      events.map((event) => eventText(event).split(' ')[1]),
      [...made, 'last'],
    );
    await store.close();
  });

  async function newStranger(): Promise<{ readonly certPem: string; readonly keyPem: string }> {
    const issuer = await newTestAuthority('another');
    return testCertificate({ commonName: 'client' }, { purpose: { type: 'client' }, issuer });
  }

  const refusals = (errors: readonly unknown[]): unknown[] => errors.filter((error) => !isHalf(error));

  /** Between two file writes, certificate and key may not match. */
  const isHalf = (error: unknown): boolean => /certificate files cannot be used/.test(String(error));

  it('are refused when they are invalid', async () => {
    const file = join(directory, 'absent');
    await assert.rejects(openEtcdStore({ endpoints: ['127.0.0.1:1'], tls: { caFile: file } }), /absent/);
    WAYS_TO_REPLACE['in place']?.(directory, { ...(await newPair()), 'client.key': 'no key' });
    const [certFile, keyFile] = [join(directory, 'client.crt'), join(directory, 'client.key')];
    const opening = openEtcdStore({ endpoints: ['127.0.0.1:1'], tls: { certFile, keyFile } });
    await assert.rejects(opening, /etcd's certificate files cannot be used \(.*client\.crt, .*client\.key\)/);
  });
});

/** Milliseconds, with a margin. */
const RETIREMENT = 5_500;
