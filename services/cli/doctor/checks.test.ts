import assert from 'node:assert/strict';
import { checkClocks, clockSample } from './clocks.js';
import { checkEtcd } from './etcd.js';
import { withoutNote, type EtcdState, type MemberState } from './etcd-observe.js';
import { exitCodeOf, notesOf, type Finding } from './finding.js';
import { jsonReport, textReport } from './report.js';
import { distanceText, sizeText } from './units.js';

const MIB = 1024 ** 2;
const URLS = ['https://a:2379', 'https://b:2379', 'https://c:2379'];
const member = (index: number, changes: Partial<MemberState> = {}): MemberState => ({
  url: URLS[index] ?? '',
  id: String(index + 1),
  version: '3.5.16',
  size: 200 * MIB,
  sizeInUse: 150 * MIB,
  leader: '1',
  isLearner: false,
  revision: 100,
  raftIndex: 5000,
  raftApplied: 5000,
  readTime: 2,
  quota: 2048 * MIB,
  ...changes,
});
const list = ['m0', 'm1', 'm2'].map((name, index) => ({ id: String(index + 1), name, urls: [URLS[index] ?? ''] }));
const state = (changes: Partial<EtcdState> = {}, each: Partial<MemberState> = {}): EtcdState => ({
  members: [member(0), member(1), member(2, each)],
  failures: [],
  list,
  alarms: [],
  clocks: [],
  ...changes,
});

/** The findings that are not good. */
const bad = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ level, text }) => (level === 'ok' ? [] : [`${level}: ${text}`]));

describe('the check of etcd', () => {
  const cases: readonly (readonly [string, EtcdState, readonly string[]])[] = [
    ['a healthy cluster', state(), []],
    [
      'a member that does not answer',
      state({ members: [member(0), member(1)], failures: [{ url: 'https://c:2379', why: 'refused' }] }),
      [
        'error: https://c:2379 does not answer: refused',
        'skipped: the member m2 (https://c:2379) was not checked: no server of --etcd-servers is this member',
      ],
    ],
    [
      'a member that was never started',
      state({ list: [...list, { id: '9', name: '', urls: [] }] }),
      ['warning: the member 9 was added and has never started'],
    ],
    ['one member', state({ members: [member(0)], list: list.slice(0, 1) }), ['warning: the cluster has one member']],
    ['no leader', state({}, { leader: '0' }), ['error: a member knows no leader']],
    ['two leaders', state({}, { leader: '2' }), ['error: the members disagree on the leader']],
    ['a learner', state({}, { isLearner: true }), ['warning: https://c:2379 is a learner and does not vote']],
    [
      'NOSPACE',
      state({ alarms: [{ member: '2', alarm: 'NOSPACE' }] }),
      ['error: the alarm NOSPACE of m1: etcd refuses writes'],
    ],
    [
      'CORRUPT',
      state({ alarms: [{ member: '2', alarm: 'CORRUPT' }] }),
      ['error: the alarm CORRUPT of m1: its data differ from those of the other members'],
    ],
    [
      'much of the quota',
      state({}, { size: 1700 * MIB, sizeInUse: 1600 * MIB }),
      ['warning: https://c:2379 has 1.7 GiB of its quota of 2 GiB, 1.6 GiB of it in use'],
    ],
    [
      'nearly all of the quota',
      state({}, { size: 2000 * MIB, sizeInUse: 1 }),
      ['error: https://c:2379 has 2 GiB of its quota of 2 GiB, 1 bytes of it in use'],
    ],
    [
      'fragmentation',
      state({}, { size: 500 * MIB, sizeInUse: 100 * MIB, quota: undefined }),
      ['warning: https://c:2379 has 500 MiB, 100 MiB of it in use'],
    ],
    ['little fragmentation', state({}, { size: 90 * MIB, sizeInUse: MIB }), []],
    ['slow reads', state({}, { readTime: 250 }), ['warning: a linearizable read through https://c:2379 takes 250 ms']],
    [
      'very slow reads',
      state({}, { readTime: 2500 }),
      ['error: a linearizable read through https://c:2379 takes 2.5 s'],
    ],
    ['no reads', state({}, { readTime: undefined }), ['error: https://c:2379 does not answer linearizable reads']],
    ['a member behind', state({}, { raftApplied: 100 }), ['warning: https://c:2379 is 4900 entries behind']],
    ['two versions', state({}, { version: '3.5.9' }), ['warning: the members have versions 3.5.16 and 3.5.9']],
    [
      'an old version',
      state({ members: [0, 1, 2].map((index) => member(index, { version: '3.4.23' })) }),
      ['warning: version 3.4.23 does not report the progress of watches'],
    ],
    [
      'equal data',
      state({ members: [0, 1, 2].map((index) => member(index, { hash: { value: '7', compacted: '3' } })) }),
      [],
    ],
    [
      'different data',
      state({
        members: [0, 1, 2].map((index) => member(index, { hash: { value: String(index % 2), compacted: '3' } })),
      }),
      ['error: the data of https://b:2379 differ from those of https://a:2379'],
    ],
    [
      'data during a compaction',
      state({
        members: [0, 1].map((index) => member(index, { hash: { value: '7', compacted: String(index) } })),
        list: list.slice(0, 2),
      }),
      ['skipped: the data of the members were not compared: a compaction is under way, or only one member answers'],
    ],
    [
      'the data of the only member',
      state({ members: [member(0, { hash: { value: '7', compacted: '3' } })], list: list.slice(0, 1) }),
      ['warning: the cluster has one member', 'skipped: there are no data to compare: the cluster has one member'],
    ],
    [
      'the data of the only member that answers',
      state({ members: [member(0, { hash: { value: '7', compacted: '3' } })], list: list.slice(0, 2) }),
      [
        'skipped: the member m1 (https://b:2379) was not checked: no server of --etcd-servers is this member',
        'skipped: the data of the members were not compared: a compaction is under way, or only one member answers',
      ],
    ],
  ];
  for (const [name, given, expected] of cases) {
    it(`judges ${name}`, () => {
      const findings = checkEtcd(given);
      assert.deepEqual(bad(findings), expected);
      for (const { level, remedy } of findings) {
        assert.equal(remedy !== undefined, level === 'warning' || level === 'error');
      }
    });
  }
});

