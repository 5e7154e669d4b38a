import assert from 'node:assert/strict';
import { readText } from '../house/sources.js';
import { headlineParts, reasonsIn } from './headline.js';
import { outcomeRow, type Outcome } from './outcome.js';
import { filled } from './report.js';
import type { Measurement } from './row.js';
import { jsonText } from './publish.js';
import { GROUPS } from './run.js';

const GET = { name: 'get', why: 'A read.', better: 'higher', target: 1000, peer: 9, peerTarget: 3 } as const;
const MEMORY = { name: 'memory', why: 'A worker.', better: 'lower', target: 60, isHeadline: true } as const;
const gets = (value: number): Measurement => ({ value, unit: '/s' });
const beside = (ours: number, theirs: number) => ({
  ...gets(ours),
  rounds: [1, 2].map(() => ({ ours: gets(ours), theirs: gets(theirs) })),
});
const outcomeOf = (...rows: Outcome['rows']): Outcome => ({
  when: '2026-01-02T03:04:05Z',
  machine: { cores: '2' },
  versions: { peer: 'v1.36.2' },
  settings: {},
  rows,
  curves: [],
});
const reasons = reasonsIn('# Reasons\n\nText.\n\n## get\n\nBecause.\n\n| a |\n|---|\n\n## memory\n\nThe heap.\n');

describe('the headline of the benchmark', () => {
  it('marks what misses its target, with the reason below the table', () => {
    const rows = [outcomeRow('etcd', GET, beside(200, 100)), outcomeRow('etcd', MEMORY, { value: 50, unit: 'MB' })];
    assert.equal(
      headlineParts(outcomeOf(...rows), reasons)['headline'],
      [
        '| Row | Value | Peer | Ratio | Target |',
        '|---|---|---|---|---|',
        '| get | 200 /s | 100 /s | **2.00 (2.00 to 2.00)** | 3 times as good |',
        '| memory | 50.0 MB |  |  | at most 60.0 MB |',
        '',
        '**get** misses its target. Because.',
        '',
        '| a |',
        '|---|',
        '',
      ].join('\n'),
    );
  });

  it('judges a row beside a peer by its ratio, and another by its value', () => {
    const rows = [outcomeRow('etcd', GET, beside(300, 100)), outcomeRow('etcd', MEMORY, { value: 70, unit: 'MB' })];
    const text = headlineParts(outcomeOf(...rows), reasons)['headline'] ?? '';
    assert.doesNotMatch(text, /\*\*get\*\*/);
    assert.match(text, /\| memory \| \*\*70\.0 MB\*\* \|/);
    assert.match(text, /\*\*memory\*\* misses its target\. The heap\.\n$/);
  });

  it('has a place for the reason of a failed row and of one that is not explained', () => {
    const rows = [outcomeRow('etcd', { ...GET, name: 'put' }, new Error('no etcd'))];
    const text = headlineParts(outcomeOf(...rows), reasons)['headline'] ?? '';
    assert.match(text, /\| put \| failed: no etcd \|/);
    assert.match(text, /\*\*put\*\* misses its target\. The reason is not known yet\.\n$/);
  });

  it('is stored with pairs of numbers on one line, as prettier has them', () => {
    const text = jsonText(outcomeOf(outcomeRow('etcd', GET, beside(200, 100))));
    assert.match(text, /^ {6}"peerSpread": \[2, 2\],?$/m);
  });

  it('has markers in the page', () => {
    const page = readText('docs/benchmarks.md');
    const parts = headlineParts(outcomeOf(outcomeRow('etcd', GET, beside(300, 100))), reasons);
    assert.ok(filled(page, parts).includes(parts['headline'] ?? '?'));
  });

  it('gives reasons only for rows that exist', () => {
    const names = new Set(GROUPS.flatMap(({ rows }) => rows.map(({ name }) => name)));
    assert.deepEqual(
      [...reasonsIn(readText('docs/benchmarks/reasons.md')).keys()].filter((name) => !names.has(name)),
      [],
    );
  });
});
