import assert from 'node:assert/strict';
import { readText } from '../house/sources.js';
import type { Outcome } from './outcome.js';
import { filled } from './report.js';
import { sizingParts } from './sizing.js';

const run = JSON.parse(readText('docs/benchmarks/run.json')) as Outcome;
const page = readText('docs/sizing.md');

describe('docs/sizing.md', () => {
  it('shows the values of the published run', () => {
    assert.equal(filled(page, sizingParts(run)), page);
  });

  it('has a row of the run for each line', () => {
    for (const line of Object.values(sizingParts(run)).flatMap((part) => part.split('\n'))) {
      assert.doesNotMatch(line, /undefined|\| – \| – \|/);
    }
  });

  it('shows a dash for missing measurements', () => {
    const { memory } = sizingParts({ ...run, rows: [], curves: [] });
    assert.match(memory ?? '', /^\| a server that does nothing \| – \| – \|$/m);
  });

  it('has a rule above all measured values', () => {
    const [, base, own, times] = /^> (\d+) MB \+ objects × \(bytes of one \+ (\d+) KB\) × (\d+) \+/m.exec(page) ?? [];
    const rule = (objects: number): number => Number(base) + (objects * (1 + Number(own)) * Number(times)) / 1000;
    const measured = [
      ...run.rows
        .filter(({ name }) => name === 'resident memory, 26,000 objects')
        .map(({ value = 0 }) => [26_000, value] as const),
      ...run.rows
        .filter(({ name }) => name === 'its resident memory')
        .map(({ value = 0 }) => [100_000, value] as const),
      ...run.curves
        .filter(({ name }) => name === 'memory')
        .flatMap(({ points }) => points.map(({ at, value }) => [at, value] as const)),
    ];
    assert.ok(measured.length >= 8);
    for (const [objects, value] of measured) assert.ok(value < rule(objects), `${objects} objects: ${value} MB`);
  });
});