describe('the text of a member that does not answer', () => {
  const refused = '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1';
  const cases: readonly (readonly [text: string, expected: string])[] = [
    [`${refused}. Resolution note: `, refused],
    [`${refused}. Resolution note: two addresses`, `${refused}. Resolution note: two addresses`],
    [refused, refused],
  ];
  for (const [text, expected] of cases)
    it(`is without an empty note: ${text}`, () => assert.equal(withoutNote(text), expected));
});

describe('the check of clocks', () => {
  const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
  const cases: readonly (readonly [seconds: number, level: string, text: RegExp])[] = [
    [0, 'ok', /agrees/],
    [-0.9, 'ok', /agrees/],
    [1, 'ok', /agrees/],
    [4, 'ok', /at least 3\.0 s ahead of/],
    [-8, 'warning', /at least 7\.0 s behind/],
    [8, 'warning', /at least 7\.0 s ahead of/],
    [-100, 'error', /at least 99\.0 s behind/],
    [100, 'error', /at least 99\.0 s ahead of/],
  ];
  for (const [seconds, level, text] of cases) {
    it(`judges a clock that is ${seconds} s off`, () => {
      const samples = clockSample('https://a', at(seconds).toUTCString(), at(0), at(1));
      const [finding] = checkClocks(samples);
      assert.equal(finding?.level, level);
      assert.match(finding?.text ?? '', text);
    });
  }

  it('needs a Date header', () => {
    assert.deepEqual(bad(checkClocks(clockSample('a', undefined, at(0), at(1)))), [
      'skipped: no server answered with the time',
    ]);
  });
});

describe('the report', () => {
  const { ok, warning, error, skipped } = notesOf('etcd');
  const findings = [
    notesOf('Clocks').ok('right'),
    ok('fine'),
    warning('slow', 'wait\nor not'),
    error('broken', 'repair it'),
    notesOf('API server').skipped('not asked'),
  ];

  it('has the sections in order, the worst level of each, and what to do', () => {
    assert.equal(
      textReport(findings),
      `[✗] etcd
    ✓ fine
    ! slow
      → wait
      or not
    ✗ broken
      → repair it

[-] API server
    - not asked

[✓] Clocks
    ✓ right

1 error, 1 warning. Each has what to do behind "→". Not everything was checked: see the lines with "-".
`,
    );
  });

  it('says that nothing is wrong', () => {
    assert.equal(textReport([ok('fine')]), '[✓] etcd\n    ✓ fine\n\nNothing is wrong.\n');
  });

  it('is JSON on request', () => {
    assert.deepEqual(JSON.parse(jsonReport([error('broken', 'repair it')])), {
      exitCode: 1,
      findings: [{ section: 'etcd', level: 'error', text: 'broken', remedy: 'repair it' }],
    });
  });

  it('decides on the exit code', () => {
    assert.deepEqual(
      [
        [ok('a'), skipped('a')],
        [ok('a'), warning('a', 'b')],
        [warning('a', 'b'), error('a', 'b')],
      ].map(exitCodeOf),
      [0, 3, 1],
    );
  });

  it('has sizes and times for readers', () => {
    assert.deepEqual([0, 1023, 1024, 1.5 * MIB, 3 * 1024 ** 4].map(sizeText), [
      '0 bytes',
      '1023 bytes',
      '1 KiB',
      '1.5 MiB',
      '3 TiB',
    ]);
    const now = new Date(0);
    const hours = [-49, -1, 0.5, 1, 24 * 3 + 1];
    assert.deepEqual(
      hours.map((each) => distanceText(new Date(each * 3_600_000), now)),
      ['2 days ago', '1 hour ago', 'in 30 minutes', 'in 1 hour', 'in 3 days'],
    );
  });
});
