import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newTestAuthority, testCertificate, type TestIssuer } from './chain.test.helper.js';
import { watchTlsFiles, type TlsFiles, type TlsMaterial } from './tls-files.js';

describe('the TLS files of a server', () => {
  let directory: string;
  let [ca, first, second]: TestIssuer[] = [];
  let files: TlsFiles;
  let off: AbortController;
  before(async () => {
    ca = await newTestAuthority('ca');
    const purpose = { type: 'server', hosts: ['a'] } as const;
    [first, second] = await Promise.all([
      testCertificate({ commonName: 'a' }, { purpose, issuer: ca }),
      testCertificate({ commonName: 'a' }, { purpose, issuer: ca }),
    ]);
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tls-files-'));
    off = new AbortController();
    const file = (name: string, text = ''): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    files = {
      certFile: file('tls.crt', first?.certPem),
      keyFile: file('tls.key', first?.keyPem),
      clientCaFile: file('ca.crt', ca?.certPem),
    };
  });
  afterEach(() => {
    off.abort();
    rmSync(directory, { recursive: true });
  });

  const watch = async (changes: TlsMaterial[] = [], errors: unknown[] = []) => {
    const watched = await watchTlsFiles(files, {
      onError: (error) => errors.push(error),
      signal: off.signal,
      interval: 1,
    });
    watched.onChange((material) => changes.push(material), off.signal);
    return watched;
  };

  it('are read', async () => {
    const material = (await watch()).current();
    assert.deepEqual(material, { certPem: first?.certPem, keyPem: first?.keyPem, clientCaPem: ca?.certPem });
    files = { ...files, clientCaFile: undefined };
    assert.deepEqual((await watch()).current(), { certPem: first?.certPem, keyPem: first?.keyPem });
  });

  it('change only when certificate and key match again', async () => {
    const [changes, errors]: [TlsMaterial[], unknown[]] = [[], []];
    const watched = await watch(changes, errors);
    writeFileSync(files.keyFile, second?.keyPem ?? '');
    while (errors.length === 0) await delay(1);
    assert.equal(watched.current().keyPem, first?.keyPem);
    writeFileSync(files.certFile, second?.certPem ?? '');
    while (changes.length === 0) await delay(1);
    assert.equal(watched.current().certPem, second?.certPem);
  });

  for (const [name, file, message] of [
    ['an invalid certificate', 'certFile', /tls\.crt and .*tls\.key are not a certificate and its key/],
    ['an invalid key', 'keyFile', /tls\.crt and .*tls\.key are not a certificate and its key/],
    ['invalid CAs', 'clientCaFile', /ca\.crt holds no certificate/],
  ] as const) {
    it(`are rejected with ${name}`, async () => {
      writeFileSync(files[file] ?? '', 'x');
      await assert.rejects(watch(), { name: 'CertificateError', message });
    });
  }
});
