import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTestAuthority, testCertificate } from './chain.test.helper.js';
import { readPair, type ReadPair } from './inspect.js';
import { issueCertificate, newKeys, type Issuer } from './issue.js';
import { needOpenssl, openssl } from './openssl.test.helper.js';
import { signerOf } from './signer.js';

describe('a CA created by openssl', function () {
  let directory: string;
  before(function () {
    needOpenssl(this);
    directory = mkdtempSync(join(tmpdir(), 'signer-'));
  });
  after(() => directory && rmSync(directory, { recursive: true }));
  const file = (name: string): string => join(directory, name);

  function authority(...options: readonly string[]): ReadPair {
    const files = ['-keyout', file('ca.key'), '-out', file('ca.crt')];
    const args = ['req', '-x509', '-nodes', '-days', '2', ...files, ...options];
    const { status, err } = openssl(...args);
    assert.equal(status, 0, err);
    const [certPem, keyPem] = [readFileSync(file('ca.crt'), 'utf8'), readFileSync(file('ca.key'), 'utf8')];
    const pair = readPair({ certPem, keyPem });
    assert.ok(pair);
    return pair;
  }

  async function issued(issuer: Issuer): Promise<X509Certificate> {
    const { publicKey } = await newKeys();
    const certPem = issueCertificate({
      subject: { commonName: 'jürgen', organization: ['dev', 'a, b', 'dev/qa'] },
      publicKey,
      purpose: { type: 'client' },
      issuer,
      notBefore: new Date(Date.now() - 1000),
      notAfter: new Date(Date.now() + 3_600_000),
    });
    writeFileSync(file('leaf.crt'), certPem);
    return new X509Certificate(certPem);
  }

  const kinds: readonly (readonly [name: string, options: readonly string[]])[] = [
    ['an RSA key', ['-newkey', 'rsa:1024', '-subj', '/CN=root']],
    ['an ECDSA key on P-384 and a long name', ['-newkey', 'ec', '-subj', '/C=DE/O=Acme, Inc./OU=x+UID=7/CN=röot/CN=b']],
    [
      'another key identifier',
      [
        '-newkey',
        'ec',
        '-subj',
        '/CN=r',
        '-addext',
        'subjectKeyIdentifier=01:02:03',
        '-addext',
        'authorityKeyIdentifier=none',
      ],
    ],
    ['no key identifier', ['-newkey', 'ec', '-subj', '/CN=r', '-addext', 'subjectKeyIdentifier=none']],
  ];
  for (const [name, options] of kinds) {
    it(`signs with ${name}`, async () => {
      const isCurve = options.includes('ec');
      const pair = authority('-utf8', ...options, ...(isCurve ? ['-pkeyopt', 'ec_paramgen_curve:P-384'] : []));
      const leaf = await issued(signerOf(pair));
      assert.ok(leaf.checkIssued(pair.cert) && leaf.verify(createPublicKey(pair.key)));
      assert.equal(leaf.subject, 'O=dev\nO=a\\, b\nO=dev/qa\nCN=jürgen');
      const args = ['verify', '-purpose', 'sslclient', '-CAfile', file('ca.crt'), file('leaf.crt')];
      assert.match(openssl(...args).out, /leaf\.crt: OK\n$/);
    });
  }

  for (const key of ['rsa:1024', 'ec']) {
    it(`has a key identifier derived from its ${key} key`, async () => {
      const curve = key === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-521'] : [];
      const pair = authority('-newkey', key, '-subj', '/CN=r', ...curve);
      const { keyIdentifier: _own, ...signer } = signerOf(pair);
      assert.ok((await issued(signer)).checkIssued(pair.cert));
    });
  }

  it('cannot sign with another key type', async () => {
    const pair = authority('-newkey', 'ed25519', '-subj', '/CN=root');
    await assert.rejects(issued(signerOf(pair)), {
      message: 'a key of the type ed25519 cannot sign certificates here',
    });
  });
});

describe('an intermediate CA', () => {
  it('signs with its own name', async () => {
    const authority = await newTestAuthority('below', await newTestAuthority('above'));
    const pair = readPair(authority);
    assert.ok(pair);
    const leaf = await testCertificate({ commonName: 'x' }, { purpose: { type: 'client' }, issuer: signerOf(pair) });
    assert.ok(leaf.cert.checkIssued(authority.cert) && leaf.cert.verify(authority.publicKey));
  });
});
