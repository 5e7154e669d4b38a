import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { ensureAuthorityCertificates, ensureCertificates } from './ensure.test.helper.js';
import { AuthorityError, checkAuthority, type Certificates } from './ensure.js';
import { needOpenssl, openssl } from './openssl.test.helper.js';

const DAY = 24 * 60 * 60 * 1000;
const NOW = new Date();
const HOSTS = ['localhost', '127.0.0.1', '::1', 'kubernetes.default.svc'];
const after = (days: number): Date => new Date(NOW.getTime() + days * DAY);

describe('ensureCertificates', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const ensure = (options: { now?: Date; hosts?: readonly string[] } = {}): Promise<Certificates> =>
    ensureCertificates({ directory, hosts: HOSTS, now: NOW, ...options });
  const file = (name: string): string => join(directory, name);
  /** The names of the pairs that both calls returned unchanged. */
  const kept = (before: Certificates, now: Certificates): string[] =>
    (['ca', 'serving', 'admin'] as const).filter(
      (name) => before[name].certPem === now[name].certPem && before[name].keyPem === now[name].keyPem,
    );

  it('creates certificates with the right purposes', async () => {
    const { ca, serving, admin } = await ensureCertificates({ hosts: HOSTS, now: NOW });
    const [root, server, client] = [ca, serving, admin].map(({ certPem }) => new X509Certificate(certPem));
    assert.ok(root && server && client);
    assert.ok(root.ca && !server.ca && !client.ca);
    assert.equal(client.subject, 'O=system:masters\nCN=kubernetes-admin');
    assert.deepEqual(server.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.deepEqual(client.keyUsage, ['1.3.6.1.5.5.7.3.2']);
    assert.equal(
      server.subjectAltName,
      'IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:kubernetes.default.svc, DNS:localhost',
    );
    const years = (cert: X509Certificate): number =>
      Math.round((Date.parse(cert.validTo) - NOW.getTime()) / (365 * DAY));
    assert.deepEqual([root, server, client].map(years), [10, 1, 1]);
    assert.notEqual(server.serialNumber, client.serialNumber);
  });

  it('creates certificates that TLS accepts on both sides', async () => {
    const { ca, serving, admin } = await ensureCertificates({ hosts: HOSTS, now: NOW });
    const server = tls.createServer(
      { cert: serving.certPem, key: serving.keyPem, ca: ca.certPem, requestCert: true, rejectUnauthorized: true },
      (socket) => socket.end(String(socket.getPeerCertificate().subject.CN)),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const address = server.address();
      assert.ok(typeof address === 'object' && address !== null);
      const trust = { ca: ca.certPem, cert: admin.certPem, key: admin.keyPem };
      const socket = tls.connect({
        host: '127.0.0.1',
        port: address.port,
        servername: 'kubernetes.default.svc',
        ...trust,
      });
      const [text] = (await once(socket, 'data')) as [Buffer];
      assert.equal(text.toString(), 'kubernetes-admin');
      await once(socket, 'close');
    } finally {
      server.close();
    }
  });

  it('creates certificates that openssl accepts under its strictest rules', async function () {
    needOpenssl(this);
    await ensure();
    for (const [purpose, name] of [
      ['sslserver', 'apiserver'],
      ['sslclient', 'admin'],
    ] as const) {
      const args = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', file('ca.crt'), file(`${name}.crt`)];
      const { out, err } = openssl(...args);
      assert.equal(out.trim(), `${file(`${name}.crt`)}: OK`, err);
    }
  });

  it('creates no serving certificate when one is configured', async () => {
    await ensureAuthorityCertificates({ directory, now: NOW });
    assert.deepEqual(readdirSync(directory).sort(), ['admin.crt', 'admin.key', 'ca.crt', 'ca.key']);
  });

  it('keeps valid certificates, and restricts keys to their owner', async () => {
    const first = await ensure();
    const times = readdirSync(directory).map((name) => statSync(file(name)).mtimeMs);
    const second = await ensure({ hosts: ['LOCALHOST', ...HOSTS], now: after(300) });
    assert.deepEqual(kept(first, second), ['ca', 'serving', 'admin']);
    const names = readdirSync(directory).sort();
    assert.deepEqual(names, ['admin.crt', 'admin.key', 'apiserver.crt', 'apiserver.key', 'ca.crt', 'ca.key']);
    assert.deepEqual(
      readdirSync(directory).map((name) => statSync(file(name)).mtimeMs),
      times,
    );
    for (const name of names.filter((each) => each.endsWith('.key')))
      assert.equal(statSync(file(name)).mode & 0o777, 0o600);
  });

  it('writes nothing without a directory', async () => {
    await ensureCertificates({ hosts: HOSTS, now: NOW });
    assert.deepEqual(readdirSync(directory), []);
  });

  const renewals: readonly {
    name: string;
    change?: () => void | Promise<void>;
    options?: { now?: Date; hosts?: readonly string[] };
    kept: readonly string[];
  }[] = [
    { name: 'an additional host', options: { hosts: [...HOSTS, 'box'] }, kept: ['ca', 'admin'] },
    { name: 'a removed host', options: { hosts: HOSTS.slice(1) }, kept: ['ca', 'admin'] },
    { name: 'another host', options: { hosts: [...HOSTS.slice(1), '10.0.0.1'] }, kept: ['ca', 'admin'] },
    { name: '31 days before expiry', options: { now: after(365 - 31) }, kept: ['ca', 'serving', 'admin'] },
    { name: '29 days before expiry', options: { now: after(365 - 29) }, kept: ['ca'] },
    { name: 'a broken leaf', change: () => writeFileSync(file('apiserver.crt'), 'junk'), kept: ['ca', 'admin'] },
    { name: 'an empty key', change: () => writeFileSync(file('admin.key'), ''), kept: ['ca', 'serving'] },
    { name: 'a missing key', change: () => rmSync(file('admin.key')), kept: ['ca', 'serving'] },
    {
      name: 'a key of another certificate',
      change: () => writeFileSync(file('admin.key'), readFileSync(file('apiserver.key'))),
      kept: ['ca', 'serving'],
    },
    {
      name: 'another CA',
      change: async () => {
        const { ca } = await ensureCertificates({ hosts: HOSTS, now: NOW });
        writeFileSync(file('ca.crt'), ca.certPem);
        writeFileSync(file('ca.key'), ca.keyPem);
      },
      kept: [],
    },
  ];
  for (const { name, change, options, kept: expected } of renewals) {
    it(`after ${name} keeps ${expected.join(', ') || 'nothing'}`, async () => {
      const first = await ensure();
      await change?.();
      const second = await ensure(options);
      assert.deepEqual(kept(first, second), expected);
      const authority = new X509Certificate(second.ca.certPem).publicKey;
      for (const { certPem, keyPem } of [second.serving, second.admin]) {
        const cert = new X509Certificate(certPem);
        assert.ok(cert.verify(authority) && cert.checkPrivateKey(createPrivateKey(keyPem)));
      }
      assert.deepEqual(kept(second, await ensure(options)), ['ca', 'serving', 'admin']);
    });
  }

  it('completes a CA whose creation was interrupted', async () => {
    const first = await ensure();
    rmSync(file('ca.crt'));
    const second = await ensure();
    assert.equal(second.ca.keyPem, first.ca.keyPem);
    assert.deepEqual(kept(first, second), ['serving', 'admin']);
  });

  const broken: readonly { name: string; change: () => void | Promise<void>; now?: Date; message: RegExp }[] = [
    {
      name: 'a broken certificate',
      change: () => writeFileSync(file('ca.crt'), 'junk'),
      message: /ca\.crt is not a cert/,
    },
    { name: 'a broken key', change: () => writeFileSync(file('ca.key'), ''), message: /ca\.key is not a private key/ },
    { name: 'a missing key', change: () => rmSync(file('ca.key')), message: /ca\.key is missing/ },
    {
      name: "another certificate's key",
      change: () => writeFileSync(file('ca.key'), readFileSync(file('admin.key'))),
      message: /ca\.crt does not belong to the key beside it/,
    },
    {
      name: 'a leaf in its place',
      change: () => {
        writeFileSync(file('ca.key'), readFileSync(file('admin.key')));
        writeFileSync(file('ca.crt'), readFileSync(file('admin.crt')));
      },
      message: /ca\.crt is not one made by this program/,
    },
    { name: 'valid from a later time', change: () => undefined, now: after(-1), message: /ca\.crt is valid only from/ },
    {
      name: 'expired validity',
      change: () => undefined,
      now: after(3651),
      message: /ca\.crt is valid only from .* to /,
    },
  ];
  for (const { name, change, now = NOW, message } of broken) {
    it(`does not replace a CA with ${name}`, async () => {
      await ensure();
      await change();
      const files = readdirSync(directory).map((each) => readFileSync(file(each), 'utf8'));
      for (const attempt of [() => ensure({ now }), () => checkAuthority(directory, now)]) {
        await assert.rejects(attempt(), (error) => {
          assert.ok(error instanceof AuthorityError);
          assert.match(error.message, message);
          assert.match(error.fault, message);
          assert.match(error.remedy, /^restore it, or delete both files of the authority/);
          return true;
        });
      }
      assert.deepEqual(
        readdirSync(directory).map((each) => readFileSync(file(each), 'utf8')),
        files,
      );
    });
  }

  it('finds no fault in an authority that a start accepts or completes, and writes nothing', async () => {
    await checkAuthority(directory, NOW);
    assert.deepEqual(readdirSync(directory), []);
    await ensure();
    await checkAuthority(directory, NOW);
    rmSync(file('ca.crt'));
    await checkAuthority(directory, NOW);
    assert.ok(!readdirSync(directory).includes('ca.crt'));
  });

  it('names a file that cannot be read', async () => {
    rmSync(directory, { recursive: true });
    writeFileSync(directory, '');
    await assert.rejects(ensure(), /^CertificateError: cannot read .*ca\.(crt|key): ENOTDIR/);
  });
});
