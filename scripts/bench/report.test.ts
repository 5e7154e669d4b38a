import assert from 'node:assert/strict';
import { readText } from '../house/sources.js';
import { outcomeRow, type Outcome } from './outcome.js';
import { filled, partsOf } from './report.js';

const ROW = { name: 'get', why: 'A read | a get.', better: 'higher', target: 100 } as const;
const OUTCOME: Outcome = {
  when: '2026-01-02T03:04:05Z',
  machine: { cores: '2' },
  versions: { node: 'v20' },
  settings: { stores: 'etcd' },
  rows: [
    outcomeRow('etcd', ROW, { value: 50, unit: '/s', note: 'one' }),
    outcomeRow('embedded', { ...ROW, peer: 100 }, { value: 300, unit: '/s', note: 'one' }),
    outcomeRow('etcd', { ...ROW, name: 'put' }, new Error('no etcd')),
  ],
  curves: [
    {
      name: 'get',
      store: 'etcd',
      why: 'Reads.',
      of: 'objects',
      unit: '/s',
      points: [
        { at: 1000, value: 7 },
        { at: 3000, value: 8 },
      ],
    },
  ],
};

describe('the benchmark pages', () => {
  const parts = partsOf(OUTCOME);

  it('show values with targets and peers, missed targets in bold, and each note once', () => {
    assert.equal(
      parts['results'],
      [
        '![Each row as a bar beside its target](benchmarks/rows.svg)',
        '',
        '| Row | Store | Value | Target | Ratio | Peer | Ratio |',
        '|---|---|---|---|---|---|---|',
        '| get | etcd | 50.0 /s <sup>1</sup> | 100 /s | **0.50** |  |  |',
        '| get | embedded | 300 /s <sup>1</sup> | 100 /s | 3.00 | 100 /s | 3.00 |',
        '| put | etcd | failed: no etcd |  |  |  |  |',
        '',
        '1. one',
        '',
      ].join('\n'),
    );
  });

  it('show what each row takes of a core', () => {
    const ours = { value: 200, unit: '/s', cpu: { perSecond: 400, client: 0.25 } };
    const rows = [
      ...OUTCOME.rows,
      outcomeRow('etcd', ROW, { ...ours, rounds: [1, 2].map(() => ({ ours, theirs: ours })) }),
    ];
    assert.equal(
      partsOf({ ...OUTCOME, rows })['per core'],
      [
        '| Row | Store | Value | Peer | Ratio | Client | Client of the peer |',
        '|---|---|---|---|---|---|---|',
        '| get | etcd | 400 /s | 400 /s | 1.00 (1.00 to 1.00) | 0.25 | 0.25 |',
        '',
      ].join('\n'),
    );
  });

  it('explain each row and describe the machine', () => {
    assert.match(parts['rows'] ?? '', /\| get \| A read \\\| a get\. \|\n/);
    assert.match(parts['machine'] ?? '', /\| date \| 2026-01-02 \|\n\| cores \| 2 \|\n\| node \| v20 \|\n/);
  });

  it('have a table for each curve', () => {
    assert.equal(
      parts['growth'],
      '![Curves over the number of objects and of watchers](benchmarks/growth.svg)\n\n**get**, etcd. Reads.\n\n| objects | 1,000 | 3,000 |\n|---|---|---|\n| /s | 7.00 | 8.00 |\n',
    );
  });

  it('have markers for all parts, which can be replaced repeatedly', () => {
    const once = filled(readText('docs/benchmarks.md'), parts);
    assert.equal(filled(once, parts), once);
    assert.ok(once.includes(parts['results'] ?? '?'));
  });

  it('are rejected without a marker', () => {
    assert.throws(() => filled('nothing', { results: '' }), /the page has no marker for results/);
  });
});
