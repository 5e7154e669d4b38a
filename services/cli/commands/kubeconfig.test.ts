import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { runCommandLine } from '../command-line.js';
import { readToken } from './kubeconfig-token.js';

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(['kubeconfig', ...args], {
    start: () => Promise.reject(new Error('started')),
    manage: () => Promise.reject(new Error('started')),
    review: () => Promise.reject(new Error('started')),
    show: () => Promise.reject(new Error('started')),
    showBeside: () => Promise.reject(new Error('started')),
    admit: async () => undefined,
    terminal: { out: (text) => (out += text), err: (text) => (err += text) },
    signals: new EventEmitter(),
    elapsed: () => 0,
    exit: () => undefined,
  });
  return { code, out, err };
}

describe('pilothouse kubeconfig', () => {
  let directory: string;
  let certificates: Certificates;
  /** Another authority. */
  let other: TestIssuer;
  const file = (name: string): string => join(directory, name);
  const write = (name: string, text: string): string => {
    writeFileSync(file(name), text);
    return file(name);
  };

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
    const now = new Date();
    [certificates, other] = await Promise.all([
      ensureCertificates({ directory: file('certificates'), hosts: ['127.0.0.1'], now }),
      newTestAuthority('other'),
    ]);
    const { ca, admin } = certificates;
    const leaf = await testCertificate({ commonName: 'leaf' }, { purpose: { type: 'client' }, issuer: other });
    write('kubeconfig', kubeconfig({ server: 'https://a:1', caPem: ca.certPem, user: admin, name: 'pilothouse' }));
    write(
      'insecure',
      readFileSync(file('kubeconfig'), 'utf8').replace(/certificate-authority-.*/, 'insecure-skip-tls-verify: true'),
    );
    write('named', kubeconfig({ server: 'https://b:2', serverName: 'c', user: { token: 'x' }, name: 'y' }));
    write('other.crt', other.certPem);
    write('other.key', other.keyPem);
    const past = await testCertificate({ commonName: 'past' }, { purpose: { type: 'ca' }, hours: -1 });
    write('past.crt', past.certPem);
    write('past.key', past.keyPem);
    write('leaf.crt', leaf.certPem);
    write('leaf.key', leaf.keyPem);
    write('token', 's3cret\n');
  });
  after(() => rmSync(directory, { recursive: true }));

  /** The kubeconfig that a command writes to its standard output, as a client reads it. */
  async function written(...args: readonly string[]): Promise<KubeconfigConnection> {
    const { code, out, err } = await run(...args, '--data-dir', directory);
    assert.deepEqual([code, err], [0, '']);
    return readKubeconfig(out);
  }
  const certificateIn = ({ credentials }: KubeconfigConnection): X509Certificate => {
    assert.ok(credentials && 'certPem' in credentials);
    return new X509Certificate(credentials.certPem);
  };

  it('issues a certificate for a user with groups', async () => {
    const { out } = await run('user', 'jane', '--data-dir', directory);
    assert.match(out, /name: "jane@pilothouse"\n[^]*user: "jane"\ncurrent-context: "jane@pilothouse"\n$/);
    const connection = await written('user', 'Jürgen O.', '--group=dev', '--group', 'ops,dev', '--duration=24h');
    const cert = certificateIn(connection);
    assert.equal(cert.subject, 'O=dev\nO=ops\nCN=Jürgen O.');
    assert.ok(cert.checkIssued(new X509Certificate(certificates.ca.certPem)));
    const hours = (Date.parse(cert.validTo) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, String(hours));
    assert.deepEqual(
      { ...connection, credentials: undefined },
      {
        url: 'https://a:1',
        caPem: certificates.ca.certPem,
        credentials: undefined,
        insecureSkipVerify: false,
        namespace: 'default',
      },
    );
  });

  it('issues the certificate by another authority', async () => {
    const files = ['--client-ca-file', file('other.crt'), '--client-ca-key-file', file('other.key')];
    const cert = certificateIn(await written('user', 'jane', '--duration=30m', ...files));
    assert.ok(cert.checkIssued(other.cert) && cert.verify(other.publicKey));
  });

  it('reads a token from a file, or from the standard input', async () => {
    const { credentials, namespace } = await written('token', 'bob', '-n', 'dev', '--token-file', file('token'));
    assert.deepEqual([credentials, namespace], [{ token: 's3cret' }, 'dev']);
    assert.deepEqual(await readToken('-', async () => 'x.y.z\r\n'), { user: { token: 'x.y.z' } });
  });

  const servers: readonly (readonly [args: () => readonly string[], Partial<KubeconfigConnection>])[] = [
    [() => ['--server=https://b:2'], { url: 'https://b:2' }],
    [() => ['--from', file('named')], { url: 'https://b:2', serverName: 'c' }],
    [() => ['--from', file('insecure'), '--certificate-authority', file('other.crt')], { url: 'https://a:1' }],
    [
      () => ['--from=/none', '--server=https://b:2', '--certificate-authority', file('other.crt')],
      { url: 'https://b:2' },
    ],
  ];
  for (const [args, expected] of servers) {
    it(`writes ${JSON.stringify(expected)}`, async () => {
      const connection = await written('token', 'bob', '--token-file', file('token'), ...args());
      assert.deepEqual({ ...connection, ...expected }, connection);
      assert.equal(connection.caPem === other.certPem, args().includes(file('other.crt')));
    });
  }

  it('writes a file for its owner only, and replaces none without --force', async () => {
    const token = ['token', 'bob', '--data-dir', directory, '--token-file', file('token')];
    const out = file('new/bob');
    assert.deepEqual(await run(...token, '-o', out), { code: 0, out: `Wrote ${out} for bob.\n`, err: '' });
    assert.equal(statSync(out).mode & 0o777, 0o600);
    const before = readFileSync(out, 'utf8');
    const refused = await run('user', 'jane', '--data-dir', directory, '-o', out);
    assert.deepEqual(refused, {
      code: 1,
      out: '',
      err: `error: ${out} exists; use another --out, or --force to replace it\n`,
    });
    assert.equal(readFileSync(out, 'utf8'), before);
    const { code, out: text } = await run('user', 'jane', '--data-dir', directory, '-o', out, '--force');
    assert.equal(code, 0);
    assert.match(text, /^Wrote .* for jane, until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.\n$/);
    assert.deepEqual(readdirSync(file('new')), ['bob']);
  });

  it('warns of system:masters', async () => {
    const { code, err } = await run('user', 'root', '--group=system:masters', '--data-dir', directory);
    assert.deepEqual(
      [code, err],
      [0, 'warning: members of system:masters may do everything, regardless of roles and bindings\n'],
    );
  });

  const usage: readonly (readonly [args: readonly string[], problem: RegExp])[] = [
    [['user'], /^missing required argument 'name'/],
    [['user', 'a', 'b'], /^too many arguments/],
    [['user', ''], /^the name "" must not be empty\n$/],
    [['user', 'a\nb'], /^the name "a\\nb" must not contain control characters/],
    [['user', 'a'.repeat(65)], /is longer than 64 characters, the limit of X\.509\n$/],
    [['user', 'a', '--group', 'é'.repeat(65)], /^--group ".*" is longer than 64 characters/],
    [['user', 'a', '--group', 'b,'], /^--group "b," must be non-empty texts/],
    [['user', 'a', '--duration', '0'], /^--duration must be greater than 0\n$/],
    [
      ['user', 'a', '--client-ca-file', process.execPath],
      /^--client-ca-file and --client-ca-key-file must be set together/,
    ],
    [['user', 'a', '--server', 'http://a'], /^--server "http:\/\/a" must be an https URL\n$/],
    [['user', 'a', '-n', 'A'], /^--namespace "A" a lowercase RFC 1123 label must/],
    [['user', 'a', '--certificate-authority', '/none'], /^--certificate-authority "\/none": there is no such file\n$/],
    [['token', 'a'], /^--token-file is required\n$/],
    [['service-account', 'A'], /^the name "A" a lowercase RFC 1123 subdomain must/],
    [['service-account', 'a', '--namespace='], /^--namespace "" must not be empty/],
    [['robot'], /^unknown command 'robot'/],
  ];
  for (const [args, problem] of usage) {
    it(`exits with 2 after ${JSON.stringify(args.join(' ').slice(0, 60))}`, async () => {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err.replace(/^error: /, ''), problem);
    });
  }

  const failures: readonly (readonly [args: () => readonly string[], problem: RegExp])[] = [
    [() => ['user', 'a', '--data-dir', '/none'], /^\/none\/kubeconfig does not exist; start the server first, or name/],
    [() => ['user', 'a', '--from', file('token')], /token: the kubeconfig is not a mapping$/],
    [() => ['user', 'a', '--context', 'x'], /kubeconfig: the kubeconfig has no context "x"$/],
    [
      () => ['user', 'a', '--from', file('insecure')],
      /insecure disables server verification; set --certificate-authority/,
    ],
    [
      () => ['user', 'a', '--duration', '99999h'],
      /^the certificate would outlive its authority, which expires on .* at most 87599h$/,
    ],
    [() => authority('other.crt', 'leaf.key'), /leaf\.key is not the key of .*other\.crt$/],
    [() => authority('leaf.crt', 'leaf.key'), /leaf\.crt is not a CA certificate$/],
    [() => authority('token', 'leaf.key'), /token contains no certificate in PEM$/],
    [() => authority('leaf.crt', 'token'), /token contains no private key in PEM/],
    [() => ['token', 'a', '--token-file', '/none'], /^\/none does not exist$/],
    [() => ['token', 'a', '--token-file', write('empty', '\n')], /empty contains no token$/],
    [
      () => ['token', 'a', '--token-file', write('two', 'a\nb\n')],
      /two must contain only a token: one line without spaces/,
    ],
    [() => ['token', 'a', '--token-file', write('nul', 'a\0')], /nul must contain only a token/],
    [() => ['token', 'a', '--token-file', write('gap', 'a b')], /gap must contain only a token/],
    [() => authority('past.crt', 'past.key'), /past\.crt is valid only from .* to .*$/],
    [
      () => ['service-account', 'a', '--from', closedServer()],
      /^https:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
    ],
    [
      () => ['token', 'a', '--token-file', file('token'), '--out', file('token/x')],
      /token\/x cannot be written: Error: /,
    ],
  ];
  const authority = (cert: string, key: string): readonly string[] => [
    'user',
    'a',
    '--client-ca-file',
    file(cert),
    '--client-ca-key-file',
    file(key),
  ];
  const closedServer = (): string =>
    write('closed', kubeconfig({ server: 'https://127.0.0.1:1', user: { token: 'x' }, name: 'y' }));
  for (const [args, problem] of failures) {
    it(`reports ${problem.source}`, async () => {
      const { code, out, err } = await run(...withDataDir(args()));
      assert.deepEqual([code, out], [1, '']);
      assert.match(err.replace(/^error: (.*)\n$/, '$1'), problem);
      assert.ok(!err.includes('s3cret'));
    });
  }
  const withDataDir = (args: readonly string[]): readonly string[] =>
    args.includes('--data-dir') ? args : [...args, '--data-dir', directory];
});
