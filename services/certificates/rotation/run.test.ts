import assert from 'node:assert/strict';
import { isForHosts, isIssuedBy, readPair } from '@pilothouse/runtime/certificates/inspect.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { readKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { memory, type Memory } from '../store/memory.test.helper.js';
import { bundleIn, certificateIn, DAY, HOUR, PLAN, run, START } from './run.test.helper.js';

const ALL = [
  'authority ca',
  'certificate web',
  'certificate peer',
  'certificate admin',
  'kubeconfig config',
  'key sa',
  'session-key cookies',
];
const each = (action: string): string[] => ALL.map((thing) => `${action} ${thing}`);
const YEAR = 365 * DAY;

describe('runPlan', () => {
  let first: Memory;
  let store: Memory;
  before(async () => {
    first = memory();
    const { lines, problems } = await run(first.open(), START);
    assert.deepEqual({ lines, problems }, { lines: each('made'), problems: [] });
  });
  beforeEach(() => {
    store = first.copy();
  });
  const cert = (name: string) => certificateIn(store.entriesOf(name)['tls.crt']);

  it('creates all missing items as planned', async () => {
    const ca = cert('ca');
    assert.ok(ca.ca && ca.subject === 'CN=Root' && isIssuedBy(ca, ca));
    assert.equal(Date.parse(ca.validTo), START + 87600 * HOUR);
    assert.deepEqual(
      ['web', 'peer', 'admin'].map((name) => {
        const { subject, validTo, keyUsage } = cert(name);
        return [subject, Date.parse(validTo) - START, keyUsage?.length];
      }),
      [
        ['O=x\nO=z\nCN=web', YEAR, 1],
        ['CN=peer', 2000 * HOUR, 2],
        ['O=system:masters\nCN=ann', YEAR, 1],
      ],
    );
    assert.ok(isForHosts(cert('web'), ['*.c.d', '127.0.0.1', 'a.b']));
    for (const name of ['web', 'peer', 'admin']) {
      const { 'tls.crt': certPem = '', 'tls.key': keyPem = '', 'ca.crt': bundle } = store.entriesOf(name);
      assert.ok(readPair({ certPem, keyPem }) && isIssuedBy(cert(name), ca));
      assert.equal(bundle, ca.toString());
    }
    const { url, caPem, credentials, namespace } = await readKubeconfig(store.entriesOf('config').kubeconfig ?? '');
    const { 'tls.crt': certPem, 'tls.key': keyPem } = store.entriesOf('admin');
    assert.deepEqual([url, caPem, namespace], ['https://a.b:6443', ca.toString(), 'work']);
    assert.deepEqual(credentials, { certPem, keyPem });
    const { 'session.key': key = '' } = store.entriesOf('cookies');
    assert.equal(Buffer.from(key, 'base64').length, 32);
  });

  it('leaves matching items byte for byte', async () => {
    const before = store.text();
    assert.deepEqual((await run(store.open(), START + 30 * DAY)).lines, each('kept'));
    assert.equal(store.text(), before);
  });

  it('recreates only deleted items', async () => {
    for (const name of ['web', 'config', 'sa']) store.remove(name);
    const { lines } = await run(store.open(), START);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('kept')),
      ['made certificate web', 'made kubeconfig config', 'made key sa'],
    );
  });

  it('renews certificates that expire soon with a new key, and kubeconfigs that contain them', async () => {
    const before = store.entriesOf('admin')['tls.key'];
    const { lines } = await run(store.open(), START + YEAR - 30 * DAY, { text: PLAN.replace(', validity: 2000h', '') });
    assert.deepEqual(lines, [
      'kept authority ca',
      'renewed certificate web',
      'renewed certificate peer',
      'renewed certificate admin',
      'renewed kubeconfig config',
      'kept key sa',
      'kept session-key cookies',
    ]);
    assert.notEqual(store.entriesOf('admin')['tls.key'], before);
  });

  // The validity begins an hour before the certificate is issued.
  const THIRD = (2000 * HOUR + HOUR) / 3;
  for (const [at, action] of [
    [START + 2000 * HOUR - THIRD - 1000, 'kept'],
    [START + 2000 * HOUR - THIRD + 1000, 'renewed'],
  ] as const) {
    it(`waits until two thirds of a short validity are over: ${action}`, async () => {
      const { lines } = await run(store.open(), at, { renewBefore: YEAR });
      assert.ok(lines.includes(`${action} certificate peer`));
    });
  }

  const misfits: readonly (readonly [from: string, to: string, reason: string])[] = [
    ['commonName: web', 'commonName: other', 'its common name differs from the plan'],
    ['[x, z]', '[x]', 'its organizations differ from the plan'],
    ['[a.b, 127', '[a.b, a.c, 127', 'its hosts differ from the plan'],
    ["'*.c.d'], usages: [server]", "'*.c.d'], usages: [server, client]", 'its usages differ from the plan'],
  ];
  for (const [from, to, reason] of misfits) {
    it(`reissues a certificate: ${reason}`, async () => {
      const { outcomes } = await run(store.open(), START, { text: PLAN.replace(from, to) });
      const changed = outcomes.filter(({ action }) => action !== 'kept').map(({ name, reason: why }) => [name, why]);
      assert.deepEqual(changed, [['web', reason]]);
    });
  }

  for (const [name, entry] of [
    ['cannot be read', { 'tls.crt': 'x' }],
    ['has lost its key', { 'tls.key': undefined }],
    ['has the key of another', { 'tls.key': 'other' }],
  ] as const) {
    it(`reissues a certificate that ${name}`, async () => {
      const other = store.entriesOf('peer')['tls.key'] ?? '';
      const { 'tls.key': key = other, ...rest } = { ...store.entriesOf('web'), ...entry };
      store.put('web', { ...rest, ...(key === 'other' ? { 'tls.key': other } : { 'tls.key': key }) });
      assert.ok((await run(store.open(), START)).lines.includes('renewed certificate web'));
      assert.deepEqual((await run(store.open(), START)).lines, each('kept'));
    });
  }

  it('issues no certificate beyond the expiry of its authority, and none without need', async () => {
    const text = `authorities: [{name: ca, commonName: Root, validity: 10h}]
certificates: [{name: web, authority: ca, commonName: web, usages: [client], validity: 10h}]`;
    const short = memory();
    await run(short.open(), START, { text });
    const late = { text, renewBefore: 9 * HOUR, propagation: 5 * HOUR };
    const { lines } = await run(short.open(), START + 8 * HOUR, late);
    assert.deepEqual(lines, ['updated authority ca', 'updated certificate web']);
    assert.equal(
      certificateIn(short.entriesOf('web')['tls.crt']).validTo,
      certificateIn(short.entriesOf('ca')['tls.crt']).validTo,
    );
  });

  describe('with a broken item:', () => {
    const broken: readonly (readonly [entries: Record<string, string | undefined>, problem: RegExp])[] = [
      [{ 'tls.key': undefined }, /^the item ca: the authority has no private key; restore it, or delete all/],
      [{ 'tls.key': 'x' }, /^the item ca: the authority has a private key that cannot be read;/],
      [{ 'tls.crt': undefined }, /^the item ca: the authority has no certificate that matches its key;/],
      [{ 'tls.crt': 'web' }, /^the item ca: the authority has no certificate that matches its key;/],
      [
        { 'tls.crt': 'web', 'tls.key': 'web' },
        /^the item ca: the authority has a certificate that is not a CA certificate;/,
      ],
      [{ 'ca.crt': 'x' }, /^the item ca holds no certificate in PEM$/],
    ];
    for (const [entries, problem] of broken) {
      it(`reports ${JSON.stringify(entries)}, and leaves dependent items as they are`, async () => {
        const web = store.entriesOf('web');
        const own = Object.entries({ ...store.entriesOf('ca'), ...entries }).flatMap(([name, text]) =>
          text === undefined ? [] : [[name, text === 'web' ? web[name === 'tls.key' ? 'tls.key' : 'tls.crt'] : text]],
        );
        store.put('ca', Object.fromEntries(own));
        const before = store.text();
        const { problems, lines } = await run(store.open(), START);
        assert.equal(problems.length, 1);
        assert.match(problems[0] ?? '', problem);
        assert.deepEqual(lines, ['kept key sa', 'kept session-key cookies']);
        assert.equal(store.text(), before);
      });
    }

    it('reports an authority that is not valid yet', async () => {
      const { problems } = await run(store.open(), START - DAY);
      assert.match(problems[0] ?? '', /is not valid before .*; check the clock of this machine$/);
    });

    it('reports an unreadable token signing key', async () => {
      store.put('sa', { ...store.entriesOf('sa'), 'sa.key': 'x' });
      assert.match(
        (await run(store.open(), START)).problems[0] ?? '',
        /^the item sa: the key cannot be read; restore it/,
      );
    });

    it('reports a session key of another length', async () => {
      store.put('cookies', { 'session.key': 'AAAA\n' });
      const { problems } = await run(store.open(), START);
      assert.deepEqual(problems, ['the item cookies: the key is not 32 bytes in base64; delete it for a new one']);
    });
  });

  describe('with an item of another owner:', () => {
    const foreign = async (name: string, hours = 20): Promise<Memory> => {
      const root = await newTestAuthority('Root');
      const own = await testCertificate(
        { commonName: 'web', organization: ['x', 'z'] },
        { purpose: { type: 'server', hosts: ['a.b', '127.0.0.1', '*.c.d'] }, issuer: root, hours },
      );
      const made = memory();
      const which = { ca: root, web: own }[name] ?? root;
      made.put('ca', { 'tls.crt': root.certPem, 'tls.key': root.keyPem, 'ca.crt': root.certPem }, name === 'ca');
      made.put(name, { 'tls.crt': which.certPem, 'tls.key': which.keyPem, 'ca.crt': root.certPem }, true);
      return made;
    };
    const text = PLAN.replace('Root}', 'Root, validity: 100000h}');

    it('issues by its authority until that expires', async () => {
      const made = await foreign('ca');
      const before = made.entriesOf('ca');
      const { lines, problems } = await run(made.open(), Date.now(), { text });
      assert.deepEqual([problems, lines[0], lines[1]], [[], 'kept authority ca', 'made certificate web']);
      assert.equal(made.entriesOf('ca'), before);
      const late = await run(made.open(), Date.now() + 2 * HOUR, { text });
      assert.match(
        late.problems[0] ?? '',
        /^the item ca must change \(it has expired\), but this program does not own it/,
      );
    });

    it('refuses its authority with another common name', async () => {
      const made = await foreign('ca');
      const { problems } = await run(made.open(), Date.now(), { text: text.replace('Root', 'Other') });
      assert.match(problems[0] ?? '', /must change \(its common name differs from the plan\),/);
    });

    it('accepts its certificate while it matches the plan', async () => {
      const made = await foreign('web');
      const now = Date.now();
      const before = made.entriesOf('web');
      assert.deepEqual((await run(made.open(), now, { text })).problems, []);
      const { problems, lines } = await run(made.open(), now, { text: text.replace('[x, z]', '[x]') });
      assert.match(
        problems.join(),
        /^the item web must change \(its organizations differ from the plan\), .*; change it with [^,]*, or delete it$/,
      );
      assert.ok(lines.includes('kept certificate admin'));
      assert.equal(made.entriesOf('web'), before);
    });

    for (const name of ['sa', 'config'] as const) {
      it(`does not overwrite ${name}`, async () => {
        store.put(
          name,
          name === 'sa' ? { 'sa.key': store.entriesOf('sa')['sa.key'] ?? '' } : { kubeconfig: 'x' },
          true,
        );
        assert.match((await run(store.open(), START)).problems.join(), new RegExp(`^the item ${name} must change`));
      });
    }
  });

  describe('with a plan without authorities and certificates', () => {
    const text = `keys: [{name: sa}]
kubeconfigs: [{name: config, certificate: admin, authority: issuer, server: 'https://a:1'}]`;

    it('creates kubeconfigs from external certificates, and updates them', async () => {
      const made = memory();
      const client = { purpose: { type: 'client' } } as const;
      const root = await newTestAuthority('r');
      for (const name of ['first', 'second']) {
        const own = await testCertificate({ commonName: name }, { ...client, issuer: root });
        made.put('admin', { 'tls.crt': own.certPem, 'tls.key': own.keyPem, 'ca.crt': root.certPem }, true);
        // As an authority that verifies and whose key is elsewhere.
        made.put('issuer', { 'ca.crt': root.certPem }, true);
        const { lines, problems } = await run(made.open(), Date.now(), { text });
        assert.deepEqual([lines[0], problems], [`${name === 'first' ? 'made' : 'renewed'} kubeconfig config`, []]);
        const { caPem, credentials } = await readKubeconfig(made.entriesOf('config').kubeconfig ?? '');
        assert.deepEqual([caPem, credentials], [root.certPem, { certPem: own.certPem, keyPem: own.keyPem }]);
      }
      assert.deepEqual((await run(made.open(), Date.now(), { text })).lines, ['kept kubeconfig config', 'kept key sa']);
    });

    it('reports missing items', async () => {
      const made = memory();
      const missing = await run(made.open(), START, { text });
      assert.deepEqual(missing.problems, [
        'the item issuer does not exist, and the plan has no authority of that name',
      ]);
      assert.deepEqual(missing.lines, ['made key sa']);
      made.put('issuer', { 'ca.crt': (await newTestAuthority('r')).certPem }, true);
      const { problems } = await run(made.open(), START, { text });
      assert.deepEqual(problems, [
        'the item admin, which the kubeconfig config needs, is not a certificate with its key',
      ]);
    });
  });

  it('issues by an intermediate authority, which is in the chain', async () => {
    const made = memory();
    const root = await newTestAuthority('r');
    const middle = await newTestAuthority('m', root);
    made.put('between', { 'tls.crt': middle.certPem, 'tls.key': middle.keyPem, 'ca.crt': root.certPem }, true);
    const text = 'certificates: [{name: a, authority: between, commonName: a, usages: [client], validity: 1h}]';
    assert.deepEqual((await run(made.open(), Date.now(), { text })).problems, []);
    const { 'tls.crt': chain, 'ca.crt': bundle } = made.entriesOf('a');
    assert.deepEqual(
      bundleIn(chain).map(({ subject }) => subject),
      ['CN=a', 'CN=m'],
    );
    assert.equal(bundle, root.certPem);
    assert.deepEqual((await run(made.open(), Date.now(), { text })).lines, ['kept certificate a']);
  });

  it('restarts after a write conflict, with the same result', async () => {
    const empty = memory();
    const races: string[] = [];
    const onConflict = (message: string): void => void races.push(message);
    const runs = await Promise.all([1, 2, 3].map(() => run(empty.open(), START, { onConflict })));
    assert.ok(races.length > 0);
    const made = runs.flatMap(({ lines }) => lines.filter((line) => line.startsWith('made'))).sort();
    assert.deepEqual(made, [...each('made')].sort());
    assert.deepEqual((await run(empty.open(), START)).lines, each('kept'));
  });
});
