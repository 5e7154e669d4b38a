import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';
import { DIFFERENCES, WORDINGS } from './differences.js';

/** The sections whose rows are checked against recorded answers. */
const RECORDED: readonly string[] = [
  'The specification is followed',
  'The specification is silent',
  'Messages',
  'Not served',
];

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
}

/** The rows of all tables of the page, without header rows. */
function rowsOf(text: string): Row[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    section = /^## (.*)$/.exec(line)?.[1] ?? section;
    if (!line.startsWith('|') || /^\| What \||^\|[-|]+$/.test(line)) return [];
    return [
      {
        section,
        cells: line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim().replaceAll('`', '')),
      },
    ];
  });
}

describe('docs/differences.md', () => {
  const rows = rowsOf(readFileSync(join(ROOT, 'docs/differences.md'), 'utf8'));
  const names = (wanted: readonly Row[]): string[] => wanted.map(({ cells }) => cells[0] ?? '').sort();

  it('has a row for every difference from recorded answers, and no other rows in these sections', () => {
    const known = new Set([...DIFFERENCES, ...WORDINGS].map(({ row }) => row));
    assert.deepEqual(names(rows.filter(({ section }) => RECORDED.includes(section))), [...known].sort());
  });

  it('has each row once', () => assert.deepEqual(names(rows), [...new Set(names(rows))]));

  it('has no empty cells', () =>
    assert.deepEqual(
      rows.filter(({ cells }) => cells.length < 3 || cells.some((cell) => cell === '')),
      [],
    ));
});
