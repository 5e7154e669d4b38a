import assert from 'node:assert/strict';
import { coloured, wantsColours } from './colours.js';
import { barText, createProgress, durationText } from './progress.js';
import { terminalOf } from './terminal.js';

/** Streams that write to one terminal, as a terminal shows both. */
function screen({ isTTY = true, columns = 60 } = {}) {
  let text = '';
  const write = (chunk: unknown): boolean => {
    text += String(chunk);
    return true;
  };
  const stream = { write, isTTY, columns };
  return { stream, text: () => text };
}

describe('progress', () => {
  /** Reports parts of 100, one each 500 ms, up to `end`. */
  function show(options: { isTTY?: boolean; columns?: number; end: number; term?: string }) {
    const { stream, text } = screen(options);
    const terminal = terminalOf(stream, stream, { TERM: options.term ?? 'xterm', NO_COLOR: '1' });
    let time = 0;
    const progress = createProgress(terminal, () => time);
    for (let done = 0; done <= options.end; done += 1) {
      progress.report({ label: 'Reading', done, total: 100 });
      time += 500;
    }
    progress.end();
    return text();
  }

  it('is a bar with the time left, which is removed at the end', () => {
    const text = show({ end: 20 });
    const clear = '\r\x1b[K';
    assert.ok(text.endsWith(`${clear}Reading [#####${'-'.repeat(21)}] 20 %, about 40 s left${clear}`), text);
    assert.equal(text.includes('\n'), false);
  });

  it('shows nothing for work that ends in a second', () => {
    assert.equal(show({ end: 1 }), '');
  });

  for (const options of [{ isTTY: false }, { term: 'dumb' }]) {
    it(`is a line every five seconds with ${JSON.stringify(options)}`, () => {
      assert.equal(show({ ...options, end: 25 }), 'Reading: 10 %, about 45 s left\nReading: 20 %, about 40 s left\n');
    });
  }

  it('follows the width of the terminal', () => {
    const { stream, text } = screen({ columns: 80 });
    const terminal = terminalOf(stream, stream, { TERM: 'xterm' });
    let time = 0;
    const progress = createProgress(terminal, () => time);
    for (const [columns, done] of [
      [80, 0],
      [80, 1],
      [30, 2],
    ] as const) {
      stream.columns = columns;
      progress.report({ label: 'Reading', done, total: 4 });
      time += 2000;
    }
    assert.deepEqual(
      text()
        .split('\r\x1b[K')
        .map((line) => line.includes('[')),
      [false, true, false],
    );
  });

  it('stays below other output', () => {
    const { stream, text } = screen();
    const terminal = terminalOf(stream, stream, { TERM: 'xterm', NO_COLOR: '1' });
    terminal.status?.show('50 %');
    terminal.out('a line\n');
    terminal.clear();
    assert.equal(text(), '\r\x1b[K50 %\r\x1b[Ka line\n\r\x1b[K50 %\r\x1b[K');
  });

  it('is shorter than the terminal at every width', () => {
    for (let columns = 0; columns < 130; columns += 1) {
      const line = barText({ label: 'Reading the store', done: 1, total: 3 }, '33 %, about 8 s left', columns);
      assert.ok(line.length <= Math.max(0, columns - 1), `${columns}: ${line}`);
      assert.equal(line.includes('['), columns >= 48, `${columns}: ${line}`);
    }
  });

  it('has times', () => {
    assert.deepEqual([0, 1, 99_000, 100_000, 5_940_000, 6_000_000, 7_500_000].map(durationText), [
      '0 s',
      '1 s',
      '99 s',
      '2 min',
      '99 min',
      '1 h 40 min',
      '2 h 5 min',
    ]);
  });
});

describe('colours', () => {
  const cases: readonly (readonly [environment: Record<string, string>, isTerminal: boolean, wanted: boolean])[] = [
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ CLICOLOR_FORCE: '1' }, false, true],
    [{ CLICOLOR_FORCE: '0' }, false, false],
    [{ CLICOLOR_FORCE: '1', TERM: 'dumb' }, true, true],
  ];
  for (const [environment, isTerminal, wanted] of cases) {
    it(`are ${wanted ? '' : 'not '}wanted with ${JSON.stringify(environment)}, terminal: ${isTerminal}`, () => {
      assert.equal(wantsColours(environment, isTerminal), wanted);
    });
  }

  it('are in the first word of errors and warnings', () => {
    const { stream, text } = screen();
    terminalOf(stream, stream, {}).err('error: a warning: b\nwarning: c\n');
    assert.equal(text(), `${coloured('error:', 'red')} a warning: b\n${coloured('warning:', 'yellow')} c\n`);
  });
});
