import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { raiseAlarm } from './soak/etcd-alarm.js';
import { describeWith } from './support/needs.js';
import { openPageShell, type PageShell } from './support/page-shell.js';
import { describePage } from './support/pages.js';
import { runToEnd, startServer } from './support/server.js';

interface Finding {
  readonly section: string;
  readonly level: string;
  readonly text: string;
  readonly remedy?: string;
}

interface Diagnosis {
  readonly code: number | null;
  /** The findings, without those about the space of this machine's disk. */
  readonly findings: readonly Finding[];
}

async function diagnose(...flags: readonly string[]): Promise<Diagnosis> {
  const { code, out } = await runToEnd('doctor', '--output=json', ...flags);
  const { exitCode, findings } = JSON.parse(out) as { readonly exitCode: number; readonly findings: Finding[] };
  assert.equal(code, exitCode);
  return { code, findings: findings.filter(({ text }) => !text.startsWith('the disk of ')) };
}

const bad = ({ findings }: Diagnosis): Finding[] =>
  findings.filter(({ level }) => level === 'error' || level === 'warning');

describePage('docs/doctor.md', [], (page) => {
  let shell: PageShell;
  before(async () => {
    shell = await openPageShell({ tools: [] });
  });
  after(() => shell.close());
  for (const block of page.take()) it(block.examples[0]?.command ?? '', () => shell.follow(block));
});

const half = (text: string): string => text.slice(0, text.length / 2);

describe('pilothouse doctor and the embedded store', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'doctor-'));
    const server = await startServer([`--data-dir=${directory}`]);
    await server.stop();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('finds nothing wrong in a good directory, except that its server does not run', async () => {
    const found = bad(await diagnose(`--data-dir=${directory}`));
    assert.deepEqual(
      found.map(({ section, level }) => [section, level]),
      [['API server', 'error']],
    );
    assert.match(found[0]?.text ?? '', /^https:\/\/127\.0\.0\.1:\d+ cannot be reached: /);
  });

  it('finds a half-written key of tokens, with which the server does not start', async () => {
    const path = join(directory, 'certificates', 'sa.key');
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, 100));
    const found = bad(await diagnose(`--data-dir=${directory}`)).filter(({ section }) => section === 'Certificates');
    const { code, err } = await runToEnd('up', `--data-dir=${directory}`, '--secure-port=0');
    await writeFile(path, whole);
    const fault = `${path} contains no key in PEM`;
    assert.deepEqual(
      found.map(({ level, text }) => [level, text]),
      [['error', `the server does not start with this key: ${fault}`]],
    );
    assert.notEqual(code, 0);
    assert.ok(err.includes(fault), err);
  });

  /** A file of the data directory that is damaged (its new text) or missing (undefined), and what is found. */
  const authority = "the certificate authority's";
  const restore = 'Restore it, or delete both files of the authority for a new one, which no client trusts yet.';
  const damages: readonly (readonly [
    file: string,
    damage: (text: string) => string | undefined,
    found: readonly [level: string, text: string, remedy: string],
  ])[] = [
    ['certificates/ca.key', () => undefined, ['error', `${authority} FILE is missing`, restore]],
    ['certificates/ca.key', () => '', ['error', `${authority} FILE is not a private key`, restore]],
    ['certificates/ca.crt', half, ['error', `${authority} FILE is not a certificate`, restore]],
    [
      'certificates/apiserver.crt',
      half,
      ['warning', 'FILE has no certificate in PEM', 'The next start of the server writes it again, with its key.'],
    ],
    [
      'certificates/admin.crt',
      () => '',
      ['warning', 'FILE has no certificate in PEM', 'The next start of the server writes it again, with its key.'],
    ],
    ['kubeconfig', () => '', ['warning', 'FILE: ', 'The next start of the server writes it again.']],
  ];
  for (const [name, damage, [level, text, remedy]] of damages) {
    it(`says of ${name} what the server does with it: ${text}`, async () => {
      const path = join(directory, name);
      const whole = await readFile(path, 'utf8');
      const damaged = damage(whole);
      await (damaged === undefined ? rm(path) : writeFile(path, damaged));
      try {
        const found = bad(await diagnose(`--data-dir=${directory}`)).filter(
          (each) => !each.text.includes('cannot be reached'),
        );
        assert.deepEqual(
          found.map((each) => [each.level, each.remedy]),
          [[level, remedy]],
          JSON.stringify(found),
        );
        assert.ok(found[0]?.text.startsWith(text.replace('FILE', path)), found[0]?.text);
        if (level === 'error') {
          const { code, err } = await runToEnd('up', `--data-dir=${directory}`, '--secure-port=0');
          assert.notEqual(code, 0);
          assert.ok(err.includes(text.replace('FILE', path)) && err.includes(remedy.slice(1, -1)), err);
        } else {
          await (await startServer([`--data-dir=${directory}`])).stop();
          assert.match(await readFile(path, 'utf8'), /^(-----BEGIN CERTIFICATE-----|apiVersion: v1|\{)/);
        }
      } finally {
        if (level === 'error') await writeFile(path, whole, { mode: 0o600 });
      }
    });
  }

  it('finds a flipped byte, where it is, and what to do while a server runs and after it', async () => {
    const server = await startServer([`--data-dir=${directory}`]);
    const store = join(directory, 'store');
    const log = (await readdir(store)).find((name) => name.startsWith('log.')) ?? '';
    const [first = ''] = (await readdir(join(store, log))).filter((name) => name.endsWith('.segment')).toSorted();
    const file = await open(join(store, log, first), 'r+');
    try {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 200);
      await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, 200);
    } finally {
      await file.close();
    }
    const remedies: string[] = [];
    for (const end of [() => server.crash(), async () => undefined]) {
      const diagnosis = await diagnose(`--data-dir=${directory}`);
      assert.equal(diagnosis.code, 1);
      const [found] = bad(diagnosis).filter(({ section }) => section === 'Data directory');
      assert.match(found?.text ?? '', /^the store in \S+ is damaged: segment \d+ has a wrong checksum at byte \d+/);
      remedies.push(found?.remedy ?? '');
      await end();
    }
    assert.match(remedies[0] ?? '', /^Do not stop the server that uses the store/);
    assert.match(remedies[1] ?? '', /pilothouse restore --from BACKUP --data-dir /);
  });

  it('says that a directory does not exist, and refuses wrong flags', async () => {
    const none = join(directory, 'none');
    const { code, findings } = await diagnose(`--data-dir=${none}`);
    assert.equal(code, 1);
    assert.deepEqual(
      findings.map(({ level }) => level),
      ['error', 'skipped', 'skipped', 'skipped', 'skipped'],
    );
    assert.equal(findings[0]?.text, `the directory ${none} does not exist`);
    const file = join(directory, 'kubeconfig');
    const [unreadable] = bad(await diagnose(`--data-dir=${file}`));
    assert.match(unreadable?.text ?? '', /^the directory \S+ cannot be read: ENOTDIR/);
    const wrong = await runToEnd('doctor', '--deep', '--context=a');
    assert.equal(wrong.code, 2);
    for (const text of ['--deep requires', '--context requires --kubeconfig']) {
      assert.ok(wrong.err.includes(text), wrong.err);
    }
  });
});

