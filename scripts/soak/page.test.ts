import assert from 'node:assert/strict';
import { createFindings, KINDS } from '@pilothouse/test-e2e/soak/findings.js';
import type { SoakOutcome } from '@pilothouse/test-e2e/soak/outcome.js';
import { soakChart } from './charts.js';
import { soakPage } from './page.js';

const findings = createFindings(() => 90_000);
findings.add('event lost', 'watch 1 never showed a|b');
const outcome: SoakOutcome = {
  settings: { milliseconds: 120_000, seed: 7, writes: 1, lists: 1, watches: 1, workers: 4, rest: 1000, faults: /./ },
  began: new Date(0),
  lasted: 120_000,
  windows: [0, 60_000].map((from) => ({
    from,
    to: from + 60_000,
    p99: { create: 12, get: 3 },
    requests: 600,
    failed: 6,
    events: 100,
    memory: { 'API server 0': 100 + from / 1000, 'etcd 0': 50 },
    descriptors: { 'API server 0': 30, 'etcd 0': 20 },
  })),
  verbs: [{ verb: 'create', count: 1234, failed: 2, p50: 1.5, p99: 12.4, longest: 99.6 }],
  writes: { acknowledged: 1234, refused: 1, unknown: 2, unknownStored: 1, stored: 1235, skipped: 0 },
  events: 200,
  watchStarts: 3,
  relists: 0,
  delay: 4,
  webhookCalls: 5,
  causes: new Map([['no answer: closed', 2]]),
  faults: [
    { name: 'etcd is killed', from: 6000, to: 9000 },
    { name: 'etcd is killed', from: 60_000, to: 63_000, error: 'it does not start' },
  ],
  counts: Object.fromEntries(KINDS.map((kind) => [kind, findings.count(kind)])) as SoakOutcome['counts'],
  findings: findings.first(),
};

describe('the page of a soak', () => {
  const page = soakPage(outcome, { cores: '2' }, true);
  const rows = [
    '2 of 2 minutes, from 1970-01-01T00:00:00.000Z: **1 events lost, 0 writes lost, 1 findings.**',
    '| create | 1,234 | 2 | 1.5 ms | 12 ms | 100 ms |',
    '| event lost | 1 |',
    '- 1.5 min, event lost: watch 1 never showed a\\|b',
    '| etcd is killed | 2 | 0.1, 1 (it does not start) |',
    '| no answer: closed | 2 |',
    '| API server 0 | 100 → 160 | 160 | 30 → 30 | 30 |',
    '| cores | 2 |',
  ];
  for (const row of rows) it(`has ${row}`, () => assert.ok(page.split('\n').includes(row), page));

  it('says that a soak is not over', () => {
    assert.match(soakPage(outcome, {}, false), /^2 of 2 minutes so far, /m);
  });

  it('has a chart with a line for each quantity that was measured', () => {
    const chart = soakChart(outcome);
    assert.equal([...chart.matchAll(/<polyline points="[^"]+ [^"]+"/g)].length, 8);
    assert.ok(!chart.includes('NaN'));
  });
});
