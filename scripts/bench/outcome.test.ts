import assert from 'node:assert/strict';
import { formatNumber, outcomeRow } from './outcome.js';
import { rowText, TABLE_HEAD } from './table.js';

const ROW = { name: 'get', why: 'A read.', better: 'higher', target: 100, peer: 50 } as const;

describe('the outcome of a row', () => {
  it('has ratios to the target and to the recorded peer', () => {
    assert.deepEqual(outcomeRow('etcd', ROW, { value: 200, unit: '/s', note: 'n' }), {
      name: 'get',
      store: 'etcd',
      why: 'A read.',
      better: 'higher',
      value: 200,
      unit: '/s',
      target: 100,
      targetRatio: 2,
      peer: 50,
      peerRatio: 4,
      peerSource: 'recorded',
      note: 'n',
    });
  });

  it('prefers a peer measured in the same run', () => {
    const of = (value: number, perSecond: number) => ({ value, unit: '/s', cpu: { perSecond, client: 0.5 } });
    const rounds = [
      { ours: of(200, 10), theirs: of(100, 2) },
      { ours: of(180, 12), theirs: of(120, 3) },
      { ours: of(210, 11), theirs: of(70, 4) },
    ];
    const { value, peer, peerRatio, peerSpread, peerSource, perCore } = outcomeRow('etcd', ROW, {
      ...of(200, 10),
      rounds,
    });
    assert.deepEqual([value, peer, peerRatio, peerSpread, peerSource], [200, 100, 2, [1.5, 3], 'measured']);
    const core = { value: 11, peer: 3, peerRatio: 4, peerSpread: [2.75, 5], client: 0.5, peerClient: 0.5 };
    assert.deepEqual(perCore, core);
  });

  it('has no spread of one round', () => {
    const of = (value: number) => ({ value, unit: '/s' });
    const row = outcomeRow('etcd', ROW, { ...of(200), rounds: [{ ours: of(200), theirs: of(100) }] });
    assert.deepEqual([row.peerRatio, row.peerSpread], [2, undefined]);
  });

  it('is twice as good for half the value if lower is better', () => {
    assert.equal(outcomeRow('etcd', { ...ROW, better: 'lower' }, { value: 50, unit: 'ms' }).targetRatio, 2);
  });

  it('has the maximum ratio for a cost of zero', () => {
    assert.equal(outcomeRow('etcd', { ...ROW, better: 'lower' }, { value: -1, unit: 'ms' }).targetRatio, 1000);
  });

  it('has no ratios without a reference value or after a failure', () => {
    const { name, why, better } = ROW;
    const common = { name, store: 'etcd', why, better };
    assert.deepEqual(outcomeRow('etcd', { name, why, better }, { value: 1.23456, unit: 'ms' }), {
      ...common,
      value: 1.235,
      unit: 'ms',
    });
    assert.deepEqual(outcomeRow('etcd', ROW, new Error('no etcd')), {
      ...common,
      error: 'no etcd',
    });
  });
});

describe('the table', () => {
  const plain = { isExplained: false };

  it('aligns values with their heads', () => {
    const text = rowText(outcomeRow('etcd', ROW, { value: 200, unit: '/s' }), plain);
    for (const [word, cell] of [
      ['value', '200 /s'],
      ['target', '100 /s'],
      ['peer', '50.0 /s'],
    ] as const) {
      assert.equal(text.indexOf(cell) + cell.length, TABLE_HEAD.indexOf(word) + word.length, word);
    }
  });

  it('shows the spread of ratios and what the server and the client took', () => {
    const ours = { value: 200, unit: '/s', cpu: { perSecond: 400, client: 0.25 } };
    const theirs = { value: 100, unit: '/s', cpu: { perSecond: 50, client: 0.125 } };
    const text = rowText(outcomeRow('etcd', ROW, { ...ours, rounds: [1, 2].map(() => ({ ours, theirs })) }), plain);
    assert.match(text, /\(ratio to the peer: 2\.00 \(2\.00 to 2\.00\)\)/);
    const core = '(per core 400 /s, peer 50.0, ratio 8.00 (8.00 to 8.00); the client takes 0.25 and 0.13 cores)';
    assert.ok(text.includes(core), text);
  });

  it('shows missed targets, explanations and errors', () => {
    const missed = outcomeRow('etcd', ROW, { value: 10, unit: '/s', note: 'slow' });
    assert.match(rowText(missed, plain), /0\.10 .*\n {2}\(missed\)\n {2}\(slow\)\n$/);
    assert.match(rowText(missed, { isExplained: true }), /\n {2}A read\.\n/);
    assert.match(rowText(outcomeRow('etcd', ROW, new Error('no etcd')), plain), /failed\n {2}\(no etcd\)\n$/);
  });
});

describe('formatNumber', () => {
  const cases = [
    [0.123, '0.12'],
    [12.34, '12.3'],
    [123.4, '123'],
    [12_345, '12,345'],
    [-3.456, '-3.46'],
  ] as const;
  for (const [value, text] of cases) it(`writes ${value} as ${text}`, () => assert.equal(formatNumber(value), text));
});
