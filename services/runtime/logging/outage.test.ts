import assert from 'node:assert/strict';
import { asOutage } from './outage.js';

describe('an error with an external cause', () => {
  const outage = Object.assign(new Error('away'), { isOutage: true });
  const invalid = new Error('file: no JSON', { cause: new SyntaxError('no JSON') });
  const notRead = new Error('no file', { cause: new Error('ENOENT') });
  for (const [what, error, name, message] of [
    ['an invalid file', invalid, 'Error', 'file: no JSON'],
    ['a file that cannot be read', notRead, 'Error', 'no file: ENOENT'],
    ['text that is not JSON', new SyntaxError('no JSON'), 'SyntaxError', 'no JSON'],
    ['an invalid address', thrownBy(() => new URL('x')), 'TypeError', 'Invalid URL'],
  ] as const) {
    it(`is ${what}`, () => {
      const made = asOutage(error);
      assert.ok(made instanceof Error && 'isOutage' in made);
      assert.deepEqual([made.name, made.message, made.cause], [name, message, error]);
    });
  }

  for (const [what, error] of [
    ['a fault of the program', thrownBy(() => (undefined as unknown as { a: string }).a)],
    ['already such an error', outage],
    ['no error', 'text'],
  ] as const) {
    it(`stays the same if it is ${what}`, () => assert.equal(asOutage(error), error));
  }
});

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