describeWith(['ETCD', 'OPENSSL'], 'pilothouse doctor and an etcd of three', () => {
  let etcd: TestEtcd;
  let flags: string[];
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'doctor-'));
    etcd = await startEtcd({ members: 3, tls: true, program: process.env['ETCD_NEW'] });
    const { caFile = '', certFile = '', keyFile = '' } = etcd.tls ?? {};
    const files = [`--etcd-cafile=${caFile}`, `--etcd-certfile=${certFile}`, `--etcd-keyfile=${keyFile}`];
    flags = [`--data-dir=${directory}`, `--etcd-servers=${etcd.endpoints.join(',')}`, ...files];
  });
  after(async () => {
    await etcd.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const ofEtcd = (diagnosis: Diagnosis): string[] =>
    bad(diagnosis).flatMap(({ section, level, text }) => (section === 'etcd' ? [`${level} ${text}`] : []));

  it('finds nothing wrong, and compares the data of the members', async () => {
    const diagnosis = await diagnose('--deep', ...flags);
    // The machine of the test may be slow, and ETCD may be old.
    assert.deepEqual(
      ofEtcd(diagnosis).filter((text) => !/linearizable read|progress of watches/.test(text)),
      [],
    );
    const texts = diagnosis.findings.map(({ text }) => text);
    for (const text of ['3 of 3 members answer; 2 are needed', 'no alarm', 'the data of 3 members are the same']) {
      assert.ok(texts.includes(text), texts.join('\n'));
    }
    const clocks = diagnosis.findings.filter(({ section }) => section === 'Clocks');
    assert.equal(clocks.length, 3);
    assert.ok(texts.some((text) => /has \S+ \S+ of its quota of 2 GiB/.test(text)));
  });

  it('finds an alarm and a member that is down', async () => {
    const disarm = await raiseAlarm(etcd);
    await etcd.kill(1);
    const diagnosis = await diagnose(...flags);
    assert.equal(diagnosis.code, 1);
    const found = ofEtcd(diagnosis).join('\n');
    assert.match(found, /^error \S+ does not answer: /m);
    assert.match(found, /^error the alarm NOSPACE of m\d: etcd refuses writes$/m);
    await disarm();
    await etcd.restart(1);
  });

  it('says what to do if the files of the connection are wrong', async () => {
    const diagnosis = await diagnose(`--data-dir=${directory}`, `--etcd-servers=${etcd.endpoints.join(',')}`);
    assert.equal(diagnosis.code, 1);
    assert.equal(bad(diagnosis).length, 3);
    for (const { remedy } of bad(diagnosis)) assert.match(remedy ?? '', /--etcd-cafile/);
  });
});
