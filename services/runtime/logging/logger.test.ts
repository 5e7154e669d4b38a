import assert from 'node:assert/strict';
import { createLogger } from './logger.js';

const LINE_BREAKS = '\n\r\v\f\u0085\u2028\u2029';
const CONTROLS = '\0\b\t\u001b[2J\u007f\u009b2J\u202e\u2066';

describe('the logger', () => {
  it('writes one line of JSON for each entry, whatever its content', () => {
    const written: string[] = [];
    const logger = createLogger(6, { write: (text) => void written.push(text) });
    const text = `ann"}${LINE_BREAKS}{"level":60}\\${CONTROLS} \u00e9\u{1f600}\ud800`;
    logger.trace({ user: text, [text]: [text], error: new Error(text) }, text);
    const [line = '', ...rest] = written;
    assert.deepEqual(rest, []);
    assert.match(line, /^\{[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\}\n$/u);
    const entry = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual([entry['level'], entry['user'], entry[text], entry['msg']], [10, text, [text], text]);
    assert.equal((entry['error'] as Error).message, text);
  });

  it('includes a stack for internal errors only', () => {
    const written: string[] = [];
    const logger = createLogger(0, { write: (text) => void written.push(text) });
    logger.warn({ error: new Error('a') }, 'x');
    logger.warn({ error: Object.assign(new Error('b', { cause: new Error('c') }), { isOutage: true }) }, 'x');
    const [own, outage] = written.map((line) => (JSON.parse(line) as { error: unknown }).error);
    assert.match(JSON.stringify(own), /"stack":"Error: a\\n/);
    assert.deepEqual(outage, { type: 'Error', message: 'b' });
  });

  const loggedMessage = (error: Error): unknown => {
    const written: string[] = [];
    createLogger(0, { write: (text) => void written.push(text) }).warn({ error }, 'x');
    return (JSON.parse(written.join('')) as { error: Error }).error.message;
  };
  const circular = new Error('a');
  circular.cause = new Error('b', { cause: circular });
  for (const [what, error, message] of [
    ['once, if the message contains it', new Error('a: b', { cause: new Error('b') }), 'a: b'],
    ['if the message does not contain it', new Error('a', { cause: new Error('b') }), 'a: b'],
    [
      'at any depth',
      new Error('a: b', { cause: new Error('b', { cause: new Error('c', { cause: new Error('b') }) }) }),
      'a: b: c',
    ],
    ['alone, without a message', new Error('', { cause: new Error('b') }), 'b'],
    ['if they are circular', circular, 'a: b'],
    ['unless it is no error', new Error('a', { cause: 'b' }), 'a'],
  ] as const) {
    it(`has the text of a cause ${what}`, () => assert.equal(loggedMessage(error), message));
  }
});
