import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { barChart } from './bars.js';
import { axisLabel, lineChart, niceEnd } from './lines.js';
import type { Curve, OutcomeRow } from './outcome.js';
import { logShare, picture, text } from './svg.js';

const row = (name: string, store: OutcomeRow['store'], targetRatio?: number): OutcomeRow => ({
  name,
  store,
  why: '',
  better: 'higher',
  ...(targetRatio !== undefined && { targetRatio }),
});

/** Checks that all elements are closed and all numbers are valid. */
function assertWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, slash, name = '', self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (slash === '/') assert.equal(open.pop(), name);
    else if (self !== '/') open.push(name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
}

describe('an SVG', () => {
  it('escapes its texts', () => {
    const svg = picture(10, 'a < b', [text(1, 2, '"x" & <y>')]);
    assertWellFormed(svg);
    assert.match(svg, /<text x="1" y="2">&quot;x&quot; &amp; &lt;y&gt;<\/text>/);
  });

  it('has colours for light and dark mode', () => {
    assert.match(picture(10, 't', []), /prefers-color-scheme:dark/);
  });

  it('clips values on a logarithmic axis', () => {
    assert.equal(logShare(10, [1, 100]), 0.5);
    assert.equal(logShare(1000, [1, 100]), 1);
    assert.equal(logShare(0, [1, 100]), 0);
    assert.equal(logShare(5, [5, 5]), 0);
  });
});

describe('the chart of bars', () => {
  it('names each row once, with a bar for each store, and omits rows without a target', () => {
    const svg = barChart([row('get', 'etcd', 2), row('get', 'embedded', 0.5), row('bare', 'etcd')]);
    assertWellFormed(svg);
    assert.equal(svg.match(/>get</g)?.length, 1);
    assert.equal(svg.match(/rx="1\.5"/g)?.length, 2);
    assert.doesNotMatch(svg, />bare</);
  });

  it('has a ring if there is a peer', () => {
    assert.equal(barChart([{ ...row('get', 'etcd', 2), peerRatio: 3 }]).match(/class="peer"/g)?.length, 1);
  });

  it('can be drawn for any measurements', () => {
    const ratios = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(ratios, (ratio) => assertWellFormed(barChart([row('x', 'etcd', ratio)]))));
    assertWellFormed(barChart([]));
  });
});

describe('the chart of lines', () => {
  const curve = (name: string, ...values: readonly number[]): Curve => ({
    name,
    store: 'etcd',
    why: '',
    of: 'objects',
    unit: 'ms',
    points: values.map((value, index) => ({ at: 10 ** (index + 1), value })),
  });

  it('has a panel for each quantity and a dot for each point', () => {
    const svg = lineChart([curve('get', 1, 2, 3), curve('start', 4), { ...curve('get', 5), store: 'embedded' }]);
    assertWellFormed(svg);
    assert.equal(svg.match(/<circle/g)?.length, 5);
    assert.equal(svg.match(/>get, ms</g)?.length, 1);
  });

  it('can be drawn for any measurements', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e9 }));
    fc.assert(fc.property(values, (all) => assertWellFormed(lineChart([curve('x', ...all)]))));
    assertWellFormed(lineChart([]));
  });

  const ends = [
    [0, 1],
    [0.9, 1],
    [1, 1],
    [1.1, 2],
    [37, 40],
    [4300, 6000],
    [99_000, 100_000],
  ] as const;
  for (const [most, end] of ends) it(`ends at ${end} for ${most}`, () => assert.equal(niceEnd(most), end));

  const labels = [
    [0, '0'],
    [0.25, '0.25'],
    [450, '450'],
    [1500, '1.5k'],
    [200_000, '200k'],
  ] as const;
  for (const [value, label] of labels)
    it(`writes ${label} beside its axis`, () => assert.equal(axisLabel(value), label));
});
